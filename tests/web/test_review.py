"""The review of a finished game, inside its replay: own mistakes first, and the better move on the board."""

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


def review_of(plies: tuple[int, int], hire: Any, last: int) -> dict[str, Any]:
    lost = [0.0, 1.0]
    finals = {"finals": [20.0, 60.0], "best_finals": [31.2, 60.0]}
    decision = {"seat": 0, "month": 2, "move": "income", "best": hire["words"], "before": lost, "after": lost} | finals
    rooms = list(hire["preview"]["rooms"])
    return {
        "moves": last,
        "simulations": 10,
        "curve": [
            {"ply": ply, "month": month, "wins": [0.5, 0.5], "finals": [40.0, 50.0]}
            for ply, month in ((0, 1), (plies[0], 2), (plies[1], 3))
        ]
        + [{"ply": last, "month": 13, "wins": lost, "finals": [20.0, 60.0]}],
        "decisions": [
            decision | {"ply": plies[0], "loss": 0.0, "iki": 11.2, "grade": "blunder", "then": [f"place {rooms[0]}"]},
            # Within the error of the search: no move is better.
            decision | {"ply": plies[1], "loss": 0.03, "error": 0.05, "iki": 0.8},
        ],
        "turns": [],
        "seats": [
            {"seat": 0, "decisions": 2, "mean_loss": 0.0, "mean_iki": 6.0, "mistakes": 0, "blunders": 1},
            {"seat": 1, "decisions": 0, "mean_loss": 0.0, "mean_iki": 0.0, "mistakes": 0, "blunders": 0},
        ],
    }


def test_the_review_stands_beside_the_replay(tab: Tab) -> None:
    hires: list[tuple[int, Any]] = []
    while len(hires) < 2:  # Some games end with hardly any hires.
        table = tab.new_table("you", "easy")
        tab.advance(table, lambda view: view["status"] == "finished", random.Random(3))
        hires = hires_of(tab, table)
    (ply, hire), (other, _), *_ = hires
    last = tab.ply(table)
    review = review_of((ply, other), hire, last)
    # The first answer is that the review is being computed.
    answers = iter([(202, {"done": 3, "total": 80, "retry": 0.1})])

    def answer(route: Any) -> None:
        status, body = next(answers, (200, review))
        route.fulfill(status=status, body=json.dumps(body), content_type="application/json")

    page = tab.page
    page.route("**/api/tables/*/review", answer)
    tab.go(f"t/{table}/replay/0")
    tab.wait_for_ply(0)
    page.locator("[data-review]").click()
    # It opens at the worst of the own mistakes, although a player far behind has lost no chance to win.
    page.wait_for_selector(f".mistakes [data-mistake='{ply}'] .better")
    page.wait_for_function("() => document.querySelector('.mistakes .better').textContent.includes('Hire the')")
    assert "Your mistakes" in page.locator(".mistakes").first.inner_text()
    assert page.locator(".mistakes li").count() == 1
    assert "−11 IKI" in page.inner_text(".mistakes li")
    page.locator(".mistakes li button").click()
    tab.wait_for_ply(ply)
    assert page.url.endswith(f"/t/{table}/review/{ply}")
    # The move that was played beside the better one: in the list, and on the board.
    page.wait_for_selector(".decision [data-best]")
    assert "Hire the" in page.inner_text(".decision [data-best]")
    assert "31 IKI" in page.inner_text(".decision [data-best]")
    assert page.locator(".decision li.played").count() == 1
    page.wait_for_selector(".hintmarks .advice")
    # A hire in focus opens the cards, and marks its card.
    page.locator(".decision [data-best] button").click()
    page.wait_for_selector(".curvepanel [data-offer]")
    page.wait_for_selector(".focusmarks i")
    # The keys move through the game, as the curve does.
    page.locator(".curvetabs [role=tab]").nth(1).click()
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    tab.wait_for_ply(ply + 1)
    page.keyboard.press("p")
    tab.wait_for_ply(ply)
    assert page.locator("[data-mistakes='1']").is_disabled()
    box = page.locator(".curve").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 5, box["y"] + 20)
    tab.wait_for_ply(last)
    page.locator(".curvehead .lnk").click()
    assert page.locator(".curvetable tbody tr").count() >= 3
    # No move is ranked within the error of the search.
    page.evaluate("(to) => { location.hash = to }", f"#/replay/{table}/{other}")
    tab.wait_for_ply(other)
    page.locator("[data-review]").click()
    page.wait_for_selector(f".decision[data-decision='{other}'] .note")
    assert page.locator(".decision [data-best]").count() == 0
