"""The review of a finished game starts with the reader's own mistakes, even of a player without a chance to win."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.helpers.tab import Tab


def hires_of(tab: Tab, table: str) -> list[tuple[int, Any]]:
    """Return the plies at which the first seat could hire, each with its first hire."""
    result = []
    for ply in range(10, 60):
        game = tab.view(table, f"?ply={ply}")["table"]["game"]
        moves = [move for move in game.get("moves", []) if move["kind"] == "hire"]
        if moves and game["turn"]["seat"] == 0:
            result.append((ply, moves[0]))
    return result


def test_the_mistakes_of_a_player_far_behind_are_listed_first(tab: Tab) -> None:
    hires: list[tuple[int, Any]] = []
    while len(hires) < 2:  # Some games end with hardly any hires.
        table = tab.new_table("you", "easy")
        tab.advance(table, lambda view: view["status"] == "finished", random.Random(3))
        hires = hires_of(tab, table)
    (ply, hire), (other, _), *_ = hires
    lost = [0.0, 1.0]
    decision = {"seat": 0, "month": 2, "move": "income", "best": hire["words"], "before": lost, "after": lost}
    review = {
        "moves": 100,
        "simulations": 10,
        "curve": [{"ply": 0, "month": 1, "wins": [0.5, 0.5]}, {"ply": 100, "month": 13, "wins": lost}],
        "decisions": [
            decision | {"ply": ply, "loss": 0.0, "iki": 11.2, "grade": "blunder"},
            decision | {"ply": other, "loss": 0.0, "iki": 0.8},
        ],
        "turns": [],
        "seats": [
            {"seat": 0, "decisions": 2, "mean_loss": 0.0, "mean_iki": 6.0, "mistakes": 0, "blunders": 1},
            {"seat": 1, "decisions": 0, "mean_loss": 0.0, "mean_iki": 0.0, "mistakes": 0, "blunders": 0},
        ],
    }
    tab.page.route(
        "**/review",
        lambda route: (
            route.fulfill(body=json.dumps(review), content_type="application/json")
            if "/api/" in route.request.url
            else route.continue_()
        ),
    )
    tab.go(f"t/{table}/review")
    page = tab.page
    page.wait_for_selector(f".mistakes [data-decision='{ply}'] .better")
    page.wait_for_function("() => document.querySelector('.mistakes .better').textContent.includes('Hire the')")
    assert page.locator(".page section").first.get_attribute("class").split()[-1] == "mistakes"
    assert page.locator(".mistakes li").count() == 1
    line = page.inner_text(".mistakes li")
    assert "Better: Hire the" in line
    assert "pay " in line
    assert "−11 IKI" in line
