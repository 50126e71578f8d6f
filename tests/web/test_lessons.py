"""Lessons: the list, every lesson to its end in each language, wrong presses, leaving and resuming, a phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.helpers.letters import PAGE
from tests.helpers.pictures import picture
from tests.helpers.server import wait_until
from tests.helpers.tab import Tab

STATE = """() => {
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
    cut: [...document.querySelectorAll('.lesson .btn, .lesson .may span, .speech p, .sheetsaid')].filter(
      (node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 2,
    ).map((node) => node.innerText)}
}"""
"""What a lesson shows: the steps done, the sentence, the holes, the title, the panel, and the texts that are cut."""
REACHED = """(at) => document.querySelectorAll('.bar.lesson .dots i.past').length === at"""
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
    for name, covering in (("panel", state["speech"]), ("title of the header", state["title"])):
        x, y, width, height = covering or (0, 0, 0, 0)
        for left, top, across, down in state["holes"]:
            overlaps = x < left + across and left < x + width and y < top + down and top < y + height
            assert not (covering and overlaps), f"{where}: the {name} overlaps a hole"


def wait_until_still(tab: Tab) -> dict[str, Any]:
    """Return what the lesson shows once the panel has found its place."""
    before = None
    for _ in range(40):
        tab.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        state: dict[str, Any] = tab.page.evaluate(STATE)
        if state == before:
            return state
        before = state
    raise AssertionError("the lesson does not come to rest")


def take(tab: Tab, lesson: str, press: Callable[[str], None] | None, languages: Sequence[str]) -> None:
    """Take an open lesson to its end, and check each step in each language.

    Args:
        tab: shows the lesson's first step.
        lesson: its id.
        press: presses a thing on the table, given by its selector; without it the arrow key takes all steps.
        languages: the languages, such as `fr`.
    """
    steps = lesson_of(tab, lesson)["steps"]
    for number, step in enumerate(steps):
        tab.page.wait_for_function(REACHED, arg=number)
        if step.get("highlights"):
            tab.page.wait_for_selector(".cover .edge", state="attached")
        for language in languages:
            tab.change_language(language)
            check_step(wait_until_still(tab), f"{language}, {lesson}, step {number}")
        for words in step.get("moves") or [""]:
            targets = targets_of(words) if press else []
            for target in targets:
                press(f".app :not(.bar *) > {target}[data-legal], .app {target}[data-legal]")  # type: ignore[misc]
            if not targets:
                tab.page.keyboard.press("ArrowRight")
    tab.page.wait_for_function(REACHED, arg=len(steps))
    wait_until(lambda: lesson_of(tab, lesson).get("done", False))


@pytest.mark.parametrize(
    ("letters", "way", "languages"),
    [
        (PAGE, "mouse", ("es", "fr", "en")),
        (PAGE, "keyboard", ("pl", "pt")),
        # The widest letters, as in `WIDEST_LETTERS`.
        ("DejaVu", "keyboard", ("pl", "pt")),
    ],
    indirect=["letters"],
)
def test_every_lesson_is_taken_to_its_end(tab: Tab, way: str, languages: Sequence[str]) -> None:
    lessons = [lesson["id"] for lesson in lessons_of(tab)]
    press = (lambda target: tab.page.locator(target).first.click()) if way == "mouse" else None
    open_lesson(tab, lessons[0])
    take(tab, lessons[0], press, languages)
    for lesson in lessons[1:]:
        tab.page.locator(".bar.lesson a.go").click()
        tab.page.wait_for_url(f"**/learn/{lesson}")
        take(tab, lesson, press, languages)
    # The bar of the last lesson leads to the list.
    tab.page.locator(".bar.lesson a.go").click()
    tab.page.wait_for_selector(".lessons li")
    assert tab.page.locator(".lessons li.done").count() == len(lessons)
    assert all(lesson.get("done") for lesson in lessons_of(tab))
    if way == "mouse":
        assert not tab.axe()
    # The lobby offers no lesson any more, but one line.
    tab.go("")
    tab.page.wait_for_selector(".learncard [data-over]")


def test_a_wrong_press_is_answered_and_a_card_may_be_read(tab: Tab) -> None:
    open_lesson(tab, "street")
    page = tab.page
    page.locator("[data-next]").click()
    page.locator("[data-next]").click()
    page.wait_for_selector('.app [data-slot="2"][data-legal]')
    assert page.locator(".app [data-legal]").count() == 1
    other = page.locator('.app [data-slot="3"]')
    assert other.get_attribute("aria-disabled") == "true"
    assert "Later" in (other.get_attribute("aria-description") or "")
    other.click(force=True)
    page.wait_for_selector(".cover .pulse")
    assert "boat 2" in page.inner_text(".bar.lesson .reply")
    # A card is read without a reply, and the keys of the table make no other move.
    page.locator(".app [data-offer]").first.hover()
    page.wait_for_selector(".rail .insp")
    for key in ("e", "u", "h", "a"):
        page.keyboard.press(key)
    assert page.evaluate(STATE)["at"] == 2
    page.locator('.app [data-slot="2"]').click()
    page.wait_for_function(REACHED, arg=3)
    assert page.evaluate(STATE)["reply"] == ""
    assert page.evaluate("() => document.activeElement.matches('.speech[role=dialog]')")
    assert not tab.axe()


def test_a_lesson_is_left_and_resumed(tab: Tab) -> None:
    page = tab.page
    tab.go_to_lobby()
    page.locator("[data-go=learn]").click()
    page.wait_for_selector(".bar.lesson")
    for number in range(4):
        page.wait_for_function(REACHED, arg=number)
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
    tab.ask("PUT", "/lessons/street/progress", {"step": number, "done": False})
    open_lesson(tab, "street")
    page.wait_for_function(REACHED, arg=number)
    page.locator("[data-do=done]").click()
    page.wait_for_selector(".cover", state="detached")
    page.wait_for_function(REACHED, arg=number + 1)
    page.wait_for_selector(".cover")


@pytest.mark.parametrize("lesson", ["hiring"])
def test_a_lesson_is_taken_by_touch_on_a_phone(phone: Tab, lesson: str) -> None:
    page = phone.page

    def press(target: str) -> None:
        """Tap a target, read what it does in the sheet, and confirm."""
        page.locator(target).first.tap()
        page.locator(".sheetacts .can").tap()

    open_lesson(phone, lesson)
    take(phone, lesson, press, ["en"])
    picture(page, f"lesson-{lesson}-phone")
    page.locator(".bar.lesson a").first.tap()
    page.wait_for_selector(".lessons li.done")
