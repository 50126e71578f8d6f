"""Patched views, for situations that few games reach."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import time
from typing import Any

from tests.helpers.tab import Tab


def patch_view(tab: Tab, table: str, how: Callable[[dict[str, Any]], None]) -> None:
    """Patch the game in every view of a table that the page requests."""
    _patch_table(tab, table, lambda shown: how(shown["game"]))


def show_whole_game(tab: Tab, table: str) -> None:
    """Show a game from a position as one from the setup, which has a link to its record."""
    _patch_table(tab, table, lambda shown: shown.pop("start"))


def show_clock(tab: Tab, table: str, seconds: float) -> None:
    """Show a clock that leaves each seat the same time; that of the seat to move runs."""

    def add(shown: dict[str, Any]) -> None:
        times = {"left": [seconds] * shown["players"], "since": time(), "deadline": time() + seconds}
        shown["clock"] = {"level": "easy", "minutes": 240, "running": shown["seat"]} | times

    _patch_table(tab, table, add)


def _patch_table(tab: Tab, table: str, how: Callable[[dict[str, Any]], object]) -> None:
    """Patch every view of a table that the page requests."""

    def give(route: Any) -> None:
        answer = route.fetch()
        view = answer.json()
        how(view["table"])
        route.fulfill(response=answer, body=json.dumps(view))

    tab.page.route(f"**/api/tables/{table}", give)
    # The live channel would send the real view.
    tab.page.route_web_socket("**/live*", lambda socket: None)


def occupied_room(game: dict[str, Any]) -> dict[str, Any]:
    return next(room for room in game["position"]["rooms"] if room.get("kind") == "character")


def set_fire(game: dict[str, Any], card: str | None = None) -> None:
    """Let a fire reach a stall, and ask its owner whether to guard it.

    Args:
        game: the game of the view, changed in place.
        card: the card in the stall; by default the one that is there.
    """
    room = occupied_room(game)
    room["card"] = card or room["card"]
    game["position"]["burning"] = {"nagaya": room["id"][0], "passed": 0, "room": room["id"], "strength": 7}
    # Fires come after all turns.
    game["turn"] |= {"slot": None}
    game["asked"] = ["guard", "burn"]
    game["moves"] = [
        {"words": "guard", "kind": "guard", "parts": [], "preview": {"tokens": {"fire_guard": -1}}},
        {"words": "burn", "kind": "burn", "parts": [], "preview": {"leaves": [room["card"]]}},
    ]
    game["unavailable"] = []
