"""Small, low and touch screens: readable, reachable and pressable."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from edokko import components
from tests.helpers.layout import LANGUAGES
from tests.helpers.moments import late_position
from tests.helpers.patching import patch_view, show_clock
from tests.helpers.pictures import picture
from tests.helpers.playing import by_finger, choose_target, hiring, table_at_shop, table_where, to_hiring
from tests.helpers.tab import OpenTab, Tab

pytestmark = pytest.mark.matrix

LOW_PHONES = [(390, 664), (360, 640), (320, 568)]
"""Phones with the browser's bars visible."""

MIN_SIZES = """() => {
  // The prices on a crowded sign are squeezed; the sheet of its shop has them in full size.
  const shown = [...document.querySelectorAll('.board text:not(.shop .num)')]
    .filter((element) => element.textContent.trim())
  const sizes = shown.map((element) => Number(element.getAttribute('font-size')) * element.getScreenCTM().a)
  const stalls = [...document.querySelectorAll('.board .stall > rect:first-of-type')]
  const sides = stalls.map((element) => element.getBoundingClientRect()).flatMap((box) => [box.width, box.height])
  return [Math.min(...sizes), Math.min(...sides)]
}"""
"""Return the smallest type on the board and the shortest side of a stall, in pixels."""


def touch_tab(open_tab: OpenTab, width: int, height: int) -> Tab:
    return open_tab(width, height, has_touch=True, is_mobile=True, device_scale_factor=2)


def is_unaffordable(move: dict[str, Any]) -> bool:
    return bool(move["kind"] == "hire" and move["reason"] == "short")


def board(tab: Tab) -> tuple[float, ...]:
    """Return position and size of the board, without the scroll offsets of its box and of the page."""
    box = tab.page.locator(".board").bounding_box()
    assert box
    scrolled = tab.page.evaluate("document.querySelector('.boardbox').scrollTop + scrollY")
    return tuple(round(value, 1) for value in (box["x"], box["y"] + scrolled, box["width"], box["height"]))


@pytest.mark.parametrize(("width", "height"), LOW_PHONES)
def test_the_board_is_readable_and_pressable_on_a_low_phone(open_tab: OpenTab, width: int, height: int) -> None:
    tab = touch_tab(open_tab, width, height)
    table = to_hiring(tab, "you", "local", "local", "local", hints=True)
    for path in (f"t/{table}", f"t/{table}/replay/5"):
        tab.go(path)
        tab.page.wait_for_selector(".app[data-ply] .stall")
        text, side = tab.page.evaluate(MIN_SIZES)
        assert text >= 8, path
        assert side >= 44, path


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (390, 664)])
def test_the_board_keeps_its_size_during_turns(open_tab: OpenTab, width: int, height: int) -> None:
    tab = touch_tab(open_tab, width, height)
    tab.go_to_table(tab.new_table("you", "local", hints=True, start=late_position(2, 2)))
    chance = random.Random(3)
    seen = tab.settle()
    last = seen.ply + 12
    boards = {}
    while seen.ply < last:
        boards[board(tab)] = tab.page.locator(".asking").inner_text()
        by_finger(tab, choose_target(seen, chance))
        seen = tab.settle()
    assert len(boards) == 1, boards


def test_a_low_wide_screen_scrolls(open_tab: OpenTab) -> None:
    tab = open_tab(1366, 600)
    to_hiring(tab, "you", "local")
    tab.page.mouse.move(600, 100)
    tab.page.mouse.wheel(0, 400)
    tab.page.wait_for_function(
        "() => document.querySelector('[data-button=end]').getBoundingClientRect().bottom <= innerHeight"
    )


