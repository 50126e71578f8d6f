"""A window that is resized, turned and docked shows the same as a page that has just been loaded in it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers.tab import Tab

WIDE = (1440, 900)
WALK = ((780, 493), (390, 844), (720, 900), (1024, 768), WIDE)
"""A phone on its side and upright, a window docked to half of a screen, a tablet, and the desktop again."""
SHOWN = """() => [...document.querySelectorAll('h1, h2, h3, p, li, button, a, [data-legal], [data-hint], svg text')]
  .filter((node) => node.checkVisibility() && !node.closest('#tip, [aria-live], .talk, .panel.best, .hintmarks'))
  .map((node) => [node.ariaLabel ?? '', node.textContent.replace(/\\s+/g, ' ').trim(), 'legal' in node.dataset])
  .filter(([label, text]) => label || text)"""
"""All visible texts, names and targets, in the order of the page. Talk loads late, and an analysis goes on."""


def _shown(tab: Tab, ready: str) -> list[Any]:
    """Return what the page shows once two looks at it agree."""
    tab.page.wait_for_selector(ready)
    seen: list[Any] = tab.page.evaluate(SHOWN)
    for _ in range(100):
        tab.page.wait_for_timeout(100)
        before, seen = seen, tab.page.evaluate(SHOWN)
        if before == seen:
            return seen
    raise AssertionError("the page does not come to rest")


def _resize_and_reload(tab: Tab, ready: str) -> None:
    """Walk through the sizes. At two of them compare what the page shows with a newly loaded page."""
    for size in WALK:
        tab.resize(*size)
    # The walk has come to the first of them.
    for size in (WIDE, WALK[0]):
        tab.resize(*size)
        kept = _shown(tab, ready)
        tab.page.reload()
        loaded = _shown(tab, ready)
        differs = [each for each in kept if each not in loaded], [each for each in loaded if each not in kept]
        assert differs == ([], []), (tab.page.url, size)


@pytest.fixture
def stub_hint(tab: Tab) -> Callable[[str], None]:
    """Return a function that makes the server's advice at a table the first legal moves: it names its position."""

    def stub(table: str) -> None:
        def answer(route: Any) -> None:
            view = tab.view(table)["table"]
            result = {"win": 0.5, "share": 0.3, "score": 60, "reason": {"kind": "expected", "count": 60}}
            moves = [{"words": move["words"]} | result for move in view["game"]["moves"]]
            body = {"ply": view.get("ply", 0), "moves": moves[:3], "wins": [], "scores": []}
            route.fulfill(body=json.dumps(body), content_type="application/json")

        tab.page.route("**/hint", answer)

    return stub


def test_the_coach_follows_the_game_through_every_layout(tab: Tab, stub_hint: Callable[[str], None]) -> None:
    page, chance = tab.page, random.Random(7)
    table = tab.new_table("you", "easy", "easy", coach=True)
    stub_hint(table)
    tab.go_to_table(table)
    for turn in range(6):
        tab.settle()
        tab.resize(*WALK[turn % len(WALK)])
        tab.resize(*WIDE)
        view = tab.view(table)["table"]
        moves = [move["words"] for move in view["game"]["moves"]]
        page.keyboard.press("h")
        if len(moves) > 1:
            page.wait_for_selector(".coach [data-hint]")
        # The advice is that of this position, after a resize as before.
        for size in (WALK[turn % 3], WIDE):
            shown = page.locator("[data-hint]").evaluate_all("(rows) => rows.map((row) => row.dataset.hint)")
            assert shown == (moves[:3] if len(moves) > 1 else []), (turn, size)
            tab.resize(*size)
        tab.play(table, [chance.choice(moves)])
        tab.skip_to_ply(view.get("ply", 0) + 1)


def test_a_table_and_a_replay_are_the_same_after_a_resize(tab: Tab) -> None:
    table = tab.new_table("you", "local", hints=True)
    tab.advance(table, lambda view: view["game"]["position"]["month"] == 3, random.Random(3))
    ply = tab.ply(table)
    views = {
        f"t/{table}": ".app [data-legal]",
        f"t/{table}/replay/{ply - 4}": ".scrub",
    }
    for path, ready in views.items():
        tab.go(path)
        _resize_and_reload(tab, ready)


def test_the_views_around_a_table_are_the_same_after_a_resize(tab: Tab) -> None:
    over = tab.new_table("you", "local")
    tab.advance(over, lambda view: False, random.Random(3))
    tab.page.context.request.get(f"{tab.address}/api/tables/{over}/review")
    views = {
        "learn/street": ".bar.lesson",
        f"t/{over}": ".ended .points",
        f"study?table={over}&ply=20": ".app[data-ply] .board .stall",
        "puzzles/today": ".panel.puzzle",
        f"t/{over}/review": ".decision",
        "": ".act",
    }
    for path, ready in views.items():
        tab.go(path)
        _resize_and_reload(tab, ready)


def test_a_table_that_is_left_stops_quietly(tab: Tab) -> None:
    """A page that goes from view to view has no derived value of one that it has left: the tab reports them."""
    table = tab.new_table("you", "local", hints=True)
    tab.advance(table, lambda view: False, random.Random(3))
    tab.go_to_table(table)
    tab.page.locator("[data-more]").click()
    tab.page.locator(f"a[href='/t/{table}/replay/0']").click()
    tab.page.wait_for_selector(".scrub")
    tab.page.locator("[data-play-on]").click()
    tab.page.wait_for_selector(".playon")
    tab.page.go_back()
    tab.page.wait_for_selector(".scrub")
    tab.page.locator(f"a[href='/t/{table}']").first.click()
    tab.page.wait_for_selector(".ended")
