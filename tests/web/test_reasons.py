"""Refusals are explained where they appear, and the bar's text is readable."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers.layout import LANGUAGES, LAYOUT_FAULTS
from tests.helpers.letters import ANY_LETTERS
from tests.helpers.moments import late_position
from tests.helpers.patching import ChangingTable, occupied_room, patch_view, set_fire
from tests.helpers.pictures import picture
from tests.helpers.playing import table_at_shop, to_hiring
from tests.helpers.tab import OpenTab, Tab

SIZES = [(1440, 900), (1280, 720), (390, 844)]
CLIPPED = """(where) => [...document.querySelectorAll(where)].filter((element) => {
  const box = element.getBoundingClientRect()
  const isCut = element.scrollHeight > element.clientHeight + 3 || element.scrollWidth > element.clientWidth + 1
  return isCut || box.width < 2 || box.height < 2
}).map((element) => element.textContent)"""


def at_size(tab: Tab, size: tuple[int, int], table: str) -> None:
    """Open a table at a screen size."""
    tab.resize(size[0], size[1])
    tab.go_to_table(table)
    tab.settle()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_unaffordable_deal_is_dimmed_and_explained(open_tab: OpenTab, theme: str) -> None:
    tab = open_tab(color_scheme=theme)
    table = tab.new_table("you", "local", start=late_position(2, 3))

    def poor(game: dict[str, Any]) -> None:
        room = occupied_room(game)["id"]
        building = game["position"]["offer"][0]["building"]
        game["moves"] = [move for move in game["moves"] if move["kind"] not in ("work", "shop")]
        short = {"reason": "short", "missing": {"mon": 1}}
        game["unavailable"] = [
            {"words": f"work {room}", "kind": "work", "parts": [room], **short},
            {"words": f"shop build {building}", "kind": "shop", "parts": ["build", building], **short},
        ]

    patch_view(tab, table, poor)
    tab.go_to_table(table)
    assert tab.page.locator(".stall.off .whytxt").text_content() == "1 mon short"
    # A building shows the missing amount as a number with an icon, and in words.
    building = tab.page.locator(".b.no")
    assert building.locator(".why").inner_text() == "−1"
    assert "1 mon" in str(building.get_attribute("aria-label"))
    picture(tab.page, f"short-{theme}")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (820, 1180), (844, 390)])
def test_what_a_card_lacks_covers_no_mon_on_it(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size)
    table = to_hiring(tab, "you", "local", "local")

    def poor(game: dict[str, Any]) -> None:
        for offer in game["position"]["row"]:
            offer["mon"] = 2
        cards = [offer["card"] for offer in game["position"]["row"]]
        game["moves"] = [move for move in game["moves"] if move["kind"] == "income"]
        short = {"reason": "short", "missing": {"mon": 1}}
        game["unavailable"] = [{"words": f"hire {card}", "kind": "hire", "parts": [card], **short} for card in cards]

    patch_view(tab, table, poor)
    tab.go_to_table(table)
    tab.page.wait_for_selector(".offer .why")
    pairs = tab.page.evaluate(
        """() => [...document.querySelectorAll('.offer')].map((offer) =>
          ['.why', '.oncard'].map((where) => offer.querySelector(where).getBoundingClientRect().toJSON()))"""
    )
    assert len(pairs) > 2
    for why, coin in pairs:
        assert why["bottom"] <= coin["top"] or why["top"] >= coin["bottom"]


@ANY_LETTERS
def test_an_unaffordable_shop_is_explained(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: "done" in view["game"]["asked"])

    def poor(game: dict[str, Any]) -> None:
        game["position"]["players"][game["turn"]["seat"]]["square"] = 4
        game["turn"]["shop"] = "open"
        game["moves"] = [move for move in game["moves"] if move["kind"] != "shop"]
        game["unavailable"] = [
            {"words": words, "kind": "shop", "parts": words.split()[1:], "reason": "short", "missing": {"mon": mon}}
            for words, mon in (("shop pipe spring_pipe_1", 2), ("shop pouch spring_pouch_1", 3))
        ]

    changing = ChangingTable(tab, table, poor)
    tab.go_to_table(table)
    for size in SIZES:
        tab.resize(*size)
        # The reply and the sheet of the last size go away.
        changing.show(poor)
        # Each deal of the shop shows its own reason.
        assert tab.page.locator("[data-deal=shop] .tile.off").count() == 2
        button = tab.page.locator("[data-deal=shop] .tile").first
        for language in tab.each_language(LANGUAGES):
            where = (size, language)
            assert tab.page.evaluate(LAYOUT_FAULTS) == [], where
            button.click(force=True)
            notice = tab.page.locator(".bar .prompt[role=status] b")
            assert notice.inner_text() in (button.get_attribute("aria-label") or ""), where
            assert tab.page.evaluate(CLIPPED, ".bar .prompt b") == [], where
            picture(tab.page, f"shop-off-{language}-{size[0]}")
        tab.page.locator("[data-shop='4']").click(force=True)
        # A phone's sheet has room for one of the reasons; the tiles above it say both.
        if size == (390, 844):
            assert "2 mon" in tab.page.locator(".tapsheet").inner_text()
        else:
            assert tab.page.locator(".insp .whynot").count() == 2


def test_a_disabled_button_explains_itself(tab: Tab) -> None:
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 2, random.Random(2))
    for size in SIZES:
        at_size(tab, size, table)
        tab.page.locator("[data-button=undo]").click(force=True)
        notice = tab.page.locator(".bar .prompt[role=status] b")
        assert notice.inner_text() == "Hidden information was revealed"
        assert tab.page.evaluate(CLIPPED, ".bar .prompt b") == []
        tab.page.keyboard.press("e")
        tab.page.wait_for_function("() => document.querySelector('.prompt b').textContent.startsWith('Not yet')")
        picture(tab.page, f"off-{size[0]}")


def test_a_refusal_is_visible_among_many_buttons(tab: Tab) -> None:
    tab.expected_errors = ("429",)
    table = table_at_shop(tab, 2)
    tab.page.route("**/api/tables/*/moves", lambda route: route.fulfill(status=429, body='{"code": "too_many"}'))
    for size in SIZES[:2]:
        at_size(tab, size, table)
        tile = tab.page.locator(".tray .tile.can")
        tile.first.click()
        if tab.page.locator("[data-button=buy]").count():
            tab.page.locator("[data-button=buy]").click()
        tab.page.wait_for_selector(".bar .prompt[role=alert] b", state="visible")
        assert tab.page.evaluate(CLIPPED, ".bar .prompt b") == []
        picture(tab.page, f"refused-{size[0]}")


def test_the_question_of_a_fire_is_readable_and_its_stall_burns(tab: Tab) -> None:
    table = tab.new_table("you", "local", start=late_position(2, 3))
    characters = tab.ask("GET", f"/tables/{table}/components")["characters"]

    def burn(language: str) -> Callable[[dict[str, Any]], None]:
        longest = max(characters, key=lambda character: len(character["names"][language]))["id"]
        return lambda game: set_fire(game, longest)

    changing = ChangingTable(tab, table, burn("en"))
    tab.go_to_table(table)
    for size in SIZES:
        tab.resize(*size)
        for language in tab.each_language(LANGUAGES):
            changing.show(burn(language))
            assert tab.page.locator(".burntxt").text_content() == "7"
            assert tab.page.locator(".burnfl").count() == 1
            picture(tab.page, f"fire-{language}-{size[0]}")
            where = (language, size)
            assert tab.page.evaluate(CLIPPED, ".bar .prompt, .bar .prompt b") == [], where
            if size[0] < 1280:
                assert tab.page.evaluate(CLIPPED, ".tray .btn.can .bt") == [], where