CARD_FAULTS = """() => {
  const box = (element) => element.getBoundingClientRect()
  const inside = (element, other) => element.left >= other.left - 1 && element.right <= other.right + 1
    && element.top >= other.top - 4.5 && element.bottom <= other.bottom + 1
  const faces = document.querySelector('.faces')
  const scrolls = faces.closest('.scrolls, .phone')
  if (scrolls) faces.scrollIntoView({ block: 'end' })
  const cards = [...document.querySelectorAll('.offer')]
  const spilt = cards.flatMap((card, index) => {
    const found = []
    const [name] = card.ariaLabel.split(',')
    if (!scrolls && !inside(box(card), box(faces))) found.push(`${name} leaves the row`)
    for (const other of cards.slice(index + 1)) {
      const [a, b] = [box(card), box(other)]
      const beside = a.right <= b.left + 0.5 || b.right <= a.left + 0.5
      const below = a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5
      if (!beside && !below) found.push(`${name} covers another card`)
    }
    // Nothing may cover price, name and salaries.
    for (const part of card.querySelectorAll('.cost, .name, .cell')) {
      const at = box(part)
      if (at.right > box(faces).right || at.left < box(faces).left) continue
      const there = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)
      if (!there || there.closest('.offer') !== card || there.matches('.why, .flag2')) found.push(`${name} is covered`)
      const size = part.matches('text') && parseFloat(getComputedStyle(part).fontSize) * part.getScreenCTM().a
      if (size && size < 9.45) found.push(`${name} is written ${size} high`)
    }
    return found
  })
  const least = cards[0].querySelectorAll('.cell').length
  return least ? [...new Set(spilt)] : ['there is no ladder']
}"""
"""Report offered cards that are clipped or too small to read."""


def offer_cards(count: int) -> Callable[[dict[str, Any]], None]:
    """Offer as many cards as few games reach; the last one is not affordable."""

    def more(game: dict[str, Any]) -> None:
        row = game["position"]["row"]
        known = {offer["card"] for offer in row} | {room.get("card") for room in game["position"]["rooms"]}
        spare = [character for character in components.load().characters if character not in known]
        row += [{"card": card, "cost": 4, "mon": 2} for card in spare[: count - len(row)]]

    return more


@pytest.mark.parametrize("count", [8, 12, 14])
def test_offers_shrink_or_scroll_and_cover_nothing(open_tab: OpenTab, count: int) -> None:
    tab = open_tab(1280, 720)

    def condition(view: dict[str, Any]) -> bool:
        few = len(view["game"]["position"]["row"]) <= count
        return few and hiring(view) and any(map(is_unaffordable, view["game"].get("unavailable", [])))

    table = table_where(tab, condition)
    patch_view(tab, table, offer_cards(count))
    tab.go_to_table(table)
    tab.settle()
    assert tab.page.locator(".offer").count() == count
    faults = {}
    for width, height in (
        (1280, 720), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440),
        (820, 1180), (1180, 820), (1024, 768), (768, 1024), (390, 844), (390, 664), (320, 568),
    ):  # fmt: skip
        tab.resize(width, height)
        board_was = board(tab)
        faults[width, height] = tab.page.evaluate(CARD_FAULTS)
        tab.page.locator(".offer[data-legal]").first.click()
        tab.page.wait_for_selector(".stall[data-legal] .paytxt")
        faults[width, height] += tab.page.evaluate(CARD_FAULTS)
        # A page that is too low scrolls to the pressed element.
        assert board(tab)[2:] == board_was[2:]
        tab.page.keyboard.press("Escape")
        tab.page.wait_for_selector(".stall[data-legal] .paytxt", state="detached")
    assert {size: finding for size, finding in faults.items() if finding} == {}


RAIL_FAULTS = """() => {
  const box = (element) => element.getBoundingClientRect()
  const panels = [...document.querySelectorAll('.rail .pl, .rail .bld')]
  const faults = panels.flatMap((panel) => {
    const { left, top, right, bottom } = box(panel)
    return [...panel.querySelectorAll('.who, .stats, .res, .ret, .kob, .goods, .lacks, .b')]
      .filter((part) => {
        const inner = box(part)
        return inner.left < left || inner.top < top || inner.right > right + 1 || inner.bottom > bottom + 1
      })
      .map((part) => `${panel.className}: ${part.className}`)
  })
  const rail = document.querySelector('.rail')
  if (panels.some((panel) => box(panel).bottom > box(rail).bottom + 1)) faults.push('below the rail')
  for (const part of document.querySelectorAll('.rail .log h2 > *'))
    if (box(part).height > 2 * parseFloat(getComputedStyle(part).fontSize)) faults.push(`wraps: ${part.textContent}`)
  return faults
}"""
"""Report what leaves its panel in the rail, and what wraps in the head of the log."""


