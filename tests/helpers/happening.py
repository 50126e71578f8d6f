"""Games over the API, shown in a tab, until something happens in them: a payday, a fire."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from edokko import Game
from tests.helpers.moments import late_position
from tests.helpers.tab import Tab

SEATS = ("you", "local")
TRIES = 40
PAYDAY, FIRE = 3, 5
"""The first months with a payday and with a fire."""
Condition = Callable[[list[dict[str, Any]]], bool]


def new_shown_table(tab: Tab, *seats: str, month: int = 1, seed: int = 0) -> str:
    """Return a table that the tab shows, at the beginning of a month."""
    start = late_position(len(seats), month, seed=seed) if month > 1 else None
    table = tab.new_table(*seats, start=start)
    tab.go_to_table(table)
    tab.page.wait_for_selector(".conn.live", state="attached")
    return table


def payday(events: list[dict[str, Any]]) -> bool:
    """Check whether a payday comes with mon among its salaries, and the next month after it."""
    kinds = {event["kind"] for event in events}
    return {"payday_began", "month_began"} <= kinds and any(
        event.get("reason") == "salary" and event["resource"] == "mon" and event["amount"] > 0 for event in events
    )


def burnt(events: list[dict[str, Any]]) -> bool:
    """Check whether a fire takes a card, and the next month comes after it."""
    takes = any(event["kind"] == "left" and event["reason"] == "fire" for event in events)
    return takes and any(event["kind"] == "month_began" for event in events)


@cache
def move_before(condition: Condition, players: int, month: int) -> tuple[str, str]:
    """Return a position and a move there whose events can meet a condition.

    Args:
        condition: on the events of the move.
        players: the number of seats.
        month: a month before which it never holds.
    """
    for seed in range(400):
        game, chance = Game(players, seed=seed), random.Random(seed)
        while not game.is_over:
            game.play(chance.choice(game.legal_moves))
            if game.month >= month and condition([msgspec.to_builtins(event) for event in game.last_events]):
                move = game.moves[-1].words
                game.undo()
                return game.position.to_line(), move
    raise AssertionError("no game has it")


def happen(
    tab: Tab, condition: Condition, players: int, month: int, shown: Callable[[], object] = lambda: None
) -> tuple[str, list[dict[str, Any]]]:
    """Show a table and let the move come whose events meet a condition. Return the table and the events.

    Chance may decide, such as where a fire breaks out: then several tables are tried.

    Args:
        tab: the tab.
        condition, players, month: as in :func:`move_before`.
        shown: called when the table is shown, before the move.
    """
    start, move = move_before(condition, players, month)
    for _ in range(TRIES):
        table = tab.new_table("you", *["local"] * (players - 1), start=start)
        tab.go_to_table(table)
        tab.page.wait_for_selector(".conn.live", state="attached")
        shown()
        answer = tab.ask("POST", f"/tables/{table}/moves", {"ply": tab.ply(table), "moves": [move]})
        events = [event for step in answer["events"] for event in step.get("events", [])]
        if condition(events):
            return table, events
    raise AssertionError(f"{move} never leads to it in {TRIES} tables from {start}")
