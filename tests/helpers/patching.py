"""Patched views, for situations that few games reach."""

from __future__ import annotations

import copy
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


class ChangingTable:
    """A table whose game the test changes again and again: the page hears of each change as of a move, without a load.

    Args:
        tab: shows the table from its next visit on.
        table: its id.
        how: the first change of the game.
    """

    def __init__(self, tab: Tab, table: str, how: Callable[[dict[str, Any]], None]) -> None:
        self._tab = tab
        self._view = tab.view(table)
        self._how = how
        tab.page.route(f"**/api/tables/{table}", lambda route: route.fulfill(json=self._changed()))
        # Playwright answers the page's channel; the server's would send the real view.
        tab.page.route_web_socket("**/live*", lambda socket: setattr(self, "_channel", socket))

    _channel: Any = None

    def _changed(self) -> dict[str, Any]:
        view = copy.deepcopy(self._view)
        self._how(view["table"]["game"])
        return view

    def show(self, how: Callable[[dict[str, Any]], None]) -> None:
        """Show the game with another change instead, and wait until the page does."""
        self._how = how
        table = self._view["table"]
        # The page drops what belonged to an earlier ply, such as tokens that are picked.
        table |= {"version": table["version"] + 1, "ply": table.get("ply", 0) + 1}
        message = {"type": "view", "version": table["version"], "view": self._changed(), "steps": []}
        self._channel.send(json.dumps(message))
        self._tab.wait_for_ply(table["ply"])


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