def test_the_rail_shows_its_panels_whole(open_tab: OpenTab) -> None:
    tab = open_tab()
    for players in (3, 4):
        tab.go_to_table(tab.new_table("you", *["local"] * (players - 1), start=late_position(players, 11)))
        tab.settle()
        for width, height in ((1024, 768), (1180, 820), (820, 1180), (1280, 720), (1440, 900)):
            tab.resize(width, height)
            for language in tab.each_language(("pt", "pl")):
                assert tab.page.evaluate(RAIL_FAULTS) == [], (players, language, width, height)


CLIPPED_NAMES = """() => [...document.querySelectorAll('.rail .nm, .strip em')]
  .filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent)"""
NAMES = ("Washington", "Bartholomäus", "Wilhelmine M")
"""Names of up to twelve letters, which every screen with a rail shows whole."""

WITHOUT_LOG = ((1280, 640), (768, 1024), (1180, 820), (1024, 768))
"""Sizes without room for the log beside four players and the buildings."""


def test_names_are_whole_and_no_document_scrolls(open_tab: OpenTab) -> None:
    tab = open_tab()
    seats = [{"kind": "you"}, *({"kind": "local", "name": name} for name in NAMES)]
    view = tab.ask("POST", "/tables", {"seats": seats, "random_seats": False})
    tab.go_to_table(view["table"]["id"])
    tab.settle()
    scrolls = "() => [scrollingElement.scrollWidth > innerWidth, scrollingElement.scrollHeight > innerHeight]"
    scrolls = scrolls.replace("scrollingElement", "document.scrollingElement")
    for width, height in (
        (1280, 640), (1280, 720), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440),
        (820, 1180), (1180, 820), (1024, 768), (768, 1024),
    ):  # fmt: skip
        tab.resize(width, height)
        tab.page.wait_for_selector(".rail .pl:nth-child(4)")
        assert set(NAMES) & set(tab.page.evaluate(CLIPPED_NAMES)) == set(), (width, height)
        assert tab.page.evaluate(scrolls) == [False, False], (width, height)
        # A tablet has everything that a desktop has.
        for part in (".board .stall", ".rail .bld", ".rail .log", "[data-slot]"):
            if (width, height) in WITHOUT_LOG and part == ".rail .log":
                # With four players there is no room for the log: it is a drawer.
                continue
            assert tab.page.locator(part).first.is_visible(), (width, height, part)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (320, 256), (390, 844)])
