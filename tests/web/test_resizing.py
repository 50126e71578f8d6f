"""The page follows a window that is resized, turned and docked."""

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


def test_a_table_that_is_left_stops_quietly(tab: Tab) -> None:
    """A page that goes from view to view has no derived value of one that it has left: the tab reports them."""
    table = tab.new_table("you", "local", hints=True)
    tab.advance(table, lambda view: False, random.Random(3))
    tab.go_to_table(table)
    tab.page.locator(f"a[href='/t/{table}/replay/0']").click()
    tab.page.wait_for_selector(".scrub")
    tab.page.locator("[data-play-on]").click()
    tab.page.wait_for_selector(".playon")
    tab.page.go_back()
    tab.page.wait_for_selector(".scrub")
    tab.page.locator(f"a[href='/t/{table}']").first.click()
    tab.page.wait_for_selector(".ended")
