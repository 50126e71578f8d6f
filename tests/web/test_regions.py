"""Keyboard navigation: Tab moves between regions in order, arrows move inside one, and a low screen has a drawer."""

from __future__ import annotations

from itertools import groupby

import pytest

from tests.helpers.pictures import picture
from tests.helpers.playing import table_at_building_site, to_hiring
from tests.helpers.tab import OpenTab, Tab

REGIONS = {
    "bar": "choices",
    "offers": "offers",
    "boardbox": "board",
    "players": "players",
    "strip": "players",
    "log": "log",
}
FOCUSED_REGION = (
    f"document.activeElement.closest('{', '.join(f'.{element}' for element in REGIONS)}')?.className.split(' ') ?? []"
)
"""Evaluates to the class names of the region with the focus."""
FOCUSED_NAME = "document.activeElement.ariaLabel ?? document.activeElement.textContent"


def wait_for_focus(tab: Tab, *seats: str) -> None:
    """Show a table with a possible hire, and wait for the automatic focus."""
    to_hiring(tab, *seats)
    tab.page.wait_for_function("() => document.activeElement.hasAttribute('data-legal')")


def tab_order(tab: Tab) -> list[str]:
    """Return the regions in tab order, one round."""
    tab.page.evaluate("document.activeElement.blur()")
    seen = []
    for _ in range(40):
        tab.page.keyboard.press("Tab")
        seen += [REGIONS[name] for name in tab.page.evaluate(FOCUSED_REGION) if name in REGIONS]
    order = [name for name, _ in groupby(seen)]
    start = order.index("choices")
    return order[start : order.index("choices", start + 1)]


def test_tab_goes_from_region_to_region_in_their_order(open_tab: OpenTab) -> None:
    tab = open_tab()
    wait_for_focus(tab, "you", "local", "easy")
    assert tab_order(tab) == ["choices", "offers", "board", "players", "log"]
    tab.resize(820, 1180)
    tab.page.wait_for_selector(".app.tablet .rail")
    assert tab_order(tab) == ["choices", "offers", "board", "players", "log"]
    tab.resize(390, 844)
    tab.page.wait_for_selector(".app.phone .strip")
    assert tab_order(tab) == ["choices", "offers", "board", "players"]


@pytest.mark.parametrize("region", [".bar", ".players", ".log"])
def test_a_region_is_a_single_tab_stop_and_arrows_move_inside_it(tab: Tab, region: str) -> None:
    wait_for_focus(tab, "you", "local", "easy")
    page = tab.page
    stops = page.locator(f"{region} [data-nav]")
    assert stops.count() > 2
    page.locator(f"{region} [data-nav][tabindex='0']").focus()
    assert page.locator(f"{region} [data-nav][tabindex='0']").count() == 1
    been = {page.evaluate(FOCUSED_NAME)}
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
        been.add(page.evaluate(FOCUSED_NAME))
    assert len(been) > 2, been
    assert page.evaluate(f"document.activeElement.closest('{region}') !== null")
    page.keyboard.press("Tab")
    assert page.evaluate(f"document.activeElement.closest('{region}') === null")


def test_on_a_low_screen_the_log_is_a_drawer(open_tab: OpenTab) -> None:
    tab = open_tab(1280, 720)
    wait_for_focus(tab, "you", "local", "local", "local")
    page = tab.page
    page.locator(".offer[data-legal]").first.focus()
    before = page.evaluate(FOCUSED_NAME)
    page.keyboard.press("l")
    drawer = page.locator(".drawer")
    drawer.wait_for()
    picture(page, "drawer")
    # The drawer is as high as the rail and lies beside the board, so that the game can go on.
    box, board = drawer.bounding_box(), page.locator(".stage").bounding_box()
    assert box
    assert board
    assert box["height"] > 500
    assert box["x"] >= board["x"] + board["width"]
    assert page.locator(".drawer .log li").last.is_visible()
    assert page.evaluate("document.activeElement.closest('.drawer') !== null")
    page.keyboard.press("Escape")
    drawer.wait_for(state="detached")
    assert page.evaluate(FOCUSED_NAME) == before
    # The same key closes it, and does not move the focus of a player who has gone on meanwhile.
    page.keyboard.press("l")
    drawer.wait_for()
    page.locator(".offer[data-legal]").last.focus()
    there = page.evaluate(FOCUSED_NAME)
    page.keyboard.press("l")
    drawer.wait_for(state="detached")
    assert page.evaluate(FOCUSED_NAME) == there
    page.keyboard.press("?")
    page.wait_for_selector(".keys kbd")
    assert "L" in page.locator(".keys kbd").all_inner_texts()