def test_hiring_works_on_the_smallest_screens(open_tab: OpenTab, width: int, height: int) -> None:
    tab = open_tab(width, height)
    table = to_hiring(tab, "you", "local")
    ply = tab.settle().ply
    page = tab.page
    assert page.locator(".months > *").count() == 13
    month = tab.view(table)["table"]["game"]["position"]["month"]
    assert page.locator(".months .now").inner_text() == f"{month}"
    page.locator(".offer[data-legal]").first.click()
    page.wait_for_selector(".stall[data-legal] .paytxt", state="attached")
    page.locator(".stall[data-legal]").last.click()
    tab.wait_for_ply(ply + 2)
    assert tab.ply(table) == ply + 2
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(320, 256), (844, 390)])
def test_tapping_a_card_keeps_the_width_of_the_page(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = touch_tab(open_tab, *size)
    table = tab.new_table("you", "local")
    tab.advance(table, hiring)
    tab.go_to_table(table)
    tab.settle()
    tab.page.locator(".offer[data-legal]").first.tap()
    tab.page.wait_for_selector(".app > .bar .tapsheet")
    boxes = "['.top', '.stage', '.bar'].map((element) => document.querySelector(`.app > ${element}`).offsetWidth)"
    wide = tab.page.evaluate(boxes)
    assert all(120 <= faults <= size[0] for faults in wide), wide
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_panels_grow_with_the_board(open_tab: OpenTab) -> None:
    tab = open_tab()
    to_hiring(tab, "you", "local", "local", "local")
    widths = {}
    for size in ((1440, 900), (2560, 1440)):
        tab.resize(*size)
        widths[size] = [
            tab.page.locator(part).first.evaluate("(element) => element.getBoundingClientRect().width")
            for part in (".rail", ".offer", ".bar .btn:visible", ".top .mo")
        ]
        assert tab.page.locator(".rest .log").is_visible()
    for small, large in zip(*widths.values(), strict=True):
        assert large / small > 1.4


CHIPS = """() => [...document.querySelectorAll('.chip')].map((chip) => {
  const box = (node) => node.getBoundingClientRect()
  const [outer, clock] = [box(chip), chip.querySelector('.clock')]
  const { left, right, top, bottom } = box(clock)
  const neighbours = [...chip.querySelectorAll('em, .cr, .line > span, .ico, b')].filter((node) => box(node).width)
  const amounts = [...chip.querySelectorAll('.line > span, :scope > span:not(.line, .clock)')].map((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  })
  const overlap = (one, other) => one !== other && one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom
  return {
    apart: !amounts.some((one) => amounts.some((other) => overlap(one, other))),
    inside: left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom,
    whole: [[left + 2, top + 2], [right - 2, bottom - 2]].every(([x, y]) => clock === document.elementFromPoint(x, y)),
    free: neighbours.every((node) => box(node).right <= left + 1 || box(node).left >= right - 1
      || box(node).bottom <= top + 1 || box(node).top >= bottom - 1),
    name: box(chip.querySelector('em')).width,
  }
})"""
"""Say of each chip whether its clock lies inside, uncovered and free, whether its amounts lie apart, and how wide the
name is."""


@pytest.mark.parametrize("width", [320, 360, 390, 430])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_phone_shows_the_clock_of_every_player(open_tab: OpenTab, players: int, width: int) -> None:
    tab = open_tab(width, 844, has_touch=True, is_mobile=True)
    table = tab.new_table("you", *["local"] * (players - 1))
    for seconds in (45, 14399):
        show_clock(tab, table, seconds)
        tab.go_to_table(table)
        tab.settle()
        picture(tab.page, f"clock-{players}-{width}-{seconds}")
        chips = tab.page.evaluate(CHIPS)
        assert len(chips) == players
        for chip in chips:
            assert all(chip[what] for what in ("inside", "whole", "free", "apart")), chips
            assert chip["name"] > (18 if seconds < 3600 else 10), chips


def test_the_strip_opens_the_year_the_boats_and_the_fire_order(phone: Tab) -> None:
    phone.go_to_table(phone.new_table("you", "local", "local", start=late_position(3, 2)))
    page = phone.page
    says = page.locator(".months").get_attribute("aria-label")
    assert says == "Month 2 · spring; Next payday: month 3; Next fire: month 5, strength 5"
    page.locator(".chip").first.tap()
    sheet = page.locator(".sheetbox")
    assert "month 5: fire 5" in (sheet.locator(".cal").get_attribute("aria-label") or "")
    assert sheet.locator("[data-slot]").count() == 5
    order = sheet.locator(".firetrack [role=img]").first.get_attribute("aria-label") or ""
    assert all(name in order for name in ("Bo 1:", "Bo 2:")), order
    # A tapped boat is described in the bar, below the player's sheet.
    sheet.locator("[data-slot]").nth(3).tap()
    assert "3" in page.locator(".tapsheet .title").inner_text()
    page.locator("[data-button=undo]").tap()
    page.locator(".tapsheet").wait_for(state="detached")
    sheet.locator(".cal").wait_for()
    # Escape also closes one sheet at a time.
    sheet.locator("[data-slot]").nth(3).tap()
    page.locator(".tapsheet").wait_for()
    page.keyboard.press("Escape")
    sheet.locator(".cal").wait_for()
    page.locator(".sheetacts .btn").tap()
    sheet.wait_for(state="detached")


SHEET = """() => {
  const box = (where) => document.querySelector(where).getBoundingClientRect()
  const [sheet, hint, bar] = [box('.tapsheet'), box('.asking'), box('.app > .bar')]
  const covered = [...document.querySelectorAll('.app [data-legal], .bar .tile')].filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return left < sheet.right && right > sheet.left && top < sheet.bottom && bottom > sheet.top
  })
  return {
    place: Math.round(sheet.top - hint.top), inside: sheet.bottom <= bar.bottom + 0.5,
    covered: covered.map((element) => element.ariaLabel),
    picture: box('.tapsheet .pic').width, lines: document.querySelectorAll('.tapsheet .facts').length,
    says: document.querySelector('.tapsheet .about').innerText,
    boats: [...document.querySelectorAll('.boattiles [data-slot]')].map((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    }),
  }
}"""


def test_a_sheet_keeps_a_title_of_two_lines_whole(phone: Tab) -> None:
    tab = phone
    to_hiring(tab, "you", "local", "local")
    tab.page.locator(".offer[data-legal]").first.tap()
    tab.page.wait_for_selector(".tapsheet .facts ~ .facts")
    heights = []
    for language in tab.each_language(LANGUAGES):
        about, sheet = (tab.page.locator(where).bounding_box() for where in (".tapsheet .about", ".tapsheet"))
        assert about
        assert sheet
        assert about["y"] >= sheet["y"], language
        assert about["y"] + about["height"] <= sheet["y"] + sheet["height"], language
        heights.append(about["height"])
    assert max(heights) > min(heights) + 10


@pytest.mark.parametrize("size", [(390, 844), (780, 493)])
def test_a_tap_shows_picture_name_and_numbers_in_place_of_the_question(
    open_tab: OpenTab, size: tuple[int, int]
) -> None:
    tab = touch_tab(open_tab, *size)
    page = tab.page
    table = tab.new_table("you", "local", "local")
    tab.advance(table, lambda view: "ikizama" in view["game"]["asked"] and bool(view["game"]["moves"]))
    tab.go_to_table(table)
    tab.change_language("fr")
    ply = tab.settle().ply
    before = page.locator(".app > .bar").bounding_box()
    legal = page.locator("[data-slot][data-legal]")
    names = [element.get_attribute("aria-label") or "" for element in legal.all()]
    for number, name in enumerate(names):
        legal.nth(number).tap()
        seen = page.evaluate(SHEET)
        assert seen | {"says": ""} == {
            "place": 0, "inside": True, "covered": [], "picture": 78, "lines": 2, "says": "", "boats": [True] * 5,
        }  # fmt: skip
        assert name not in seen["says"]
        assert len(seen["says"]) < 60
        # The first tap only shows, and moves nothing.
        assert page.locator(".app > .bar").bounding_box() == before
    assert tab.ply(table) == ply
    # A second tap on the same boat acts, as the button does.
    legal.last.tap()
    tab.wait_for_ply(ply + 1)


def test_single_taps_are_offered_once_after_ten_confirmed_ones(phone: Tab) -> None:
    phone.go_to_table(phone.new_table("you", "local"))
    chance = random.Random(5)
    offers: list[int] = []
    while len(offers) < 12:
        target = choose_target(phone.settle(), chance)
        before = phone.look()
        phone.page.locator(target.selector).tap()
        if phone.page.locator("[data-button=do]").count():
            offers.append(phone.page.locator("[data-quick-tap]").count())
            phone.page.locator("[data-button=do]").tap()
        phone.wait_for_change(before)
    assert offers == [0] * 10 + [1, 0]


def chooses_boat(view: dict[str, Any]) -> bool:
    return view["game"].get("asked") == ["ikizama"] and bool(view["game"]["position"]["month"] > 1)


def test_a_phone_shows_the_fire_order(phone: Tab) -> None:
    table = table_where(phone, chooses_boat, players=3, month=2)
    phone.go_to_table(table)
    phone.settle()
    view = phone.view(table)["table"]
    position, seats = view["game"]["position"], view["seats"]
    entries = phone.page.locator(".offers .fireorder li").all()
    names = [seats[seat]["name"] for seat in position["fire_order"]]
    assert [text.get_attribute("aria-label").split(":")[0] for text in entries] == names
    levels = [str(position["players"][seat].get("fire", 0)) for seat in position["fire_order"]]
    assert [text.locator("b").inner_text() for text in entries] == levels


def test_a_start_card_stays_visible_until_it_is_placed(tab: Tab) -> None:
    tab.go_to_table(tab.new_table("you", "local"))
    tab.settle()
    start = tab.page.locator(".offer[data-legal]").first
    card = start.get_attribute("data-offer")
    start.click()
    tab.page.wait_for_selector(".stall[data-legal]")
    assert [locator.get_attribute("data-offer") for locator in tab.page.locator("[data-offer]").all()] == [card]
    assert tab.page.locator("[data-offer]").get_attribute("aria-pressed") == "true"


def test_the_sign_of_the_construction_site_shows_the_buildings(phone: Tab) -> None:
    to_hiring(phone, "you", "local")
    phone.page.locator("[data-shop='6']").tap(force=True)
    assert phone.page.locator(".sheetbox [data-building]").count() == 6


def test_a_tap_on_a_wide_screen_is_confirmed_in_the_bar(open_tab: OpenTab) -> None:
    tab = open_tab(1366, 1024, has_touch=True)
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: "ikizama" in view["game"]["asked"] and bool(view["game"]["moves"]))
    tab.go_to_table(table)
    ply = tab.settle().ply
    page = tab.page
    boat = page.locator("[data-slot][data-legal]").first
    boat.tap()
    # A name, pictures and numbers, not the accessible name.
    assert page.locator(".tapsheet .title").inner_text() in (boat.get_attribute("aria-label") or "")
    assert len(page.locator(".tapsheet .about").inner_text()) < 40
    page.locator("[data-button=back]").tap()
    page.locator("[data-button=do]").wait_for(state="detached")
    assert tab.ply(table) == ply
    boat.tap()
    page.locator("[data-button=do]").tap()
    tab.wait_for_ply(ply + 1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (844, 390)])
