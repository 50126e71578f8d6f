"""A coached first game: from the lobby to the look back at the second month, on a desktop and on a phone."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

from tests.helpers.tab import Tab

FIRST_SENTENCES = {
    "start": "Your first character earns you a salary at every payday.",
    "place": "Characters of one trade in one nagaya earn IKI together at the payday.",
}
PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}


LOOK = {
    "month": 1,
    "good": [
        {"ply": 3, "words": "hire monk", "then": ["place A2"], "reason": {"kind": "harmony", "count": 4, "month": 3}},
        {"ply": 5, "words": "ikizama 2", "reason": {"kind": "food", "needs": 2, "has": 2, "month": 3}},
    ],
}
WISH = {"ply": 4, "words": "hire engraver", "then": ["place A3"], "reason": {"kind": "harmony", "count": 6, "month": 3}}


def _set_look_back(tab: Tab) -> None:
    """Replace the server's look back: a search takes long on a test machine."""

    def answer(route: Any) -> None:
        month = int(re.search(r"month=(\d+)", route.request.url)[1])  # type: ignore[index]
        body = LOOK | {"month": month} | ({"wish": WISH} if month > 1 else {})
        route.fulfill(body=json.dumps(body), content_type="application/json")

    tab.page.route("**/lookback?*", answer)


def _start_first_game(tab: Tab) -> str:
    page = tab.page
    tab.go_to_lobby()
    # A new guest needs one press.
    page.click("[data-go=first]")
    page.wait_for_selector(".app[data-ply] .board")
    return str(page.url.rsplit("/", 1)[1])


def test_a_coached_first_game(tab: Tab) -> None:
    page = tab.page
    _set_look_back(tab)
    table = _start_first_game(tab)
    view = tab.view(table)["table"]
    assert view["coach"]
    assert sorted(seat.get("level", "") for seat in view["seats"]) == ["", "easy", "easy"]
    # The first decision is explained, without a search.
    page.wait_for_selector(".coach [data-first=start]")
    assert page.inner_text(".coach [data-first]") == FIRST_SENTENCES["start"]
    assert not page.locator(".coach li").count()
    box, own = (page.locator(where).bounding_box() for where in (".coach", ".rail .pl.own"))
    assert own["y"] + own["height"] <= box["y"] <= own["y"] + own["height"] + 12
    # H shows the best moves, each with its chance to win and its reasons.
    page.keyboard.press("h")
    page.wait_for_selector(".coach li[data-hint]")
    rows = page.locator(".coach li")
    assert "strongest" in rows.first.inner_text()
    assert not any("%" in text for text in rows.all_inner_texts())
    # Numbers come on request.
    page.click("[data-coach=numbers]")
    assert all(re.search(r"\d+ %", text) for text in rows.all_inner_texts())
    page.click("[data-coach=numbers]")
    # Three rows fit, the opponents stay, and the buildings are one row that unfolds.
    panel = page.locator(".coach")
    assert panel.evaluate("(node) => node.scrollHeight - node.clientHeight") <= 1
    for other in (".rail .pl:not(.own)", ".rail .fold"):
        seen, coach = page.locator(other).first.bounding_box(), panel.bounding_box()
        assert seen["height"] >= 30
        assert seen["y"] >= coach["y"] + coach["height"] - 1
    page.wait_for_selector(".hintmarks [data-advice]", state="attached")
    page.mouse.move(1439, 899)
    page.locator("#tip").wait_for(state="hidden")
    assert tab.axe() == []
    # Hidden, the coach is one row.
    page.click(".coach [aria-expanded]")
    page.wait_for_selector(".rail .bld")
    assert page.locator(".coach").bounding_box()["height"] < 110
    page.click(".coach [aria-expanded]")
    # If the player wants, the best moves are shown without a question.
    page.check(".coach .tick input")
    page.uncheck(".coach .tick input")
    _looks_back(tab, table)
    # The switch is in the panel of the table.
    page.click(".tools .conn")
    page.uncheck(".seats .tick input")
    page.wait_for_selector(".coach", state="detached")
    assert "coach" not in tab.view(table)["table"]


def _play_until_month(tab: Tab, table: str, month: int) -> None:
    tab.advance(table, lambda view: view["game"]["position"]["month"] >= month, random.Random(1))


def _looks_back(tab: Tab, table: str) -> None:
    """After month 1 the coach only praises; after month 2 it has one wish, after the praise, and shows it."""
    page = tab.page
    _play_until_month(tab, table, 2)
    page.wait_for_selector(".coach .look")
    assert "Month 1, looking back" in page.inner_text(".coach")
    assert page.locator(".coach .look li").all_inner_texts() == [
        "Hire the Monk, stall A2. Neighbours of one trade: 4 IKI each payday.",
        "Boat 2. All characters eat at the payday.",
    ]
    assert not page.locator("[data-coach=me]").count()
    page.click("[data-coach=on]")
    page.wait_for_selector(".coach .look", state="detached")
    # It does not come back, also not after a reload.
    page.reload()
    page.wait_for_selector(".coach [data-coach=show], .coach .alone")
    assert not page.locator(".coach .look").count()
    _play_until_month(tab, table, 3)
    page.wait_for_selector(".coach .look .wish")
    lines = page.locator(".coach .look li")
    assert "wish" in lines.last.get_attribute("class")
    assert lines.last.inner_text().split(maxsplit=1)[1] == (
        "Next time: Hire the Engraver, stall A3. Neighbours of one trade: 6 IKI each payday."
    )
    page.click("[data-coach=me]")
    page.wait_for_selector(".hintmarks [data-advice*='A3']", state="attached")
    # The next move goes on from it.
    tab.settle()
    tab.press(tab.look().targets[0])
    page.wait_for_selector(".coach .look", state="detached")


def test_a_phone_has_a_row_that_opens_to_a_sheet(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(390, 844, **PHONE)
    page = tab.page
    _set_look_back(tab)
    _start_first_game(tab)
    row = page.locator(".coachrow")
    row.wait_for()
    page.wait_for_function(
        "(text) => document.querySelector('.coachrow').innerText.includes(text)", arg=FIRST_SENTENCES["start"]
    )
    assert row.bounding_box()["height"] == 44
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    row.tap()
    page.locator(".sheetbox [data-coach=show]").tap()
    page.wait_for_selector(".sheetbox li[data-hint]")
    assert tab.axe() == []
    page.locator(".sheetbox .x").tap()
    page.wait_for_selector(".sheetbox", state="detached")


def test_the_row_of_a_phone_opens_with_a_stall_picked(open_tab: Callable[..., Tab]) -> None:
    tab = open_tab(390, 844, **PHONE)
    table = tab.new_table("you", "easy", coach=True)
    tab.advance(table, lambda view: "hire" in view["game"]["asked"])
    tab.go_to_table(table)
    tab.page.locator(".stall[data-legal]").first.tap()
    tab.page.wait_for_selector(".stall.selected")
    tab.page.locator(".coachrow").tap()
    tab.page.wait_for_selector(".sheetbox .hints")
