"""The commands of a table's life: create, start, rematch, close."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

from edokko.table.access import may_start
from edokko.table.match import Match
from edokko.table.problems import ApiProblem
from edokko.table.rows import Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo
from edokko.table.store import TableQuota
from edokko.table.venue import Changed, Venue, changed_since
from edokko.table.views.live_table import LiveTable


async def create(
    venue: Venue, info: TableInfo, seats: Sequence[SeatInfo], guards: Sequence[object] = (TableQuota(),)
) -> LiveTable:
    """Create a table; its game begins at once if no seat is open and every player is ready.

    Raises:
        ApiProblem: ``too_many``, or what another guard refuses.
        Conflict: a guard found that another process has made it.
    """
    live_table = LiveTable(info, list(seats), Match(info.setup, info.settings.clock), venue.away)
    rows = [Row(0, "made", guest=info.host, time=info.created)]
    live_table.match.apply(rows[0])
    if not any(seat.kind == "open" or seat.is_awaited for seat in seats):
        rows.append(_begin(live_table, info.created))
    await venue.create(live_table, rows, guards)
    return live_table


async def start(venue: Venue, table: str, guest: str) -> Changed:
    """Begin the game, as the host.

    Raises:
        ApiProblem: the guest is not the host, the game has begun, a seat is open, or a player is not ready.
    """

    async def command(live_table: LiveTable) -> Changed:
        may_start(live_table, guest)
        before = live_table.version
        await venue.write(live_table, [_begin(live_table, venue.now())], live_table.seats)
        return changed_since(live_table, before)

    return await venue.run(table, command)


def _begin(live_table: LiveTable, now: float) -> Row:
    """Begin the game, and return the row for it."""
    live_table.info.status = "running"
    order = list(live_table.seats)
    if live_table.info.settings.random_seats:
        secrets.SystemRandom().shuffle(order)
    # The numbers are the order of play: seat 0 begins.
    live_table.seats = [replace(seat, seat=number) for number, seat in enumerate(order)]
    return live_table.match.begin(live_table.version, now)


async def store_rematch(venue: Venue, table: str, guest: str | None, rematch: str) -> str:
    """Store the id of the rematch at a finished table, and return the stored id: that of the first request.

    ``guest`` is the player who requests it; ``None`` for the next game of a series.
    """

    async def command(live_table: LiveTable) -> str:
        if live_table.info.status != "finished":
            raise ApiProblem("not_over")
        if live_table.info.rematch is None:
            live_table.info.rematch = rematch
            await venue.append_row(live_table, "rematch", None, guest, text=rematch)
        return live_table.info.rematch

    return await venue.run(table, command)


async def close(venue: Venue, table: str) -> None:
    """Close a table, unless it is finished or closed already."""

    async def command(live_table: LiveTable) -> None:
        if live_table.info.status in ("waiting", "running"):
            live_table.info.status = "closed"
            await venue.append_row(live_table, "close", None, live_table.info.host)

    await venue.run(table, command)
