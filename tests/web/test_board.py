"""Nothing on the board covers text: prices, tracks, pawns, brackets, refusals."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.helpers.layout import LANGUAGES
from tests.helpers.moments import late_position
from tests.helpers.patching import patch_view
from tests.helpers.playing import table_where
from tests.helpers.tab import ASK_FOR_LANGUAGE, OpenTab, Tab

SIZES = ((1280, 720), (390, 844))

PRICE_FAULTS = """() => [...document.querySelectorAll('.stall:not(.quiet) .price')].flatMap((element) => {
  const box = (of) => of.getBoundingClientRect()
  const [pill, text, coin] = ['.pay', '.paytxt', '.paycoin'].map((name) => box(element.querySelector(name)))
  const scale = element.getScreenCTM().a
  const stall = element.closest('.stall')
  const others = [...stall.querySelectorAll('.goldrim, .sidbg, .reasonpill')].map(box)
  const wrong = []
  if (text.left - pill.left < 5 * scale) wrong.push('text at the edge')
  if (coin.left - text.right < 2 * scale) wrong.push('coin at the text')
  if (pill.right - coin.right < 5 * scale) wrong.push('coin at the edge')
  const bay = box(stall.querySelector('.bay, .paper'))
  if (pill.left < bay.left || pill.right > bay.right) wrong.push('wider than its stall')
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  if (others.some((other) => over(pill, other))) wrong.push('covers another mark')
  return wrong.map((what) => `${stall.dataset.room} "${element.textContent.trim()}": ${what}`)
})"""
"""Report faults of the prices on stalls."""

COVERED = """([what, by]) => {
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const boxes = (where) => [...document.querySelectorAll(where)].map((node) => [node, node.getBoundingClientRect()])
  return boxes(what).flatMap(([node, box]) => boxes(by).filter(([other, its]) => other !== node && over(box, its))
    .map(([other]) => `${node.textContent.trim() || node.getAttribute('class')} under ${other.getAttribute('class')}`))
}"""
"""Report which elements are covered by which others."""

OVERLAPPING_DISCS = """(where) => {
  const found = [...document.querySelectorAll(where)].map((node) => node.querySelector('.disc').getBoundingClientRect())
  const far = (a, b) => Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
  return [found.length, found.flatMap((a, index) =>
    found.slice(index + 1).filter((b) => far(a, b) < (a.width + b.width) / 2 - 2.5)).length]
}"""
"""Count the discs, and those that overlap beyond their white edges."""

ENDLESS_ANIMATIONS = """() => document.getAnimations()
  .filter((element) => element.effect.getComputedTiming().iterations === Infinity)
  .map((element) => element.animationName ?? 'script')"""

TILE_FAULTS = """() => [...document.querySelectorAll('.b.no')].flatMap((tile) => {
  const box = (of) => of.getBoundingClientRect()
  const rows = ['.why', '.bn', '.bl'].map((name) => box(tile.querySelector(name)))
  const whole = box(tile)
  const wrong = []
  rows.slice(1).forEach((row, index) => {
    if (row.top < rows[index].bottom - 1) wrong.push(`row ${index + 1} over the element above it`)
  })
  if (rows[0].top < whole.top || rows[2].bottom > whole.bottom) wrong.push('beyond its tile')
  const why = tile.querySelector('.why')
  if (why.scrollWidth > why.clientWidth) wrong.push('cut')
  return wrong.map((element) => `${tile.dataset.building}: ${element}`)
})"""


def hiring(view: dict[str, Any]) -> bool:
    """Check whether a character can be hired, among four players in month 3 or later."""
    game = view["game"]
    return game["position"]["month"] >= 3 and any(move["kind"] == "hire" for move in game["moves"])


@pytest.fixture
def hire(tab: Tab) -> tuple[Tab, str]:
    return tab, table_where(tab, hiring, month=3)


def test_nothing_covers_text_on_the_board_during_a_hire(hire: tuple[Tab, str]) -> None:
    tab, table = hire
    for width, height in SIZES:
        tab.resize(width, height)
        tab.go_to_table(table)
        tab.settle()
        if not tab.page.locator(".stall .price").count():
            tab.page.locator(".offer[data-legal]").first.focus()
            tab.page.keyboard.press("Enter")
        tab.page.wait_for_selector(".stall .price")
        # The squares that the turn's boat reaches are marked before a hire.
        assert tab.page.locator(".ghost.reached").count() > 0, width
        # An open stall has a reason; a quiet one shows its price while the pointer is over it.
        assert 0 < tab.page.locator(".reasonpill").count() == tab.page.locator(".paytxt").count() <= 5, width
        for language in LANGUAGES:
            tab.change_language(language)
            where = f"{language} {width}"
            assert tab.page.evaluate(PRICE_FAULTS) == [], where
            assert tab.page.evaluate(COVERED, [".rooftxt, .crosst", ".legalcorner"]) == [], where
            assert tab.page.evaluate(COVERED, [".shopname, .landing", ".pawn use"]) == [], where


def test_a_hire_shows_the_rice_of_the_next_payday(hire: tuple[Tab, str]) -> None:
    tab, table = hire
    view = tab.view(table)["table"]["game"]
    meals = {move["parts"][0]: move["preview"]["meal"] for move in view["moves"] if move["kind"] == "hire"}
    tab.go_to_table(table)
    tab.settle()
    card = tab.page.locator(".offer[data-legal]").first
    meal = meals[card.get_attribute("data-offer") or ""]
    card.click()
    text = tab.page.locator(".insp .meal").inner_text()
    assert f"need {meal['needs']} rice, you have {meal['has']}" in text
    lacks = max(0, meal["needs"] - meal["has"])
    assert tab.page.locator(f"[data-panel='{view['turn']['seat']}'] .warn").count() == (lacks > 0)


OUTSIDE_DETAIL = """() => {
  const detail = document.querySelector('.insp')
  const { right } = detail.querySelector('.bd').getBoundingClientRect()
  return [...detail.querySelectorAll('.bd p, .bd .meal, .track > span, .track .ico')]
    .filter((element) => element.getBoundingClientRect().right > right - 8)
    .map((element) => element.textContent.trim())
}"""
"""Return what stands at the right edge of the card's detail or beyond it."""


