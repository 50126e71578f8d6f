"""Games that a test plays to their end, with the first legal move each time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from edokko.server.tables.venue import ServerVenue
from edokko.table.commands import playing
from tests.helpers.server import Person, first_move


def play_out(people: Sequence[Person], table: str, seats: Mapping[int, Person] | None = None) -> dict[str, Any]:
    """Play a game over HTTP, each move by the person whose seat decides, and return the last view.

    Args:
        people: the players, in any order.
        table: the id.
        seats: the person of each seat, if the caller knows them.
    """
    view = people[0].view(table)
    by_guest = {person.id: person for person in people}
    holders = seats or {seat["seat"]: by_guest[seat["guest"]] for seat in view["table"]["seats"] if seat.get("guest")}
    while view["table"]["status"] == "running":
        mover = holders[view["table"]["seat"]]
        if not view["you"].get("may_play"):
            view = mover.view(table)
        view = mover.play(table, view["table"].get("ply", 0), first_move(view))["view"]
    return view


async def play_out_here(venue: ServerVenue, table: str) -> None:
    """Play a game in this process."""
    live_table = await venue.current(table)
    while live_table.info.status == "running":
        match = live_table.match
        seat = match.seat
        assert seat is not None
        move = str(match.game.legal_moves[0])
        await playing.play(venue, table, live_table.seats[seat].guest, match.ply, [move])
        live_table = await venue.current(table)
