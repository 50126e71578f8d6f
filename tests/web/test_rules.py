"""The drawer with the short rules and the cards shows the table's own numbers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.helpers.tab import Tab

DRAWER = ".ruledrawer"
COVERED = """() => {
  const box = (element) => document.querySelector(element).getBoundingClientRect()
  return {drawer: box('.ruledrawer').left, board: box('.boardbox').right, right: box('.ruledrawer').right}
}"""
OWN = {
    "scoring": {"koban": 7, "types": [0, 2, 5, 10, 17, 26], "fish": [0, 4, 8, 12, 20]},
    "board": {"large": {"surcharge": [0, 0, 0, 5]}},
    "setup": {"income": 6, "slot_1_4_mon": 2},
    "calendar": {"fires": {"5": 4, "8": 6, "11": 9}},
}


def _open(tab: Tab, *seats: str, until: str = "hire", **options: Any) -> str:
    table = tab.new_table(*seats, **options)
    tab.advance(table, lambda view: until in view["game"]["asked"])
    tab.go_to_table(table)
    return table


def _text(tab: Tab, chapter: str) -> str:
    return re.sub(r"\s+", " ", tab.page.inner_text(f"[data-chapter='{chapter}']"))


def test_the_drawer_opens_at_the_current_step_and_searches(tab: Tab) -> None:
    _open(tab, "you", "local", "local")
    page = tab.page
    page.click("[data-tool=rules]")
    page.wait_for_selector(DRAWER)
    now = page.locator(".chapter[aria-current=step]")
    assert now.get_attribute("data-chapter") == "hire"
    assert "your step now" in now.inner_text()
    box, content = now.bounding_box(), page.locator(".rcont").bounding_box()
    assert abs(box["y"] - content["y"]) < 6
    at = page.evaluate(COVERED)
    assert at["drawer"] >= at["board"]
    assert at["right"] == 1440
    # Black numbers would be illegible in the dark theme.
    number = page.locator(".ruledrawer .boatnum").first
    assert number.evaluate("(node) => getComputedStyle(node).fill") != "rgb(0, 0, 0)"
    # What the player has stands in one line below.
    assert page.locator(".rown").bounding_box()["height"] < 60
    assert tab.axe() == []

    assert "Take 4 mon" in _text(tab, "hire")
    assert "+2 mon" in _text(tab, "hire")
    assert "1 mon and neither income nor a hire" in _text(tab, "month")
    assert "end of months 3, 6, 9, 12" in _text(tab, "payday")
    assert page.locator("[data-fire='11'] span").all_inner_texts() == ["10", "9", "8", "7"]
    assert page.locator("[data-chapter=types] .rcells > div").all_inner_texts() == ["1", "4", "9", "16", "25"]
    assert page.locator("[data-chapter=fish] .rcells > div").all_inner_texts() == ["3", "6", "10", "15"]

    # A note opens in place, and the search hides chapters without a match.
    page.click("[data-chapter=hire] .term")
    assert "your worker pieces" in page.inner_text("[data-chapter=hire] .note")
    page.keyboard.press("Escape")
    page.wait_for_selector(DRAWER, state="detached")
    page.keyboard.press("r")
    page.wait_for_selector(DRAWER)
    page.wait_for_function("() => document.activeElement.matches('.rfind input')")
    page.keyboard.type("rice")
    page.wait_for_function("() => document.querySelectorAll('.chapter').length < 5")
    assert "rice" in page.locator(".chapter mark").all_inner_texts()
    page.keyboard.type("zzz")
    assert "No rule with this word" in page.locator(".rnone").inner_text()
    # The first Escape clears the search, the second closes the drawer.
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelectorAll('.chapter').length > 9")
    page.evaluate("() => document.querySelector('.rchaps button').focus()")
    page.keyboard.press("/")
    assert page.evaluate("() => document.activeElement.matches('.rfind input')")

    # The cards are in the same drawer, those of the season first.
    page.click(".rtabs button:nth-child(2)")
    page.wait_for_selector(".rcards section")
    assert page.locator(".rcards section").first.get_attribute("data-season") == "spring"
    page.fill(".rfind input", "monk")
    page.wait_for_function("() => document.querySelectorAll('.rcards li').length === 1")

    # The drawer stays open while the game goes on.
    page.fill(".rfind input", "")
    page.locator(".app .btn.can[data-button=income]").click()
    page.wait_for_function("() => document.querySelector('.app').dataset.ply")
    assert page.locator(DRAWER).count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector(DRAWER, state="detached")
    assert page.url.endswith("/t/" + page.url.rsplit("/", 1)[1])


def test_the_rules_have_the_numbers_of_the_table(tab: Tab) -> None:
    _open(tab, "you", "local", "local", overlay=OWN)
    page = tab.page
    page.keyboard.press("r")
    page.wait_for_selector(DRAWER)
    assert "Take 6 mon" in _text(tab, "hire")
    assert "+5 mon" in _text(tab, "hire")
    assert "brings 2 mon" in _text(tab, "month")
    assert page.locator("[data-fire='8'] span").all_inner_texts() == ["6", "5", "4", "3"]
    assert page.locator("[data-chapter=types] .rcells > div").all_inner_texts() == ["2", "5", "10", "17", "26"]
    assert page.locator("[data-chapter=fish] .rcells > div").all_inner_texts() == ["4", "8", "12", "20"]
    assert page.locator("[data-chapter=goods] .rcells > div").first.inner_text() == "7"


def test_two_players_have_their_own_rules(tab: Tab) -> None:
    _open(tab, "you", "local")
    tab.page.keyboard.press("r")
    tab.page.wait_for_selector(DRAWER)
    assert "The middle stall of a nagaya costs +1 mon" in _text(tab, "hire")
    assert tab.page.locator("[data-fire='5'] span").all_inner_texts() == ["4", "3", "2"]
    assert "one boat is closed" in _text(tab, "two")


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (390, 844)])
def test_on_smaller_screens_the_drawer_covers_the_table(tab: Tab, width: int, height: int) -> None:
    tab.resize(width, height)
    _open(tab, "you", "local", "local")
    page = tab.page
    page.click("[data-tool=rules]")
    page.wait_for_selector(DRAWER)
    box = page.locator(DRAWER).bounding_box()
    assert box["width"] == (380 if width == 820 else 390)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.click(f"{DRAWER} .x")
    page.wait_for_selector(DRAWER, state="detached")
    assert page.evaluate("() => document.activeElement.matches('[data-tool=rules]')")