def test_the_detail_of_a_card_keeps_a_long_ladder_inside(hire: tuple[Tab, str]) -> None:
    tab, table = hire
    characters = tab.ask("GET", "/components")["characters"]
    characters.sort(key=lambda character: sum(len(step) for step in character.get("salary", [])))
    cards = [character["id"] for character in characters[-8:]]

    def offer(game: dict[str, Any]) -> None:
        game["position"]["row"] = [{"card": card, "mon": 1} for card in cards]
        game["moves"] = game["unavailable"] = []

    patch_view(tab, table, offer)
    tab.go_to_table(table)
    for card in cards:
        tab.page.locator(f"[data-offer={card}]").hover()
        tab.page.wait_for_selector(".insp .track")
        for language in LANGUAGES:
            tab.change_language(language)
            assert tab.page.evaluate(OUTSIDE_DETAIL) == [], (card, language)


def test_names_follow_the_language_without_a_reload(hire: tuple[Tab, str]) -> None:
    tab, table = hire
    names = {each["id"]: each["names"] for each in tab.ask("GET", "/components")["characters"]}
    tab.go_to_table(table)
    tab.settle()
    offers = tab.page.locator("[data-offer]")
    cards = [card for offer in offers.all() if (card := offer.get_attribute("data-offer")) in names]
    assert cards
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url) if "/components" in request.url else None)

    def named(language: str) -> list[str]:
        labels = [offer.get_attribute("aria-label") or "" for offer in offers.all()]
        return [card for card in cards if any(names[card][language] in label for label in labels)]

    for language in LANGUAGES:
        tab.change_language(language)
        assert named(language) == cards, language
    # Each language is asked for by itself: together they are twice as large.
    assert len(asked) == len(LANGUAGES) - 1
    assert all(url.rpartition("=")[2] in LANGUAGES for url in asked)


NOTE_LANGUAGES = """() => {
  window.languages = []
  const note = (records) => languages.push(...records.map(({ target }) => target.lang || target.dataset.names))
  const notes = new MutationObserver(note)
  notes.observe(document.documentElement, { subtree: true, attributeFilter: ['lang', 'data-names'] })
}"""
"""Note from now on each change of the page's language and of that of a table's names."""


@pytest.mark.parametrize("late", ["**/components?language=fr", re.compile(r"/assets/fr-[^/]*\.js$")])
def test_the_last_of_two_languages_stays_though_the_first_arrives_later(
    late: str | re.Pattern[str], hire: tuple[Tab, str]
) -> None:
    tab, table = hire
    tab.go_to_table(table)
    tab.settle()
    held: list[Any] = []
    tab.page.route(late, lambda route: held.append(route))
    with tab.page.expect_request(late):
        tab.page.evaluate(ASK_FOR_LANGUAGE, "fr")
    tab.change_language("es")
    tab.page.evaluate(NOTE_LANGUAGES)
    for route in held:
        with tab.page.expect_event("requestfinished", lambda request: "fr" in request.url):
            route.continue_()
    tab.page.unroute(late)
    tab.page.wait_for_timeout(300)  # in which a page that took the late answer would show it
    assert "fr" not in tab.page.evaluate("window.languages")
    assert tab.page.locator("[data-names]").get_attribute("data-names") == "es"
    tab.change_language("fr")
    assert tab.page.locator("[data-names]").get_attribute("data-names") == "fr"