def test_hints_work_on_narrow_screens(open_tab: OpenTab, width: int, height: int) -> None:
    tab = touch_tab(open_tab, width, height)
    to_hiring(tab, "you", "local", hints=True)
    tab.page.locator("[data-button=hint]").tap()
    tab.page.wait_for_selector(".prompt span")


def test_a_phone_shows_shop_deals_in_the_bar_and_keeps_the_board(open_tab: OpenTab) -> None:
    tab = touch_tab(open_tab, 390, 664)
    tab.go_to_table(table_at_shop(tab, 3))
    before = tab.settle()
    stood = board(tab)
    assert tab.page.locator(".tray .tile").count() >= 3
    tab.page.locator("[data-shop][data-legal]").tap()
    tab.wait_for_change(before)
    assert board(tab) == stood


def test_targets_are_large_enough(open_tab: OpenTab) -> None:
    tab = open_tab()
    high = "(all) => Math.min(...all.map((element) => element.getBoundingClientRect().height))"
    to_hiring(tab, "you", "local")
    assert tab.page.locator(".log li a").evaluate_all(high) >= 24
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: "ikizama" in view["game"]["asked"])
    tab.resize(390, 844)
    tab.go_to_table(table)
    tab.settle()
    boats = tab.page.locator(".boattiles [data-slot]")
    # Half way between the edge of the hull and that of its touch area.
    reached = """(all) => all.map((element) => {
      const box = element.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      return [-20, 0, 20].every((off) => element.contains(document.elementFromPoint(x, y + off)))
    })"""
    assert boats.evaluate_all(reached) == [True] * 5


