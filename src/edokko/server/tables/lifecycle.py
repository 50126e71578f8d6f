"""The commands of a table's life: create, start, rematch, close."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from edokko.server.tables.writing import Change, Check, Writer, change_since
from edokko.table.access import may_start
from edokko.table.match import Match
from edokko.table.problems import ApiProblem
from edokko.table.rows import Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo
from edokko.table.views.live_table import LiveTable


async def create(writer: Writer, info: TableInfo, seats: Sequence[SeatInfo], link: Check | None = None) -> LiveTable:
    """Create a table; its game begins at once if no seat is open and every player is ready.

    Args:
        writer: of the process.
        info, seats: the table.
        link: as for :meth:`Writer.create`.

    Raises:
        ApiProblem: ``too_many``.
    """
    live_table = LiveTable(info, list(seats), Match(info.setup, info.settings.clock), writer.registry.away)
    rows = [Row(0, "made", guest=info.host, time=info.created)]
    live_table.match.apply(rows[0])
    if not any(seat.kind == "open" or seat.is_awaited for seat in seats):
        rows.append(_begin(live_table, info.created))
    await writer.create(live_table, rows, link)
    return live_table


async def start(writer: Writer, table: str, guest: str) -> Change:
    """Begin the game, as the host.

    Raises:
        ApiProblem: the guest is not the host, the game has begun, a seat is open, or a player is not ready.
    """

    async def command(live_table: LiveTable) -> Change:
        may_start(live_table, guest)
        before = live_table.version
        await writer.write(live_table, [_begin(live_table, time.time())], live_table.seats)
        return change_since(live_table, before)

    return await writer.run(table, command)


def _begin(live_table: LiveTable, now: float) -> Row:
    """Begin the game, and return the row for it."""
    live_table.info.status = "running"
    live_table.seats = _in_playing_order(live_table.seats, live_table.info.settings.random_seats)
    return live_table.match.begin(live_table.version, now)


def _in_playing_order(seats: Sequence[SeatInfo], is_random: bool) -> list[SeatInfo]:
    """Return the seats in the order of play, shuffled if ``is_random``; seat 0 begins."""
    order = list(seats)
    if is_random:
        secrets.SystemRandom().shuffle(order)
    return [replace(seat, seat=number) for number, seat in enumerate(order)]


async def create_rematch(
    writer: Writer, table: str, guest: str, info: TableInfo, seats: Sequence[SeatInfo]
) -> LiveTable:
    """Create the rematch of a finished table.

    Args:
        writer: of the process.
        table: the finished table.
        guest: the player who asks for the rematch.
        info, seats: the rematch.

    Returns:
        The rematch: another table than ``info`` if a concurrent request was first.

    Raises:
        ApiProblem: the table is not finished, or ``too_many``.
    """
    await create(writer, info, seats)
    stored = await store_rematch(writer, table, guest, info.id)
    if stored != info.id:
        await close(writer, info.id)
    return await writer.registry.current(stored)


async def store_rematch(writer: Writer, table: str, guest: str | None, rematch: str) -> str:
    """Store the id of the rematch at a finished table, and return the stored id: that of the first request.

    Args:
        writer: of the process.
        table: the finished table.
        guest: the player that requests it; ``None`` for the next game of a series.
        rematch: the id.
    """

    async def command(live_table: LiveTable) -> str:
        if live_table.info.status != "finished":
            raise ApiProblem("not_over")
        if live_table.info.rematch is None:
            live_table.info.rematch = rematch
            await writer.append_row(live_table, "rematch", None, guest, text=rematch)
        return live_table.info.rematch

    return await writer.run(table, command)


async def close(writer: Writer, table: str) -> None:
    """Close a table, unless it is finished or closed already."""

    async def command(live_table: LiveTable) -> None:
        if live_table.info.status in ("waiting", "running"):
            live_table.info.status = "closed"
            await writer.append_row(live_table, "close", None, live_table.info.host)

    await writer.run(table, command)
