"""Tables, seats and rows in the database: read, written, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Dialect,
    Text,
    Update,
    UpdateBase,
    bindparam,
    column,
    delete,
    func,
    insert,
    make_url,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import JSON
from sqlalchemy.ext.asyncio import AsyncConnection

from edokko.server.clocks import Clock
from edokko.server.database import models
from edokko.server.database.connect import directly
from edokko.server.match import Row, Setup
from edokko.server.seats import SeatInfo, TableInfo, proper_name

CHANNEL = "edokko"
"""The one channel on which processes tell each other which table has changed."""
LONGEST_NEWS = 7_500
"""Bytes of a message with rows; PostgreSQL takes less than 8,000."""


class News(msgspec.Struct, frozen=True):
    """What processes on one PostgreSQL tell each other of a change.

    Attributes:
        table: which.
        version: how many rows it has now.
        guests: whom it may concern.
        rows: those that have come, as the database has them; none where they would be too long.
        game: as it is sent after them, so that it need not be made once more; none where nobody else would send it, or
            where it would be too long.
    """

    table: str
    version: int
    guests: list[str]
    rows: list[dict[str, Any]] = []
    game: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Statement:
    """A statement whose SQL is put together once for each kind of database; SQLAlchemy's way costs more than the write.

    Args:
        statement: all its parameters are text, numbers and booleans, which every driver takes as they are.
    """

    def __init__(self, statement: UpdateBase) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, list[str]]] = {}

    def execute(self, connection: Connection, values: dict[str, Any]) -> None:
        """Execute it with some values."""
        directly(connection, *self.bound(connection.dialect, values))

    def execute_many(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Execute it with the values of each of some rows."""
        sql, names = self._in(connection.dialect)
        directly(connection, sql, *[tuple(row[name] for name in names) for row in rows])

    def bound(self, dialect: Dialect, values: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
        """Its SQL and some values in the order in which that wants them."""
        sql, names = self._in(dialect)
        return sql, tuple(values[name] for name in names)

    def _in(self, dialect: Dialect) -> tuple[str, list[str]]:
        return self._compiled.get(dialect.name) or self._compile(dialect)

    def _compile(self, dialect: Dialect) -> tuple[str, list[str]]:
        compiled = self._statement.compile(dialect=dialect)
        assert compiled.positiontup is not None
        made = self._compiled[dialect.name] = str(compiled), list(compiled.positiontup)
        return made


_STANDING = ("version", "changed", "status", "month", "decides", "bot_decides", "deadline", "rematch")
_INSERT_ROW = _Statement(insert(models.Row))
_TABLE_STANDS = (
    update(models.Table)
    .where(models.Table.id == bindparam("this"))
    .values({name: bindparam(name) for name in _STANDING})
)
_UPDATE_TABLE = _Statement(_TABLE_STANDS)


def _append_and_tell() -> Update:
    """PostgreSQL's way in one statement: the rows, where the table stands, and the message that goes out with them."""
    columns = models.Row.__table__.columns
    given = func.json_populate_recordset(text("NULL::rows"), bindparam("rows", type_=Text).cast(JSON))
    rows = given.table_valued(*[column(one.name, one.type) for one in columns], name="given")
    written = insert(models.Row).from_select([one.name for one in columns], select(*rows.c)).cte("written")
    told = func.pg_notify(bindparam("channel", type_=Text), bindparam("message", type_=Text))
    return _TABLE_STANDS.add_cte(written).returning(told)


_APPEND_AND_TELL = _Statement(_append_and_tell())
_POSTGRESQL = make_url("postgresql+asyncpg://").get_dialect()()


async def read_table(connection: AsyncConnection, table: str) -> TableInfo | None:
    """The settings of a table; ``None`` where there is none of that id."""
    found = (
        (await connection.execute(select(models.Table.__table__).where(models.Table.id == table))).mappings().first()
    )
    return info_of(found) if found else None


async def read_version(connection: AsyncConnection, table: str) -> int | None:
    """How many rows a table has."""
    found: int | None = (
        await connection.execute(select(models.Table.version).where(models.Table.id == table))
    ).scalar()
    return found


def info_of(found: Any) -> TableInfo:
    """The settings in a row of ``tables``."""
    setup = Setup(found["edition"], found["rules_version"], found["players"], found["overlay"])
    names = ("listed", "pace", "hints", "rated", "spectators", "random_seats", "rematch", "status", "origin")
    return TableInfo(
        found["id"],
        found["host"],
        found["name"],
        setup,
        found["created"],
        found["changed"],
        clock=Clock.from_json(found["clock"]),
        **{name: found[name] for name in names},
    )


async def read_seats(connection: AsyncConnection, table: str) -> list[SeatInfo]:
    """The seats of a table, in order."""
    statement = select(models.Seat.__table__).where(models.Seat.table == table).order_by(models.Seat.seat)
    found = (await connection.execute(statement)).mappings()
    return [
        SeatInfo(
            one["seat"],
            one["kind"],
            proper_name(one["name"], table, one["seat"]) if one["kind"] == "bot" else one["name"],
            one["guest"],
            one["level"],
            one["resigned"],
            crest=one["crest"],
            ready=one["ready"],
        )
        for one in found
    ]


async def read_crest_before(connection: AsyncConnection, table: str, guest: str) -> int | None:
    """The crest that a guest had at the table of which this one is the rematch; ``None`` where there is none."""
    kept = models.Seat
    was_there = or_(kept.guest == guest, kept.resigned == guest)
    statement = select(kept.crest).join(models.Table, models.Table.id == kept.table)
    statement = statement.where(models.Table.rematch == table, was_there).order_by(kept.seat).limit(1)
    found: int | None = (await connection.execute(statement)).scalar()
    return found


async def read_rows(connection: AsyncConnection, table: str, first: int = 0) -> list[Row]:
    """The rows of a table from one on, in order."""
    return await connection.run_sync(rows_of, table, first)


def rows_of(connection: Connection, table: str, first: int = 0) -> list[Row]:
    """The rows of a table from one on, in order, within a transaction."""
    kept = models.Row
    statement = select(kept.__table__).where(kept.table == table, kept.row >= first).order_by(kept.row)
    return [row_of(one) for one in connection.execute(statement).mappings()]


def row_of(one: Mapping[Any, Any]) -> Row:
    """A row from its columns."""
    return Row(
        one["row"],
        one["kind"],
        one["ply"],
        one["seat"],
        one["text"],
        tuple(one["chance"].splitlines()),
        one["batch"],
        one["guest"],
        one["request"],
        one["time"],
    )


def _columns_of(table: str, one: Row) -> dict[str, Any]:
    return {
        "table": table,
        "row": one.row,
        "kind": one.kind,
        "ply": one.ply,
        "seat": one.seat,
        "text": one.text,
        "chance": "\n".join(one.chance),
        "batch": one.batch,
        "guest": one.guest,
        "request": one.request,
        "time": one.time,
    }


async def read_changes(connection: AsyncConnection, table: str) -> dict[int, float]:
    """What a rated game has changed, by seat."""
    statement = select(models.Outcome.seat, models.Outcome.change).where(models.Outcome.table == table)
    return {seat: change for seat, change in await connection.execute(statement) if change is not None}


def write_table(connection: Connection, info: TableInfo, seats: Iterable[SeatInfo]) -> None:
    """Add a table that is new."""
    values = info.columns() | {"version": 0, "month": 0, "decides": None, "bot_decides": False, "deadline": None}
    connection.execute(insert(models.Table), [values])
    write_seats(connection, info.id, seats)


def write_seats(connection: Connection, table: str, seats: Iterable[SeatInfo]) -> None:
    """Write who sits where, all seats anew."""
    connection.execute(delete(models.Seat).where(models.Seat.table == table))
    rows = [
        {
            "table": table,
            "seat": one.seat,
            "kind": one.kind,
            "name": one.name,
            "guest": one.guest,
            "level": one.level,
            "resigned": one.resigned,
            "crest": one.crest,
            "ready": one.ready,
        }
        for one in seats
    ]
    connection.execute(insert(models.Seat), rows)


def append(
    connection: Connection, info: TableInfo, rows: Sequence[Row], standing: Mapping[str, Any], guests: Collection[str]
) -> None:
    """Add rows, note at the table where it stands, and tell other processes: none of it comes without the others.

    Args:
        connection: a transaction.
        info: the table.
        rows: what happened.
        standing: the columns of ``tables`` that lists ask for.
        guests: whom it may concern.

    Raises:
        IntegrityError: another writer has been quicker.
    """
    if connection.dialect.name == "postgresql":
        directly(connection, *appending(info, rows, standing, guests))
        return
    _INSERT_ROW.execute_many(connection, [_columns_of(info.id, one) for one in rows])
    _UPDATE_TABLE.execute(connection, {**standing, "this": info.id})


def appending(
    info: TableInfo,
    rows: Sequence[Row],
    standing: Mapping[str, Any],
    guests: Collection[str],
    game: msgspec.Raw | None = None,
) -> tuple[str, tuple[Any, ...]]:
    """What :func:`append` does, as PostgreSQL's single statement: its SQL and its values.

    Args:
        info, rows, standing, guests: as there.
        game: as it is sent after the rows; ``None`` where no other process would send it.
    """
    values = [_columns_of(info.id, one) for one in rows]
    news = {
        "rows": msgspec.json.encode(values).decode(),
        "channel": CHANNEL,
        "message": news_of(info.id, standing["version"], guests, values, game),
    }
    return _APPEND_AND_TELL.bound(_POSTGRESQL, {**standing, "this": info.id, **news})


def news_of(
    table: str, version: int, guests: Iterable[str], rows: list[dict[str, Any]], game: msgspec.Raw | None = None
) -> str:
    """The message of a change.

    Args:
        table, version, guests: as in :class:`News`.
        rows, game: as there; they are told where there is room for them.
    """
    bare = News(table, version, list(guests))
    told = msgspec.structs.replace(bare, rows=rows)
    for news in (told if game is None else msgspec.structs.replace(told, game=game), told):
        encoded = msgspec.json.encode(news)
        if len(encoded) <= LONGEST_NEWS:
            return encoded.decode()
    return msgspec.json.encode(bare).decode()