LAYOUT_BOXES = """() => {
  const boxes = (selector) => [...document.querySelectorAll(`main ${selector}`)].map((element) => {
    const {x, y, width, height} = element.getBoundingClientRect()
    return [element.textContent.trim(), ...[x, y, width, height].map(Math.round)]
  })
  const first = (selector) => boxes(selector)[0].slice(1)
  return { lanes: boxes('.mednum'), rest: ['.stage', '.board', '.offers', '.offer', '.bar'].map(first) }
}"""


@pytest.mark.parametrize(("width", "height", "lanes"), [(1440, 900, 8), (390, 844, 4)])
def test_the_skeleton_has_the_layout_of_the_table(open_tab: OpenTab, width: int, height: int, lanes: int) -> None:
    tab = open_tab(width, height)
    table = tab.new_table("you", "local")
    held_back: list[Any] = []
    tab.page.route(f"**/api/tables/{table}", lambda route: held_back.append(route))
    tab.go(f"t/{table}")
    tab.page.wait_for_selector("main[aria-busy] .offer.blank", state="attached")
    while not held_back:
        tab.page.wait_for_timeout(10)
    before = tab.page.evaluate(LAYOUT_BOXES)
    # With two players the upright board has half of the squares elsewhere, and the number of players is not known yet.
    assert len(before["lanes"]) == lanes
    assert tab.page.locator("main .cross5").count() == 0
    for route in held_back:
        route.continue_()
    tab.page.wait_for_selector(".app[data-ply] .board")
    after = tab.page.evaluate(LAYOUT_BOXES)
    assert before["rest"] == after["rest"]
    assert [lane for lane in before["lanes"] if lane not in after["lanes"]] == []