def test_a_high_screen_has_the_log_in_the_rail(tab: Tab) -> None:
    to_hiring(tab, "you", "local")
    assert tab.page.locator(".rest .log").is_visible()
    players = tab.page.locator(".players .pl").first
    tab.page.keyboard.press("l")
    tab.page.wait_for_selector(".drawer .log")
    box, panel = tab.page.locator(".drawer").bounding_box(), players.bounding_box()
    assert box
    assert panel
    assert box["y"] > panel["y"] + panel["height"]


COVERED = """() => [...document.querySelectorAll('.app.phone [data-legal]:not(.sheetbox *)')].flatMap((element) => {
  const box = element.getBoundingClientRect()
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return there?.closest('.sheetbox') ? [element.ariaLabel] : []
})"""


def test_on_a_phone_the_buildings_cover_no_legal_target(open_tab: OpenTab) -> None:
    tab = open_tab(390, 844)
    tab.go_to_table(table_at_building_site(tab))
    page = tab.page
    page.wait_for_selector(".inrow [data-legal]")
    for height in (844, 664):
        tab.resize(390, height)
        picture(page, f"site-{height}")
        assert page.evaluate(COVERED) == []
        for locator in page.locator(".inrow [data-legal]").all():
            locator.scroll_into_view_if_needed()
            box, row = locator.bounding_box(), page.locator(".inrow").bounding_box()
            assert box
            assert row
            assert row["y"] <= box["y"] + 0.5
            # Scrolling can stop at fractions of a pixel.
            assert box["y"] + box["height"] <= row["y"] + row["height"] + 0.5
    assert page.locator(".offers").evaluate("(element) => element.inert")
    for away in (page.locator(".inrow > .btn").click, lambda: page.keyboard.press("Escape")):
        away()
        page.wait_for_selector(".inrow", state="detached")
        assert not page.locator(".offers").evaluate("(element) => element.inert")
        page.reload()
        page.wait_for_selector(".inrow [data-legal]")


@pytest.mark.parametrize("key", ["l", "a"])
def test_on_a_phone_the_focus_is_never_under_a_sheet(open_tab: OpenTab, key: str) -> None:
    tab = open_tab(390, 844)
    to_hiring(tab, "you", "local")
    page = tab.page
    page.locator(".board [data-legal]").first.focus()
    before = page.evaluate(FOCUSED_NAME)
    page.keyboard.press(key)
    page.wait_for_selector(".fullsheet")
    assert page.evaluate("document.activeElement.closest('.fullsheet') !== null")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.offers, .stage') === null")
    page.locator(".fullsheet button, .fullsheet ol").first.focus()
    page.keyboard.press("Escape")
    page.wait_for_selector(".fullsheet", state="detached")
    assert page.evaluate(FOCUSED_NAME) == before


def test_the_focus_returns_from_a_sheet_whose_code_loads_late(open_tab: OpenTab) -> None:
    tab = open_tab(390, 844)
    to_hiring(tab, "you", "local")
    page = tab.page
    page.route("**/Choices-*.js", lambda route: (page.wait_for_timeout(500), route.continue_()))
    page.locator(".board [data-legal]").first.focus()
    before = page.evaluate(FOCUSED_NAME)
    page.keyboard.press("a")
    page.wait_for_selector(".fullsheet .choices")
    assert page.evaluate("document.activeElement.closest('.fullsheet') !== null")
    page.keyboard.press("Escape")
    page.wait_for_selector(".fullsheet", state="detached")
    assert page.evaluate(FOCUSED_NAME) == before
