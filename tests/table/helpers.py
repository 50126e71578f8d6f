"""Requests to a venue in memory."""

from __future__ import annotations

import json
from typing import Any

from edokko.table.api.operation import Caller
from edokko.table.api.request import request
from edokko.table.hub import Hub
from edokko.table.memory import MemoryStore
from edokko.table.people import Person
from edokko.table.venue import Venue


def caller(guest: str) -> Caller:
    """Return a guest, whose name is the id."""
    return Caller(Person(guest, guest))


HANA, BO = Caller(Person("hana", "Hana")), Caller(Person("bo", "Bo"))
FIXED = {"random_seats": False}


def venue_in_memory(store: MemoryStore | None = None) -> Venue:
    """Return a venue without a database; two with one store are two processes."""
    return Venue(store or MemoryStore(), Hub())


async def ask(
    venue: Venue, method: str, path: str, body: object = None, status: int = 200, caller: Caller = HANA, **options: Any
) -> Any:
    """Return the answer to a request, after checking its status."""
    encoded = b"" if body is None else json.dumps(body).encode()
    found, answer = await request(venue, caller, method, path, encoded, **options)
    assert found == status, answer
    return json.loads(answer)


async def new_table(venue: Venue, *kinds: str, **settings: object) -> Any:
    """Create a table of Hana's, and return its view."""
    seats = [{"kind": kind} for kind in kinds or ("you", "local")]
    return await ask(venue, "POST", "/tables", {"seats": seats} | FIXED | settings, 201)


async def play_out(venue: Venue) -> Any:
    """Play a game of one person by requests, the first legal move each time, and return the last view."""
    view = await new_table(venue)
    path = f"/tables/{view['table']['id']}"
    while view["table"]["status"] == "running":
        body = {"ply": view["table"].get("ply", 0), "moves": [view["table"]["game"]["moves"][0]["words"]]}
        view = (await ask(venue, "POST", f"{path}/moves", body))["view"]
    return view
