"""The operation of the lobby, and the tables where it is a guest's turn."""

from __future__ import annotations

from contextlib import suppress

from edokko.table.api.operation import Caller, Operations
from edokko.table.problems import ApiProblem
from edokko.table.shapes import lobby as shapes
from edokko.table.venue import Venue
from edokko.table.views.lobby import lobby_table_of
from edokko.table.views.picture import picture_of

MOST_PICTURES = 12
"""Pictures of a guest's own tables in one answer."""
MOST_LOADS = 2
"""Tables that one answer loads into the cache for their pictures; later answers load further ones."""
operations = Operations("tables")


@operations.get("/tables", "The lobby: your tables, open tables and running tables")
async def lobby(venue: Venue, caller: Caller) -> shapes.Lobby:
    guest, listing = caller.guest, await venue.store.listing(caller.guest)
    yours, waiting, running = [[lobby_table_of(listed, guest) for listed in tables] for tables in listing]
    yours.sort(key=lambda entry: (not entry.your_turn, entry.status == "finished"))
    await _add_pictures(venue, [*yours, *running[:1]])
    return shapes.Lobby(yours, waiting, running, sum(entry.your_turn for entry in yours), venue.now())


async def turns_of(venue: Venue, guest: str) -> list[shapes.LobbyTable]:
    """Return the tables where it is a guest's turn, the latest change first."""
    return [lobby_table_of(listed, guest) for listed in await venue.store.turns(guest)]


async def _add_pictures(venue: Venue, entries: list[shapes.LobbyTable]) -> None:
    """Add the pictures of running tables. Loading a table replays its game, so an answer loads few."""
    loads = MOST_LOADS
    for entry in [entry for entry in entries if entry.status == "running"][:MOST_PICTURES]:
        if entry.id not in venue:
            if not loads:
                continue
            loads -= 1
        with suppress(ApiProblem):
            match = (await venue.current(entry.id)).match
            if match.has_begun:
                entry.picture = picture_of(match.game)
