"""Tables shown otherwise than they are: what few games come to, where the page asks for the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .tab import Tab


def changed(tab: Tab, table: str, how: Callable[[dict[str, Any]], None]) -> None:
    """Show a table otherwise than it is."""

    def give(route: Any) -> None:
        answer = route.fetch()
        view = answer.json()
        how(view["table"]["game"])
        route.fulfill(response=answer, body=json.dumps(view))

    tab.page.route(f"**/api/tables/{table}", give)
    # The live channel would tell how it is.
    tab.page.route_web_socket("**/live*", lambda socket: None)


def with_card(game: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in game["position"]["rooms"] if one.get("kind") == "character")


def burning(game: dict[str, Any], card: str | None = None) -> None:
    """A fire has reached a stall, and its owner is asked whether to guard it.

    Args:
        game: the game of the table.
        card: what stands there instead.
    """
    room = with_card(game)
    room["card"] = card or room["card"]
    game["position"]["burning"] = {"nagaya": room["id"][0], "passed": 0, "room": room["id"], "strength": 7}
    # Fires come when all have had their turns.
    game["turn"] |= {"slot": None}
    game["asked"] = ["guard", "burn"]
    game["moves"] = [
        {"words": "guard", "kind": "guard", "parts": [], "preview": {"tokens": {"fire_guard": -1}}},
        {"words": "burn", "kind": "burn", "parts": [], "preview": {"leaves": [room["card"]]}},
    ]
    game["unavailable"] = []
