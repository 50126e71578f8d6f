"""Queries for the lobby and for a guest's turns."""

from __future__ import annotations

import time
from collections import defaultdict
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import case, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from edokko.server.store import Database, models
from edokko.server.store.rows import settings_of
from edokko.server.tables.venue import ServerVenue
from edokko.table.clocks import Clock
from edokko.table.problems import ApiProblem
from edokko.table.seats import bot_display_name
from edokko.table.shapes import lobby as shapes
from edokko.table.shapes.base import iso_timestamp
from edokko.table.shapes.tables import Clock as ClockShape
from edokko.table.views.picture import picture_of

MOST = 50
"""Tables of a list."""
MOST_OF_ADDRESS = 10
"""Tables of a list that one address has created."""
MOST_PICTURES = 12
"""Pictures of a guest's own tables in one answer."""
MOST_LOADS = 2
"""Tables that one answer loads into the cache for their pictures; later answers load further ones."""


async def lobby_of(database: Database, guest: str | None, venue: ServerVenue | None = None) -> shapes.Lobby:
    """Return the lobby of a guest; ``None`` is an anonymous one.

    The venue is the cache of tables, for their pictures; without it there are none.
    """
    table = models.Table
    own = select(models.Seat.table).where(models.Seat.guest == guest)
    has_open_seat = exists().where(models.Seat.table == table.id, models.Seat.kind == "open")
    async with database.read() as connection:
        yours = []
        if guest is not None:
            mine = select(table.__table__).where((table.id.in_(own)) | (table.host == guest), table.status != "closed")
            # Sort finished games last, so that the limit never drops a waiting or running table.
            last = case((table.status == "finished", 1), else_=0)
            yours = await _tables(connection, mine.order_by(last, table.changed.desc()).limit(MOST), guest)
        waiting = await _tables(connection, _listed(table.status == "waiting", has_open_seat), guest)
        running = await _tables(connection, _listed(table.status == "running", table.spectators), guest)
    yours.sort(key=lambda entry: (not entry.your_turn, entry.status == "finished"))
    if venue is not None:
        await _add_pictures(venue, [*yours, *running[:1]])
    return shapes.Lobby(yours, waiting, running, sum(entry.your_turn for entry in yours), time.time())


def _listed(*conditions: Any) -> Any:
    """Select listed tables, the latest change first, with a maximum for each address so that none fills the list."""
    table = models.Table
    # Tables of older versions have no hash of the address.
    by_address = func.coalesce(table.origin, table.host)
    place = func.row_number().over(partition_by=by_address, order_by=table.changed.desc())
    newest = select(table.id, place.label("place")).where(table.listed, *conditions).subquery()
    statement = select(table.__table__).join(newest, newest.c.id == table.id).where(newest.c.place <= MOST_OF_ADDRESS)
    return statement.order_by(table.changed.desc()).limit(MOST)


async def _add_pictures(venue: ServerVenue, yours: list[shapes.LobbyTable]) -> None:
    """Add the pictures of running tables. Loading a table replays its game, so an answer loads few."""
    loads = MOST_LOADS
    for entry in [entry for entry in yours if entry.status == "running"][:MOST_PICTURES]:
        if entry.id not in venue:
            if not loads:
                continue
            loads -= 1
        with suppress(ApiProblem):
            match = (await venue.current(entry.id)).match
            if match.has_begun:
                entry.picture = picture_of(match.game)


async def turns_of(database: Database, guest: str) -> list[shapes.LobbyTable]:
    """Return the tables where it is a guest's turn, the latest change first."""
    table, seat = models.Table, models.Seat
    is_here = seat.table == table.id
    statement = select(table.__table__).join(seat, is_here & (seat.seat == table.decides) & (seat.guest == guest))
    statement = statement.where(table.status == "running").order_by(table.changed.desc()).limit(MOST)
    async with database.read() as connection:
        return await _tables(connection, statement, guest)


async def _tables(connection: AsyncConnection, statement: Any, guest: str | None) -> list[shapes.LobbyTable]:
    rows = list((await connection.execute(statement)).mappings())
    where = models.Seat.table.in_([row["id"] for row in rows])
    seats: dict[str, list[Any]] = defaultdict(list)
    for seat in (await connection.execute(select(models.Seat.__table__).where(where))).mappings():
        seats[seat["table"]].append(seat)
    results: dict[str, list[shapes.LobbyResult]] = defaultdict(list)
    finished = [row["id"] for row in rows if row["status"] == "finished"]
    if finished:
        outcome = models.Outcome
        outcomes = select(outcome.table, outcome.seat, outcome.place, outcome.points).where(outcome.table.in_(finished))
        for result in (await connection.execute(outcomes.order_by(outcome.place))).mappings():
            results[result["table"]].append(shapes.LobbyResult(result["seat"], result["place"], result["points"]))
    return [
        _table(row, sorted(seats[row["id"]], key=lambda seat: int(seat["seat"])), results[row["id"]], guest)
        for row in rows
    ]


def _table(row: Any, seats: list[Any], results: list[shapes.LobbyResult], guest: str | None) -> shapes.LobbyTable:
    settings, own = settings_of(row), [seat["seat"] for seat in seats if guest is not None and seat["guest"] == guest]
    return shapes.LobbyTable(
        **{name: row[name] for name in ("id", "status", "edition", "players", "month")},
        **{name: getattr(settings, name) for name in ("pace", "name", "rated", "hints")},
        seats=[
            shapes.LobbySeat(seat["kind"], seat["crest"], _name(seat), seat["level"], seat["seat"] in own)
            for seat in seats
        ],
        created=iso_timestamp(row["created"]),
        changed=iso_timestamp(row["changed"]),
        own_tables=row["overlay"] is not None,
        from_position=row["start"] is not None,
        clock=_clock(settings.clock, row["deadline"]),
        your_turn=row["status"] == "running" and row["decides"] in own,
        yours=bool(own),
        decides=row["decides"] if row["status"] == "running" else None,
        results=results,
    )


def _name(seat: Any) -> str:
    name: str = seat["name"]
    return bot_display_name(name, seat["table"], seat["seat"]) if seat["kind"] == "bot" else name


def _clock(clock: Clock | None, deadline: float | None) -> ClockShape | None:
    return ClockShape(**msgspec.structs.asdict(clock), deadline=deadline) if clock else None
