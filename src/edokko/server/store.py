"""Tables, seats and rows in the database: read, written, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, UpdateBase, bindparam, delete, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from edokko.server.clocks import Clock
from edokko.server.database import models
from edokko.server.match import Row, Setup
from edokko.server.seats import SeatInfo, TableInfo

CHANNEL = "edokko"
"""The one channel on which processes tell each other which table has changed."""


class _Statement:
    """A statement whose SQL is put together once for each kind of database; SQLAlchemy's way costs more than the write.

    Args:
        statement: all its parameters are text, numbers and booleans, which every driver takes as they are.
    """

    def __init__(self, statement: UpdateBase) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, list[str]]] = {}

    def execute(self, connection: Connection, *rows: dict[str, Any]) -> None:
        """Execute it with each of some rows of parameters."""
        sql, names = self._compiled.get(connection.dialect.name) or self._compile(connection)
        values = [tuple(row[name] for name in names) for row in rows]
        connection.exec_driver_sql(sql, values if len(values) > 1 else values[0])

    def _compile(self, connection: Connection) -> tuple[str, list[str]]:
        compiled = self._statement.compile(dialect=connection.dialect)
        assert compiled.positiontup is not None
        made = self._compiled[connection.dialect.name] = str(compiled), list(compiled.positiontup)
        return made


_STANDING = ("version", "changed", "status", "month", "decides", "bot_decides", "deadline", "rematch")
_INSERT_ROW = _Statement(insert(models.Row))
_UPDATE_TABLE = _Statement(
    update(models.Table)
    .where(models.Table.id == bindparam("this"))
    .values({name: bindparam(name) for name in _STANDING})
)
_NOTIFY = text("SELECT pg_notify(:channel, :message)")


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
    names = ("listed", "pace", "hints", "rated", "spectators", "random_seats", "rematch", "status")
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
            one["name"],
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
    return [
        Row(
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
        for one in connection.execute(statement).mappings()
    ]


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


def append(connection: Connection, info: TableInfo, rows: Sequence[Row], standing: dict[str, Any]) -> None:
    """Add rows, and note at the table where it stands.

    Args:
        connection: a transaction.
        info: the table.
        rows: what happened.
        standing: the columns of ``tables`` that lists ask for.

    Raises:
        IntegrityError: another writer has been quicker.
    """
    values = [
        {
            "table": info.id,
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
        for one in rows
    ]
    _INSERT_ROW.execute(connection, *values)
    _UPDATE_TABLE.execute(connection, standing | {"this": info.id})


def notify(connection: Connection, table: str, version: int, guests: Iterable[str]) -> None:
    """Tell other processes of it, in the transaction: neither row nor message comes without the other.

    Args:
        connection: the transaction.
        table, version: what has changed.
        guests: whom it may concern.
    """
    if connection.dialect.name == "postgresql":
        message = f"{table} {version} {','.join(guests)}"
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": message})
