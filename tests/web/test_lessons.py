"""Lessons: the list, every lesson to its end in each language, wrong presses, leaving and resuming, a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.helpers.letters import PAGE
from tests.helpers.pictures import picture
from tests.helpers.server import wait_until
from tests.helpers.tab import Tab

STATE = r"""() => {
  const bar = document.querySelector('.bar.lesson')
  if (!bar) return null
  const box = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x, y, width, height] }
  const said = document.querySelector('.speech, .sheetsaid')
  const title = document.createRange()
  title.selectNodeContents(document.querySelector('.top .brand small') ?? document.createElement('small'))
  return {
    at: bar.querySelectorAll('.dots i.past').length,
    said: said?.innerText ?? '',
    reply: bar.querySelector('.reply')?.innerText ?? '',
    holes: [...document.querySelectorAll('.cover .edge')].map(box),
    title: box(title),
    speech: document.querySelector('.speech') ? box(document.querySelector('.speech')) : null,
    bar: [bar.scrollWidth - bar.clientWidth, box(bar)],
    lit: document.querySelectorAll('.bar.lesson .lanterns .lit').length,
    next: document.querySelectorAll('.bar.lesson [data-next], .bar.lesson [data-do]').length,
    answers: [...document.querySelectorAll('.answer')].map((node) => ({
      index: Number(node.querySelector('[data-answer]').dataset.answer),
      box: box(node), letter: box(node.querySelector('.letter')), name: node.querySelector('button').ariaLabel,
      is: node.classList.contains('right') ? 'right' : node.classList.contains('tried') ? 'tried' : '',
      sum: node.querySelector('.pill')?.innerText.replace(/\s+/g, ' ') ?? '',
      outside: [...node.querySelectorAll('.pill, .letter')].map(box).some(
        ([x, y, w, h]) => x < 0 || y < 0 || x + w > innerWidth || y + h > innerHeight),
    })),
    cut: [...document.querySelectorAll('.lesson .btn, .lesson .may :is(b, span), .speech p, .sheetsaid')].filter(
      (node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 2,
    ).map((node) => node.innerText)}
}"""
"""What a lesson shows: the steps done, the sentence, the holes, the title, the panel, and the texts that are cut."""
STILL = f"""async () => {{
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  let before = ''
  for (let look = 0; look < 40; look++) {{
    await frame()
    await frame()
    const state = ({STATE})()
    const now = JSON.stringify(state)
    if (now === before) return state
    before = now
  }}
  return null
}}"""
"""Return the state once two looks at it are the same."""
REACHED = """(at) => document.querySelectorAll('.bar.lesson .dots i.past').length === at"""
FINISHED = "() => document.querySelector('.reward')"
ANSWERED = """([tried, isRight]) => isRight
  ? document.querySelector('.bar.lesson [data-next]')
  : document.querySelectorAll('.answer.tried, .choose:disabled').length >= tried"""
ROOM_MOVES = ("place", "work", "train", "swap", "with", "starve")


def lessons_of(tab: Tab) -> list[dict[str, Any]]:
    lessons: list[dict[str, Any]] = tab.ask("GET", "/lessons")["lessons"]
    return lessons


def lesson_of(tab: Tab, lesson: str) -> dict[str, Any]:
    found: dict[str, Any] = tab.ask("GET", f"/lessons/{lesson}")
    return found


def open_lesson(tab: Tab, lesson: str) -> None:
    tab.go(f"learn/{lesson}")
    tab.page.wait_for_selector(".bar.lesson")
    tab.page.wait_for_selector(".app .board")


def targets_of(words: str) -> list[str]:
    """Return the selectors of the things on the table that make a move, in the order of the presses."""
    kind, *parts = words.split(" ")
    goods = [part for part in parts if "_" in part and part.rsplit("_", 1)[1].isdigit()]
    if kind == "ikizama":
        return [f'[data-slot="{parts[0]}"]']
    if kind in ("hire", "start", "neutral"):
        return [f'[data-offer="{parts[0]}"]']
    if kind in ROOM_MOVES:
        return [f'[data-room="{parts[0]}"]']
    if kind in ("move", "visit"):
        return ["[data-square]"]
    if goods:
        return [f'[data-good="{good}"]' for good in goods]
    if words.startswith("shop build"):
        return [f'[data-building="{parts[1]}"]']
    if kind == "shop" and parts[0] in ("sandals", "rice", "fire"):
        return ["[data-shop]"]
    return []


def check_step(state: dict[str, Any], where: str) -> None:
    """Check that a step shows its sentence, that nothing is cut and that neither panel nor title overlaps a hole."""
    assert state["said"], where
    assert "{" not in state["said"] + state["reply"], f"{where}: a message is missing"
    assert state["bar"][0] <= 1, f"{where}: the bar is too narrow"
    assert not state["cut"], f"{where}: {state['cut']}"
    for answer in state["answers"]:
        (left, _, across, _), (x, _, width, _) = answer["box"], answer["letter"]
        assert abs(left + across / 2 - x - width / 2) < 1, f"{where}: a letter is not over the middle of its target"
        assert not answer["outside"], f"{where}: a letter or a sum is outside the window"
        assert answer["name"].startswith("abc"[answer["index"]]), where
    for name, covering in (("panel", state["speech"]), ("title of the header", state["title"])):
        x, y, width, height = covering or (0, 0, 0, 0)
        for left, top, across, down in state["holes"]:
            overlaps = x < left + across and left < x + width and y < top + down and top < y + height
            assert not (covering and overlaps), f"{where}: the {name} overlaps a hole"


def wait_until_still(tab: Tab) -> dict[str, Any]:
    """Return what the lesson shows once the panel has found its place."""
    state: dict[str, Any] | None = tab.page.evaluate(STILL)
    assert state, "the lesson does not come to rest"
    return state


def numbers_of(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def answer(tab: Tab, step: dict[str, Any], press: Callable[[int], None], where: str, lit: int) -> int:
    """Try every answer to a question, the right one last, and return how many lanterns are lit then."""
    question = step["question"]
    wrong = [index for index in range(len(question["choices"])) if index != question["right"]]
    said = [tab.page.evaluate(STATE)["said"]]
    for tried, index in enumerate([*wrong, question["right"]], start=1):
        state = tab.page.evaluate(STATE)
        assert state["next"] == 0, f"{where}: one can go on without an answer"
        tab.page.keyboard.press("ArrowRight")
        press(index)
        is_right = index == question["right"]
        tab.page.wait_for_function(ANSWERED, arg=[tried, is_right])
        state = wait_until_still(tab)
        check_step(state, f"{where}, answer {index}")
        lit = lit if is_right else max(0, lit - 1)
        assert state["lit"] == lit, where
        # Two answers may hear the same, but the question and the right answer say something else.
        assert state["said"] not in (said if is_right else said[:1]), f"{where}: answer {index} says nothing new"
        said.append(state["said"])
        for shown in state["answers"]:
            if shown["index"] == index:
                assert shown["is"] == ("right" if is_right else "tried"), where
                assert numbers_of(shown["sum"]) == numbers_of(question["choices"][index]["sum"]), where
    assert state["next"] == 1, where
    return lit


def take(
    tab: Tab,
    lesson: str,
    press: Callable[[str], None] | None,
    languages: Sequence[str],
    choose: Callable[[int], None] | None = None,
) -> None:
    """Take an open lesson to its end, with every wrong try, and check each step in each language.

    Args:
        tab: shows the lesson's first step.
        lesson: its id.
        press: presses a thing on the table, given by its selector; without it the arrow key takes all steps.
        languages: the languages, such as `fr`.
        choose: chooses an answer, given by its index; without it the key of its letter does.
    """
    choose = choose or (lambda index: tab.page.keyboard.press("abc"[index]))
    lit = 3
    steps = lesson_of(tab, lesson)["steps"]
    for number, step in enumerate(steps):
        tab.page.wait_for_function(REACHED, arg=number)
        if step.get("highlights") or step.get("question"):
            tab.page.wait_for_selector(".cover .edge", state="attached")
        for language in tab.each_language(languages):
            check_step(wait_until_still(tab), f"{language}, {lesson}, step {number}")
        if step.get("question"):
            lit = answer(tab, step, choose, f"{lesson}, step {number}", lit)
        for words in (not step.get("question") and step.get("moves")) or [""]:
            targets = targets_of(words) if press else []
            for target in targets:
                press(f".app :not(.bar *) > {target}[data-legal], .app {target}[data-legal]")  # type: ignore[misc]
            if not targets:
                tab.page.keyboard.press("ArrowRight")
    tab.page.wait_for_function(FINISHED)
    wait_until(lambda: lesson_of(tab, lesson).get("done", False))
    assert lesson_of(tab, lesson).get("lanterns", 3) == lit
    assert tab.page.locator(".reward .lanterns .lit").count() == lit


@pytest.mark.parametrize(
    ("letters", "way", "languages"),
    [
        (PAGE, "mouse", ("es", "fr", "en")),
        # The widest letters, as in `WIDEST_LETTERS`: what fits with them fits with those of the page.
        ("DejaVu", "keyboard", ("pl", "pt")),
    ],
    indirect=["letters"],
)
def test_every_lesson_is_taken_to_its_end(tab: Tab, way: str, languages: Sequence[str]) -> None:
    lessons = [lesson["id"] for lesson in lessons_of(tab)]
    press = (lambda target: tab.page.locator(target).first.click()) if way == "mouse" else None
    choose = (lambda index: tab.page.locator(f"[data-answer='{index}']").click()) if way == "mouse" else None
    open_lesson(tab, lessons[0])
    take(tab, lessons[0], press, languages, choose)
    for number, lesson in enumerate(lessons[1:], start=1):
        assert tab.page.locator(".reward .wall svg").count() == number
        tab.page.locator(".reward a.go").click()
        tab.page.wait_for_url(f"**/learn/{lesson}")
        take(tab, lesson, press, languages, choose)
    # The end of the last lesson leads to the list.
    tab.page.locator(".reward a.go").click()
    tab.page.wait_for_selector(".lessons li")
    assert tab.page.locator(".wall svg").count() == len(lessons)
    assert tab.page.locator(".lessons li.done").count() == len(lessons)
    assert all(lesson.get("done") for lesson in lessons_of(tab))
    if way == "mouse":
        assert not tab.axe()
    # The lobby offers no lesson any more, but one line.
    tab.go("")
    tab.page.wait_for_selector(".learncard [data-over]")


def begin_at(tab: Tab, lesson: str, step: int) -> None:
    """Open a lesson at a step."""
    tab.ask("GET", "/guest")
    tab.ask("PUT", f"/lessons/{lesson}/progress", {"step": step, "done": False})
    open_lesson(tab, lesson)
    tab.page.wait_for_function(REACHED, arg=step)


@pytest.mark.anywhere
def test_a_wrong_press_is_answered_and_a_card_may_be_read(tab: Tab) -> None:
    page = tab.page
    steps = lesson_of(tab, "fire")["steps"]
    number = next(number for number, step in enumerate(steps) if "shop fire" in step.get("moves", []))
    begin_at(tab, "fire", number)
    page.wait_for_selector('.app [data-shop="3"][data-legal]')
    other = page.locator('.app [data-room="B1"]')
    assert other.get_attribute("aria-disabled") == "true"
    assert "Later" in (other.get_attribute("aria-description") or "")
    # The speech may stand over the stall.
    other.dispatch_event("click")
    page.wait_for_selector(".cover .pulse")
    assert "the marked one" in page.inner_text(".bar.lesson .reply")
    # A card is read without a reply, and the keys of the table make no other move.
    page.locator(".app [data-offer]").first.hover()
    page.wait_for_selector(".rail .insp")
    for key in ("e", "u", "h", "a"):
        page.keyboard.press(key)
    assert page.evaluate(STATE)["at"] == number
    page.keyboard.press("ArrowRight")
    page.wait_for_function(REACHED, arg=number + 1)
    assert page.evaluate(STATE)["reply"] == ""
    assert page.evaluate("() => document.activeElement.matches('.speech[role=dialog]')")
    assert not tab.axe()


def test_a_question_can_be_shown_answered_by_the_teacher_and_taken_again(tab: Tab) -> None:
    page = tab.page
    last = len(lesson_of(tab, "neighbours")["steps"]) - 1
    begin_at(tab, "neighbours", last)
    # A press beside the letters is told about them.
    page.locator(".app [data-slot]").first.click(force=True)
    page.wait_for_selector(".bar.lesson .reply")
    assert "letter" in page.inner_text(".bar.lesson .reply")
    page.keyboard.press("a")
    page.wait_for_selector(".answer.tried")
    assert not tab.axe()
    # Back and forth, the question is asked anew, and the lanterns stay as they are.
    page.locator(".speech").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(REACHED, arg=last - 1)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-show]")
    assert (page.locator(".answer.tried").count(), page.evaluate(STATE)["lit"]) == (0, 2)
    page.reload()
    page.wait_for_selector("[data-show]")
    assert page.evaluate(STATE)["lit"] == 2
    page.locator("[data-show]").click()
    page.wait_for_selector(".answer.right")
    assert page.evaluate(STATE)["lit"] == 1
    page.locator("[data-next]").click()
    page.wait_for_selector(".reward")
    assert not tab.axe()
    page.locator(".reward button").click()
    page.wait_for_function(REACHED, arg=0)
    assert page.evaluate(STATE)["lit"] == 3
    # The list keeps the lanterns of the best end.
    page.keyboard.press("Escape")
    page.wait_for_selector(".lessons li.done .lanterns")
    assert page.locator(".lessons li.done .lanterns .lit").count() == 1


def test_a_lesson_is_left_and_resumed(tab: Tab) -> None:
    page = tab.page
    steps = lesson_of(tab, "street")["steps"]
    tab.go_to_lobby()
    page.locator("[data-go=learn]").click()
    page.wait_for_selector(".bar.lesson")
    for number in range(4):
        page.wait_for_function(REACHED, arg=number)
        if question := steps[number].get("question"):
            page.keyboard.press("abc"[question["right"]])
        page.keyboard.press("ArrowRight")
    page.wait_for_function(REACHED, arg=4)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(REACHED, arg=3)
    with page.expect_response(lambda response: response.url.endswith("/progress")):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(REACHED, arg=4)
    page.reload()
    page.wait_for_selector(".bar.lesson")
    page.wait_for_function(REACHED, arg=4)
    page.keyboard.press("Escape")
    page.wait_for_selector(".lessons li")
    assert page.evaluate("() => location.pathname") == "/learn"
    assert page.locator(".lessons li").first.locator(".dots i.past").count() == 4
    tab.go("")
    # The card says "Start" until the server has told the progress.
    page.wait_for_selector(".learncard .cta:has-text('lesson 1')")


def test_the_other_players_move_before_the_next_step(open_tab: Callable[..., Tab]) -> None:
    """With animations, the cover is away while the others take their turns."""
    tab = open_tab(reduced_motion="no-preference")
    page = tab.page
    steps = lesson_of(tab, "street")["steps"]
    number = next(number for number, step in enumerate(steps) if "done" in step.get("moves", []))
    begin_at(tab, "street", number)
    page.locator("[data-do=done]").click()
    page.wait_for_selector(".cover", state="detached")
    page.wait_for_function(REACHED, arg=number + 1)
    page.wait_for_selector(".cover")


@pytest.mark.anywhere(always=True)
@pytest.mark.parametrize("lesson", ["hiring", "trade"])
def test_a_lesson_is_taken_by_touch_on_a_phone(phone: Tab, lesson: str) -> None:
    page = phone.page

    def press(target: str) -> None:
        """Tap a target, read what it does in the sheet, and confirm what does more than select."""
        page.locator(target).first.tap()
        if page.locator("[data-button=do]").count():
            page.locator("[data-button=do]").tap()

    open_lesson(phone, lesson)
    take(phone, lesson, press, ["en"], lambda index: page.locator(f"[data-choose='{index}']").tap())
    picture(page, f"lesson-{lesson}-phone")
    page.locator(".reward a.go").tap()
    page.wait_for_url("**/learn/*")


def test_the_smallest_phone_scrolls_to_what_a_lesson_is_about(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(320, 568, has_touch=True, is_mobile=True)
    open_lesson(tab, "end")
    # The players' strip is above the board, which the page has to scroll for the deals of the last square.
    take(tab, "end", None, ["es", "fr", "pl"], lambda index: tab.page.locator(f"[data-choose='{index}']").tap())
