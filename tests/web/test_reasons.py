"""What cannot be done says why where it is seen, and what the bar says can be read."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from .conftest import SHOTS
from .playing import to_a_shop
from .tab import Tab

OpenTab = Callable[..., Tab]
SIZES = [(1440, 900), (1280, 720), (390, 844)]
CUT = """(where) => [...document.querySelectorAll(where)].filter((one) => {
  const box = one.getBoundingClientRect()
  const isCut = one.scrollHeight > one.clientHeight + 3 || one.scrollWidth > one.clientWidth + 1
  return isCut || box.width < 2 || box.height < 2
}).map((one) => one.textContent)"""


def changed(tab: Tab, table: str, how: Callable[[dict[str, Any]], None]) -> None:
    """Show a table otherwise than it is."""

    def give(route: Any) -> None:
        answer = route.fetch()
        view = answer.json()
        how(view["table"]["game"])
        route.fulfill(response=answer, body=json.dumps(view))

    tab.page.route(f"**/api/tables/{table}", give)
    # The live channel would tell how it is.
    tab.page.route_web_socket("**/live", lambda socket: None)


def with_card(game: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in game["position"]["rooms"] if one.get("kind") == "character")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_deal_that_cannot_be_paid_for_is_dimmed_and_says_why(open_tab: OpenTab, theme: str) -> None:
    tab = open_tab(color_scheme=theme)
    table = tab.new_table("you", "local")
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 3, random.Random(1))

    def poor(game: dict[str, Any]) -> None:
        room = with_card(game)["id"]
        building = game["position"]["offer"][0]["building"]
        game["moves"] = [one for one in game["moves"] if one["kind"] not in ("work", "shop")]
        short = {"reason": "short", "missing": {"mon": 1}}
        game["unavailable"] = [
            {"words": f"work {room}", "kind": "work", "parts": [room], **short},
            {"words": f"shop build {building}", "kind": "shop", "parts": ["build", building], **short},
        ]

    changed(tab, table, poor)
    tab.go_to_table(table)
    assert tab.page.locator(".stall.off .whytxt").text_content() == "1 mon short"
    assert tab.page.locator(".b.no .why").inner_text() == "1 mon short"
    tab.page.screenshot(path=SHOTS / f"short-{theme}.png")


def test_a_button_that_is_off_says_why_when_it_is_pressed(open_tab: OpenTab) -> None:
    for width, height in SIZES:
        tab = open_tab(width, height)
        table = tab.new_table("you", "local")
        tab.advance(table, lambda view: view["game"]["position"]["month"] == 2, random.Random(2))
        tab.go_to_table(table)
        tab.settle()
        tab.page.locator("[data-button=undo]").click(force=True)
        said = tab.page.locator(".bar .prompt[role=status] b")
        assert said.inner_text() == "Something hidden has been revealed"
        assert tab.page.evaluate(CUT, ".bar .prompt b") == []
        tab.page.keyboard.press("e")
        tab.page.wait_for_function("() => document.querySelector('.prompt b').textContent.startsWith('Not yet')")
        tab.page.screenshot(path=SHOTS / f"off-{width}.png")


def test_a_refusal_is_seen_where_many_buttons_stand(open_tab: OpenTab) -> None:
    for width, height in SIZES[:2]:
        tab = open_tab(width, height)
        tab.excused = ("429",)
        table = to_a_shop(tab, "you", "local")
        tab.page.route("**/api/tables/*/moves", lambda route: route.fulfill(status=429, body='{"code": "too_many"}'))
        tab.go_to_table(table)
        tab.settle()
        tab.page.locator("[data-button=shop]").click()
        tab.page.wait_for_selector(".bar.full")
        tab.page.locator(".acts .btn.can").first.click()
        tab.page.wait_for_selector(".bar .prompt[role=alert] b", state="visible")
        assert tab.page.evaluate(CUT, ".bar .prompt b") == []
        tab.page.screenshot(path=SHOTS / f"refused-{width}.png")


@pytest.mark.parametrize("language", ["en", "fr", "es", "pl", "pt"])
def test_what_a_fire_asks_can_be_read_and_its_stall_burns(open_tab: OpenTab, language: str) -> None:
    for width, height in SIZES:
        tab = open_tab(width, height, locale=language)
        table = tab.new_table("you", "local")
        tab.advance(table, lambda view: view["game"]["position"]["month"] == 3, random.Random(1))
        box = tab.ask("GET", f"/tables/{table}/components")
        names = {one["id"]: one["names"][language] for one in box["characters"]}
        longest = max(names, key=lambda card: len(names[card]))

        def burning(game: dict[str, Any], longest: str = longest) -> None:
            room = with_card(game)
            room["card"] = longest
            game["position"]["burning"] = {"nagaya": room["id"][0], "passed": 0, "room": room["id"], "strength": 7}
            game["asked"] = ["guard", "burn"]
            game["moves"] = [
                {"words": "guard", "kind": "guard", "parts": [], "preview": {"tokens": {"fire_guard": -1}}},
                {"words": "burn", "kind": "burn", "parts": [], "preview": {"leaves": [room["card"]]}},
            ]
            game["unavailable"] = []

        changed(tab, table, burning)
        tab.go_to_table(table)
        tab.settle()
        assert tab.page.locator(".burntxt").text_content() == "7"
        assert tab.page.locator(".burnfl").count() == 1
        tab.page.screenshot(path=SHOTS / f"fire-{language}-{width}.png")
        assert tab.page.evaluate(CUT, ".bar .prompt, .bar .prompt b") == []
        if width < 1280:
            assert tab.page.evaluate(CUT, ".acts .btn.can .bt") == []
