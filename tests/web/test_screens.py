"""Small, low and touched screens: what can be read, reached and pressed on them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from .playing import by_finger, choose, to_a_shop
from .tab import Tab
from .test_bar import to_where
from .test_table import hiring, to_hiring

OpenTab = Callable[..., Tab]
LOW = [(390, 664), (360, 640), (320, 568)]
"""Phones, as high as the bars of the browser leave them."""

LEAST = """() => {
  const shown = [...document.querySelectorAll('.board text')].filter((one) => one.textContent.trim())
  const sizes = shown.map((one) => Number(one.getAttribute('font-size')) * one.getScreenCTM().a)
  const stalls = [...document.querySelectorAll('.board .stall > rect:first-of-type')]
  const sides = stalls.map((one) => one.getBoundingClientRect()).flatMap((box) => [box.width, box.height])
  return [Math.min(...sizes), Math.min(...sides)]
}"""
"""The smallest writing on the board and the shortest side of a stall, in pixels."""


def touched(open_tab: OpenTab, width: int, height: int) -> Tab:
    return open_tab(width, height, has_touch=True, is_mobile=True, device_scale_factor=2)


def is_dear(move: dict[str, Any]) -> bool:
    return bool(move["kind"] == "hire" and move["reason"] == "short")


def board(tab: Tab) -> tuple[float, ...]:
    """Where the board is and how large; where its box is scrolled, as if it were not."""
    box = tab.page.locator(".board").bounding_box()
    assert box
    scrolled = tab.page.evaluate("document.querySelector('.boardbox').scrollTop")
    return tuple(round(one, 1) for one in (box["x"], box["y"] + scrolled, box["width"], box["height"]))


@pytest.mark.parametrize(("width", "height"), LOW)
def test_the_board_can_be_read_and_pressed_between_the_bars_of_a_phone(
    open_tab: OpenTab, width: int, height: int
) -> None:
    tab = touched(open_tab, width, height)
    table = to_hiring(tab, "you", "local", "local", "local", hints=True)
    for path in (f"table/{table}", f"replay/{table}/5"):
        tab.go(path)
        tab.page.wait_for_selector(".app[data-ply] .stall")
        text, side = tab.page.evaluate(LEAST)
        assert text >= 8, path
        assert side >= 44, path


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (390, 664)])
def test_the_board_keeps_its_size_over_whole_turns(open_tab: OpenTab, width: int, height: int) -> None:
    tab = touched(open_tab, width, height)
    table = tab.new_table("you", "local", hints=True)
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 2, random.Random(3))
    tab.go_to_table(table)
    chance = random.Random(3)
    seen = tab.settle()
    last = seen.ply + 20
    boards = {}
    while seen.ply < last:
        boards[board(tab)] = tab.page.locator(".prompt").inner_text()
        by_finger(tab, choose(seen, chance))
        seen = tab.settle()
    assert len(boards) == 1, boards


def test_a_wide_screen_that_is_too_low_can_be_scrolled(open_tab: OpenTab) -> None:
    tab = open_tab(1366, 600)
    to_hiring(tab, "you", "local")
    tab.page.mouse.move(600, 100)
    tab.page.mouse.wheel(0, 400)
    tab.page.wait_for_function(
        "() => document.querySelector('[data-button=end]').getBoundingClientRect().bottom <= innerHeight"
    )


def test_the_row_of_a_low_screen_rises_where_a_card_is_chosen_and_sinks_for_the_stalls(open_tab: OpenTab) -> None:
    tab = open_tab(1280, 720)
    table = to_where(tab, lambda view: hiring(view) and any(map(is_dear, view["game"].get("unavailable", []))))
    tab.go_to_table(table)
    tab.settle()
    page = tab.page
    shown = """() => {
      const bar = document.querySelector('.bar').getBoundingClientRect()
      const cards = [...document.querySelectorAll('.offer')].map((one) => one.getBoundingClientRect())
      const reasons = [...document.querySelectorAll('.offer .why')].map((one) => {
        const box = one.getBoundingClientRect()
        const there = (y) => one.contains(document.elementFromPoint(box.x + box.width / 2, y))
        return there(box.top + 2) && there(box.bottom - 2)
      })
      return [cards.every((one) => one.bottom <= bar.top), reasons.length > 0 && reasons.every(Boolean)]
    }"""
    board_was = board(tab)
    page.wait_for_function("() => document.activeElement.dataset.offer")
    assert page.evaluate(shown) == [True, True]
    # Whoever goes for a stall has all of it, and sees the reasons still.
    page.locator(".stall[data-room^=B], .stall[data-room^=C]").first.hover(position={"x": 30, "y": 20})
    assert page.evaluate(shown) == [False, True]
    page.mouse.move(2, 2)
    page.locator(".offer[data-legal]").first.click()
    page.wait_for_selector(".stall[data-legal] .paytxt")
    assert page.evaluate(shown) == [False, True]
    assert page.locator(".offer.sel .flag2").evaluate(
        "(one) => one.getBoundingClientRect().bottom <= document.querySelector('.bar').getBoundingClientRect().top"
    )
    assert board(tab) == board_was


def test_the_strip_opens_the_year_the_boats_and_the_order_at_a_fire(phone: Tab) -> None:
    table = phone.new_table("you", "local", "local")
    phone.advance(table, lambda view: view["game"]["position"]["month"] == 2, random.Random(3))
    phone.go_to_table(table)
    page = phone.page
    # What the month line has room for: the next payday and the next fire.
    assert page.locator(".monthline .next").all_inner_texts() == ["3", "5"]
    page.locator(".chip").first.tap()
    sheet = page.locator(".sheetbox")
    assert "month 5: fire 5" in (sheet.locator(".cal").get_attribute("aria-label") or "")
    assert sheet.locator("[data-slot]").count() == 5
    order = sheet.locator(".firetrack").get_attribute("aria-label") or ""
    assert all(name in order for name in ("Bo 1 ", "Bo 2 ")), order
    # A boat says what it is, and shutting that leads back.
    sheet.locator("[data-slot]").nth(3).tap()
    assert "3" in page.locator(".tappedwords").inner_text()
    page.locator(".sheetacts .btn:not(.can)").tap()
    sheet.locator(".cal").wait_for()
    # So does Esc, a sheet at a time.
    sheet.locator("[data-slot]").nth(3).tap()
    page.locator(".tappedwords").wait_for()
    page.keyboard.press("Escape")
    sheet.locator(".cal").wait_for()
    page.locator(".sheetacts .btn").tap()
    sheet.wait_for(state="detached")


def test_the_sign_of_the_construction_site_shows_the_buildings(phone: Tab) -> None:
    to_hiring(phone, "you", "local")
    phone.page.locator("[data-shop='6']").tap(force=True)
    assert phone.page.locator(".sheetbox [data-building]").count() == 6


def test_a_finger_on_a_wide_screen_is_told_what_it_would_do_and_does_it_by_a_button(open_tab: OpenTab) -> None:
    tab = open_tab(1366, 1024, has_touch=True)
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: "ikizama" in view["game"]["asked"] and bool(view["game"]["moves"]))
    tab.go_to_table(table)
    ply = tab.settle().ply
    page = tab.page
    boat = page.locator("[data-slot][data-legal]").first
    boat.tap()
    assert page.locator(".prompt b").inner_text() == boat.get_attribute("aria-label")
    page.locator("[data-button=back]").tap()
    page.locator("[data-button=do]").wait_for(state="detached")
    assert tab.ply(table) == ply
    boat.tap()
    page.locator("[data-button=do]").tap()
    tab.wait_for_ply(ply + 1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (844, 390)])
def test_a_hint_can_be_asked_for_on_a_narrow_screen(open_tab: OpenTab, width: int, height: int) -> None:
    tab = touched(open_tab, width, height)
    to_hiring(tab, "you", "local", hints=True)
    tab.page.locator("[data-button=hint]").tap()
    tab.page.wait_for_selector(".prompt span")


def test_the_ways_of_a_shop_rise_over_the_row_of_a_phone_and_the_board_stays(open_tab: OpenTab) -> None:
    tab = touched(open_tab, 390, 664)
    tab.go_to_table(to_a_shop(tab, "you", "local", "local"))
    tab.settle()
    before = board(tab)
    tab.page.locator("[data-button=shop]").tap()
    tab.page.wait_for_selector(".acts.dense")
    assert board(tab) == before
    whole = "(acts) => [...acts.children].filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length"
    assert tab.page.locator(".acts").evaluate(whole) >= 4


def test_what_a_finger_or_a_mouse_aims_at_is_large_enough(open_tab: OpenTab) -> None:
    tab = open_tab()
    high = "(all) => Math.min(...all.map((one) => one.getBoundingClientRect().height))"
    to_hiring(tab, "you", "local")
    assert tab.page.locator(".log li a").evaluate_all(high) >= 24
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: "ikizama" in view["game"]["asked"])
    tab.resize(390, 844)
    tab.go_to_table(table)
    tab.settle()
    boats = tab.page.locator(".boats [data-slot]")
    # Half way between the edge of the hull and that of its place.
    reached = """(all) => all.map((one) => {
      const box = one.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      return [-20, 0, 20].every((off) => one.contains(document.elementFromPoint(x, y + off)))
    })"""
    assert boats.evaluate_all(reached) == [True] * 5


STANDS = """() => {
  const boxes = (selector) => [...document.querySelectorAll(`main ${selector}`)].map((one) => {
    const {x, y, width, height} = one.getBoundingClientRect()
    return [one.textContent.trim(), ...[x, y, width, height].map(Math.round)]
  })
  const first = (selector) => boxes(selector)[0].slice(1)
  return { lanes: boxes('.mednum'), rest: ['.stage', '.board', '.offers', '.offer', '.bar'].map(first) }
}"""


@pytest.mark.parametrize(("width", "height", "lanes"), [(1440, 900, 8), (390, 844, 4)])
def test_what_is_there_before_the_table_stands_where_it_stays(
    open_tab: OpenTab, width: int, height: int, lanes: int
) -> None:
    tab = open_tab(width, height)
    table = tab.new_table("you", "local")
    asked: list[Any] = []
    tab.page.route(f"**/api/tables/{table}", lambda route: asked.append(route))
    tab.go(f"table/{table}")
    tab.page.wait_for_selector("main[aria-busy] .offer.blank", state="attached")
    while not asked:
        tab.page.wait_for_timeout(10)
    before = tab.page.evaluate(STANDS)
    # On the upright board two players have half of the squares elsewhere: nobody knows yet how many play.
    assert len(before["lanes"]) == lanes
    assert tab.page.locator("main .cross5").count() == 0
    for one in asked:
        one.continue_()
    tab.page.wait_for_selector(".app[data-ply] .board")
    after = tab.page.evaluate(STANDS)
    assert before["rest"] == after["rest"]
    assert [one for one in before["lanes"] if one not in after["lanes"]] == []