def test_the_missing_rice_of_a_hire_fits_its_box(hire: tuple[Tab, str]) -> None:
    tab, table = hire

    def hungry(game: dict[str, Any]) -> None:
        for move in game["moves"]:
            if move["kind"] == "hire":
                move["preview"]["meal"] |= {"needs": move["preview"]["meal"]["has"] + 4}

    patch_view(tab, table, hungry)
    tab.go_to_table(table)
    tab.settle()
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.locator(".res .warn").first.wait_for()
    for width, height in ((1440, 900), (1280, 720), (1024, 768), (820, 1180)):
        tab.resize(width, height)
        box = tab.page.locator(":has(> .warn)").first.evaluate(
            "(element) => [element.scrollWidth, element.clientWidth]"
        )
        assert box[0] <= box[1], width


def test_at_the_start_every_crest_of_the_fire_track_is_visible_in_order(tab: Tab) -> None:
    """All start at 0, so only the order says who chooses a boat first."""
    table = tab.new_table("you", "local", "local", "local")
    tab.go_to_table(table)
    tab.settle()
    order = tab.view(table)["table"]["game"]["position"]["fire_order"]
    for where in ("[data-disc]", "[data-order]", "[data-iki]"):
        assert tab.page.evaluate(OVERLAPPING_DISCS, where) == [4, 0], where
    assert [
        int(locator.get_attribute("data-order") or "") for locator in tab.page.locator("[data-order]").all()
    ] == order


def test_boats_describe_what_they_give(tab: Tab) -> None:
    table = tab.new_table("you", "local", "local")
    tab.advance(table, lambda view: view["game"]["asked"] == ["ikizama"], random.Random(1))
    tab.go_to_table(table)
    tab.settle()
    label = tab.page.locator("[data-slot='1-4']").get_attribute("aria-label") or ""
    assert "Brings 1 mon, but no income and no hire" in label
    tab.page.locator("[data-slot='3']").hover()
    tip = tab.page.locator("#tip.on")
    tip.wait_for()
    assert "Moves 3 squares" in tip.inner_text()
    assert "Number 4 in the order of play" in tip.inner_text()


def cannot_build(view: dict[str, Any]) -> bool:
    """Check whether a player at the construction site lacks something for a building."""
    game = view["game"]
    stands = game["turn"].get("move") == "done" and game["position"]["players"][game["turn"]["seat"]]["square"] == 6
    why = [refusal["reason"] for refusal in game.get("unavailable", []) if refusal["parts"][:1] == ["build"]]
    return bool(stands and "short" in why)


def test_the_refusal_of_a_building_covers_neither_name_nor_cost(tab: Tab) -> None:
    table = table_where(tab, cannot_build, players=2)

    def poor(game: dict[str, Any]) -> None:
        for refusal in game["unavailable"]:
            if refusal["parts"][:1] == ["build"]:
                refusal |= {"reason": "short", "missing": {"mon": 1, "wood": 2, "koban": 2}}

    patch_view(tab, table, poor)
    for width, height in ((1440, 900), (1280, 720)):
        tab.resize(width, height)
        tab.go_to_table(table)
        tab.settle()
        assert tab.page.locator(".b.no .why").count() > 0
        assert tab.page.evaluate(TILE_FAULTS) == [], width


def test_no_animation_is_endless(open_tab: OpenTab, hire: tuple[Tab, str]) -> None:
    first, table = hire
    tab = open_tab(reduced_motion="no-preference")
    tab.page.context.add_cookies(first.page.context.cookies())
    tab.go_to_table(table)
    tab.settle()
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.wait_for_selector(".legalcorner")
    assert tab.page.evaluate(ENDLESS_ANIMATIONS) == []


def test_forced_colours_mark_the_month_and_keep_the_crests(open_tab: OpenTab, hire: tuple[Tab, str]) -> None:
    first, table = hire
    tab = open_tab(forced_colors="active")
    tab.page.context.add_cookies(first.page.context.cookies())
    tab.go_to_table(table)
    tab.settle()
    look = (
        "(element) => { const style = getComputedStyle(element); return [style.outlineStyle, style.forcedColorAdjust] }"
    )
    assert tab.page.locator(".cal .now").evaluate(look)[0] == "solid"
    for picture in (".cr", ".board"):
        assert tab.page.locator(picture).first.evaluate(look)[1] == "none", picture
    # Late in a game a player has characters that have retired.
    tab.go_to_table(tab.new_table("you", "local", start=late_position(2, 11)))
    assert tab.page.locator(".ret").first.evaluate(look)[1] == "none"


def test_at_new_year_the_row_without_cards_says_what_happens(tab: Tab) -> None:
    tab.go_to_table(tab.new_table("you", "local", start=late_position(2, 13)))
    assert tab.page.locator(".offers .offer").count() == 0
    assert "one more square" in tab.page.locator(".offers .slot").inner_text()
