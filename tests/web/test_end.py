"""The end of a game: who won, what decided it, the points as a picture, and three ways on."""

from __future__ import annotations

import random
from typing import Any

from tests.helpers.layout import LANGUAGES
from tests.helpers.moments import late_position
from tests.helpers.pictures import picture
from tests.helpers.tab import OpenTab, Tab
from tests.web.test_sight import contrast

VIEWPORTS = [(1440, 900), (1280, 720), (1024, 768), (820, 1180), (780, 493), (390, 844), (320, 568)]
OUTSIDE = """() => {
  const out = []
  const panel = document.querySelector('.ended').getBoundingClientRect()
  const boxes = '.ended :is(h2, p, a, button, strong, li, .endname), .endrail :is(p, .row)'
  for (const element of document.querySelectorAll(boxes)) {
    const box = element.getBoundingClientRect()
    if (!box.width) continue
    const isWide = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline'
    const isOut = element.closest('.ended') && (box.right > panel.right + 1 || box.bottom > panel.bottom + 1)
    if (isWide || isOut || box.right > innerWidth) out.push(`${element.className} ${element.textContent.trim()}`)
  }
  const root = document.documentElement
  if (root.scrollWidth > innerWidth) out.push(`the page is ${root.scrollWidth} wide`)
  return out
}"""
"""Return what leaves its box."""
FILLED = """() => [...document.querySelectorAll('.ways > .btn')].map((button) => {
  const { backgroundColor } = getComputedStyle(button)
  return backgroundColor === getComputedStyle(document.querySelector('.ways > .btn:first-child')).backgroundColor
})"""


def ended_table(tab: Tab, *seats: str) -> str:
    table = tab.new_table(*seats, start=late_position(len(seats), 12))
    tab.advance(table, lambda view: False, random.Random(3))
    return table


def widest_gap(scores: list[dict[str, Any]], own: int) -> tuple[int, int]:
    """Return the points of the winner and of the reader, or of the second, in the line with the largest gap."""
    winner = scores[0]
    rival = next((sheet for sheet in scores[1:] if sheet["seat"] == own), scores[1])
    pairs = [(winner["lines"][line], rival["lines"][line]) for line in winner["lines"]]
    return max(pairs, key=lambda pair: pair[0] - pair[1])


def test_the_end_names_the_winner_and_what_decided_it(open_tab: OpenTab) -> None:
    tab = open_tab()
    table = ended_table(tab, "you", "easy", "easy")
    view = tab.view(table)
    [own] = view["you"]["seats"]
    scores = sorted(view["table"]["game"]["scores"], key=lambda sheet: sheet["place"])
    assert scores[0]["total"] != scores[1]["total"]
    tab.go_to_table(table)
    page = tab.page
    page.wait_for_selector(".endrail")
    headline = page.locator(".ended h2").inner_text()
    assert "the talk of Edo" in headline
    assert str(scores[0]["total"]) in headline
    most, least = widest_gap(scores, own)
    why = page.locator(".ended .why").inner_text()
    assert f"({most}), " in why
    assert why.endswith(f"({least}).")
    # The parts of a bar are the lines of the score sheet, on one scale.
    for sheet in scores:
        row = page.locator(f"[data-points='{sheet['seat']}']")
        assert ("you" in row.inner_text().split()) == (sheet["seat"] == own)
        widths = row.locator("i").evaluate_all("(parts) => parts.map((part) => part.getBoundingClientRect().width)")
        whole = page.locator(".whole").first.bounding_box()
        assert whole
        scale = whole["width"] / scores[0]["total"]
        shown = [value for value in sheet["lines"].values() if value > 0]
        assert [round(width / scale) for width in widths] == shown
    assert page.evaluate(FILLED) == [True, False, False]
    sizes = [(box["width"], box["height"]) for way in page.locator(".ways > .btn").all() if (box := way.bounding_box())]
    assert sizes == [(232, 64)] * 3
    # The rail shows the picture that is shared; it says nothing about the table's link.
    shared = page.locator(".endrail .shared img")
    shared.scroll_into_view_if_needed()
    page.wait_for_function("(image) => image.complete && image.naturalWidth === 1200", arg=shared.element_handle())
    assert shared.evaluate("(image) => image.clientWidth") > 280
    # The board stays: nothing lies over a stall.
    assert page.locator(".stage .scores").count() == 0
    assert page.locator(".pennants").count() == 1
    assert tab.axe() == []
    for width, height in VIEWPORTS:
        tab.resize(width, height)
        page.wait_for_selector(".ended .points")
        for language in tab.each_language(LANGUAGES):
            assert page.evaluate(OUTSIDE) == [], (language, width)
            if language in ("en", "pl"):
                picture(page, f"end-{language}-{width}")


LINES = """() => {
  const headline = document.querySelector('.ended h2')
  const { paddingTop, lineHeight } = getComputedStyle(headline)
  return Math.round((headline.clientHeight - parseFloat(paddingTop)) / parseFloat(lineHeight))
}"""
"""Return the number of lines of the headline."""


def test_the_headline_has_room_on_a_tablet_in_the_dark(open_tab: OpenTab) -> None:
    tab = open_tab(820, 1180, color_scheme="dark")
    tab.go_to_table(ended_table(tab, "you", "easy", "easy"))
    tab.page.wait_for_selector(".endrail")
    for language in tab.each_language(LANGUAGES):
        assert tab.page.evaluate(LINES) <= 3, language
        assert tab.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), language
    # The edge of the black player's panel stands out from its ground.
    edge = "(panel) => [getComputedStyle(panel).borderLeftColor, getComputedStyle(panel).backgroundColor]"
    for panel in tab.page.locator(".endrail .place").all():
        colour, ground = panel.evaluate(edge)
        assert contrast(colour, ground) >= 3, colour


def test_a_tie_and_two_players(tab: Tab) -> None:
    table = ended_table(tab, "you", "local")

    def equal(route: Any) -> None:
        answer = route.fetch()
        view = answer.json()
        for sheet in view["table"]["game"]["scores"]:
            sheet["total"] = 40
        route.fulfill(response=answer, json=view)

    tab.page.route(f"**/api/tables/{table}", equal)
    tab.page.route_web_socket("**/live*", lambda socket: None)
    tab.go_to_table(table)
    tab.page.wait_for_selector(".endbanner")
    assert tab.page.locator(".endbanner").count() == 2
    assert "firefighting order" in tab.page.locator(".ended .why").inner_text()
    assert tab.page.evaluate(OUTSIDE) == []
