"""The store of tables in a database. A change is one transaction, and its guards are functions on the connection."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from edokko.server.store import models
from edokko.server.store import rows as sql
from edokko.server.store.database import Database
from edokko.server.store.lists import listing_of, turns_of
from edokko.server.store.ratings import hires_of, write_results
from edokko.server.store.statements import change, first
from edokko.table.rows import Row
from edokko.table.store import GAME_ROWS, BotTurn, Change, Conflict, ListedTable, Listing, StoredTable

Guards = Mapping[type, Callable[[Connection, Change, Any], None]]
"""By the class of a guard: checks it in the transaction of a change, or writes what belongs to it."""
_ALTERABLE = ("host", "series", "edition", "pace", "clock")
"""The columns of ``tables`` beside the summary that a change before the game may alter."""


class SqlStore:
    """The store of tables in a database, with the guards that changes may have."""

    def __init__(self, database: Database, guards: Guards) -> None:
        self._database = database
        self._guards = guards

    @property
    def is_shared(self) -> bool:
        return self._database.is_shared

    async def load(self, table: str) -> StoredTable | None:
        async with self._database.snapshot() as connection:
            info = await sql.read_table(connection, table)
            if info is None:
                return None
            seats = await sql.read_seats(connection, table)
            rows = await sql.read_rows(connection, table)
            changes = await sql.read_changes(connection, table) if info.status == "finished" else {}
        return StoredTable(info, seats, rows, changes)

    async def newer(self, table: str, first: int) -> StoredTable | None:
        async with self._database.snapshot() as connection:
            rows = await sql.read_rows(connection, table, first)
            info = await sql.read_table(connection, table)
            if info is None:
                return None
            # Without new rows the cause of the question is unknown, so read the rest as well.
            if info.status == "running" and rows[1:] and all(row.kind in GAME_ROWS for row in rows[1:]):
                return StoredTable(info, None, rows, {})
            seats = await sql.read_seats(connection, table)
            return StoredTable(info, seats, rows, await sql.read_changes(connection, table))

    async def rows(self, table: str) -> list[Row]:
        async with self._database.read() as connection:
            return await sql.read_rows(connection, table)

    async def state(self, table: str) -> tuple[int, float] | None:
        return (await self._database.query(lambda connection: sql.states_of(connection, [table]))).get(table)

    async def listing(self, guest: str | None) -> Listing:
        async with self._database.read() as connection:
            return await connection.run_sync(listing_of, guest)

    async def turns(self, guest: str) -> list[ListedTable]:
        async with self._database.read() as connection:
            return await connection.run_sync(turns_of, guest)

    async def plays_rated(self, guest: str) -> bool:
        table, seat = models.Table, models.Seat
        statement = select(table.id).join(seat, seat.table == table.id)
        statement = statement.where(seat.guest == guest, table.status == "running", table.rated).limit(1)
        return await first(self._database, statement) is not None

    async def bot_turns(self, before: float) -> list[BotTurn]:
        table, seat = models.Table, models.Seat
        has_person = exists().where(seat.table == table.id, seat.kind == "person")
        statement = select(table.id, table.host, has_person, table.version, table.changed)
        statement = statement.where(table.status == "running", table.bot_decides, table.changed < before)
        return await self._database.query(
            lambda connection: [BotTurn(*columns) for columns in connection.execute(statement)]
        )

    async def review(self, table: str) -> bytes | None:
        statement = select(models.Review.body).where(models.Review.table == table)
        row = await first(self._database, statement)
        return row.body.encode() if row is not None else None

    async def save_review(self, table: str, body: bytes) -> None:
        values = {"table": table, "body": body.decode(), "time": time.time()}
        # Another process has stored it first, or the table has been deleted.
        with suppress(IntegrityError):
            await change(self._database, insert(models.Review).values(values))

    async def previous_crest(self, table: str, guest: str) -> int | None:
        seat = models.Seat
        statement = select(seat.crest).join(models.Table, models.Table.id == seat.table)
        was_seated = or_(seat.guest == guest, seat.resigned == guest)
        row = await first(
            self._database, statement.where(models.Table.rematch == table, was_seated).order_by(seat.seat)
        )
        return row.crest if row is not None else None

    async def write(self, change: Change) -> dict[int, float]:
        table = change.info.id
        try:
            if change.seats is not None or change.finishes is not None:
                return await self._database.transact(lambda connection: self._write(connection, change))
            first = await self._database.transact_single(
                lambda connection: sql.append(connection, table, change.before, change.rows, change.summary),
                lambda: sql.append_statement(table, change.before, change.rows, change.summary),
            )
        except IntegrityError:
            raise Conflict from None
        if first is None:
            raise Conflict
        return {}

    def _write(self, connection: Connection, change: Change) -> dict[int, float]:
        info = change.info
        for guard in change.guards:
            self._guards[type(guard)](connection, change, guard)
        if change.is_new:
            sql.write_table(connection, info, change.seats or ())
        sql.append(connection, info.id, change.before, change.rows, change.summary)
        if change.seats is not None and not change.is_new:
            columns = sql.columns_of(info)
            values = {name: columns[name] for name in _ALTERABLE}
            connection.execute(update(models.Table).where(models.Table.id == info.id).values(values))
            sql.write_seats(connection, info.id, change.seats)
        if change.finishes is None:
            return {}
        return write_results(connection, info, change.finishes, hires_of(connection, info.id), info.changed)
