"""Reports of paydays and fires: they cover no choice, and the table moves on after them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers.moments import late_position
from tests.helpers.tab import PAUSE_ANIMATIONS, OpenTab, Tab

View = dict[str, Any]
Condition = Callable[[View, set[str]], bool]
SEATS = ("you", "local", "local")
"""With three players no neutral character acts before a payday or a fire."""

COVERED = """() => [...document.querySelectorAll('.stage [data-legal]')].flatMap((node) => {
  const box = node.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const there = document.elementFromPoint(x, y)
  return node.contains(there) ? [] : [`${node.dataset.room ?? node.dataset.square}: ${there?.outerHTML.slice(0, 120)}`]
})"""
"""Report legal targets on the board that a touch does not reach."""

BROKEN_TEXTS = """(all) => all.map((element) => {
  const text = document.createRange()
  text.selectNodeContents(element)
  return [element.innerText, text.getClientRects().length]
}).filter(([text, lines]) => lines > text.split(/\\s+/).length)"""
"""Report texts with more lines than words."""

KEEP_REPORTS = """
const later = window.setTimeout
window.setTimeout = (call, time, ...given) => (time === 8000 ? 0 : later(call, time, ...given))
"""
"""A report closes by itself after eight seconds, which a busy machine may need for the steps of a test."""

STATE = """() => ({
  month: Number(document.querySelector(':is(.cal, .months) .now').textContent.match(/\\d+/)[0]),
  log: document.querySelectorAll('.log li').length,
  iki: [...document.querySelectorAll('[data-has$=" iki"]')].map((element) => Number(element.innerText)),
  row: [...document.querySelectorAll('[data-offer]')].map((element) => element.dataset.offer),
  says: document.querySelector('.bar').innerText,
  legal: document.querySelectorAll('[data-legal], .btn.can').length,
})"""


def events_of(response: View) -> set[str]:
    """Return the kinds of a move's events, and why cards left."""
    events = [event for step in response["events"] for event in step.get("events", [])]
    return {event["kind"] for event in events} | {
        f"left {event.get('reason')}" for event in events if event["kind"] == "left"
    }


def play_until(
    tab: Tab, month: int, condition: Condition, prepare: Callable[[], None] = lambda: None
) -> tuple[str, View]:
    """Play a month of a game over the API, shown in the tab, until a condition holds. Not every game reaches it.

    Args:
        tab: the tab that shows it.
        month: the month to play.
        condition: on the view's `table` and on the kinds of events.
        prepare: called before each move.
    """
    tab.page.add_init_script(KEEP_REPORTS)
    for seed in range(30):
        chance = random.Random(seed)
        table = tab.new_table(*SEATS, start=late_position(len(SEATS), month, seed=seed))
        tab.go_to_table(table)
        tab.page.wait_for_selector(".conn.live", state="attached")
        while (view := tab.view(table)["table"])["status"] == "running" and view["game"]["position"]["month"] == month:
            ply = view.get("ply", 0)
            tab.skip_to_ply(ply)
            prepare()
            move = chance.choice(view["game"]["moves"])["words"]
            response = tab.ask("POST", f"/tables/{table}/moves", {"ply": ply, "moves": [move]})
            if condition(response["view"]["table"], events_of(response)):
                return table, response["view"]["table"]
    raise AssertionError("no game has it")


def starves(view: View, events: set[str]) -> bool:
    return "payday_began" in events and view["game"].get("asked") == ["starve"]


def new_year(view: View, events: set[str]) -> bool:
    # Where a character starves, its owner has closed the report by playing on.
    return "payday_began" in events and view["game"].get("asked") == ["visit"]


@pytest.mark.parametrize(("month", "condition"), [(3, starves), (12, new_year)])
@pytest.mark.parametrize("size", [(390, 844), (820, 1180)])
def test_no_report_covers_a_legal_target(
    open_tab: OpenTab, size: tuple[int, int], month: int, condition: Condition
) -> None:
    tab = open_tab(*size, has_touch=True, is_mobile=True)
    table, view = play_until(tab, month, condition)
    report = tab.page.locator(".report.payday")
    report.wait_for()
    tab.wait_for_ply(view["ply"])
    legal = tab.page.locator(".stage [data-legal]")
    assert legal.count() == len(view["game"]["moves"])
    assert tab.page.evaluate(COVERED) == []
    # A touch closes it, and no touch passes through it.
    close = report.locator(".x")
    box = close.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    if (unfold := report.locator(".unfold")).count():
        unfold.tap()
        report.locator("table").wait_for()
    middle = """(element) => { const box = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) }"""
    assert report.evaluate(middle)
    report.tap()
    assert tab.page.locator(".sheetbox").count() == 0
    # No heading breaks inside a word.
    assert report.locator("thead th").evaluate_all(BROKEN_TEXTS) == []
    close.tap()
    report.wait_for(state="detached")
    assert tab.ply(table) == view["ply"]


def burns(view: View, events: set[str]) -> bool:
    return "left fire" in events and "month_began" in events


def pays(view: View, events: set[str]) -> bool:
    return "payday_began" in events


@pytest.mark.parametrize(
    ("size", "month", "condition", "says"), [((1440, 900), 3, pays, "Payday"), ((390, 844), 5, burns, "Fire in nagaya")]
)
def test_the_table_moves_on_after_an_animation(
    open_tab: OpenTab, size: tuple[int, int], month: int, condition: Condition, says: str
) -> None:
    tab = open_tab(*size, reduced_motion="no-preference")
    seen: list[Any] = []

    def hold() -> None:
        if not tab.page.evaluate("() => 'held' in window"):
            tab.page.evaluate(f"() => {{ window.held = true; ({PAUSE_ANIMATIONS})() }}")
        tab.page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
        tab.page.wait_for_function("() => !document.querySelector('.flying')")
        seen.append(tab.page.evaluate(STATE))

    table, view = play_until(tab, month, condition, hold)
    tab.page.wait_for_selector(".flying", state="attached")
    before, during = seen[-1], tab.page.evaluate(STATE)
    assert says in during["says"]
    assert during["legal"] == 0
    assert during["month"] == before["month"] == month
    assert during["log"] == before["log"]
    assert during["iki"] == before["iki"]
    assert set(during["row"]) <= set(before["row"])
    # A press on a target that becomes legal only later skips to the current state and selects nothing.
    kind, _, value = view["game"]["moves"][0]["words"].partition(" ")
    target = f"[data-room='{value}']" if kind == "starve" else f"[data-slot='{value}']"
    at = tab.page.locator(target if size[0] > 1000 else ".offers").bounding_box()
    tab.page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    tab.wait_for_ply(view["ply"])
    tab.page.wait_for_selector("[data-legal]")
    after = tab.page.evaluate(STATE)
    assert after["month"] == view["game"]["position"]["month"]
    assert after["legal"] > 0
    assert tab.ply(table) == view["ply"]
    # With the mouse on a card, the detail replaces the report.
    tab.page.wait_for_selector(".report", state="attached")


def test_a_hovered_card_replaces_the_report(tab: Tab) -> None:
    play_until(tab, 3, pays)
    report = tab.page.locator(".report")
    report.wait_for()
    tab.page.locator(".stall [data-card]").first.hover()
    tab.page.locator(".insp").wait_for()
    # The report returns when the mouse leaves the card.
    tab.page.locator(".bar").hover(position={"x": 5, "y": 5})
    report.wait_for()
    assert report.is_visible()
