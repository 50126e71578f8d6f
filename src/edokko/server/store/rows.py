"""Reading and writing of tables, seats and rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Dialect,
    Text,
    UpdateBase,
    bindparam,
    column,
    delete,
    exists,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import JSON
from sqlalchemy.ext.asyncio import AsyncConnection

from edokko.server.store import models
from edokko.server.store.driver import execute_raw, leave_message
from edokko.table.rows import Row
from edokko.table.seats import SeatInfo, bot_display_name
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.store import Conflict

S = TypeVar("S", bound=msgspec.Struct)
CHANNEL = "edokko"
"""The notification channel for changes of tables."""
LONGEST_NEWS = 7_500
"""Maximum size of a notification with rows, in bytes; PostgreSQL's limit is 8,000."""


_OWN_COLUMNS = ("id", "host", "created", "changed", "status", "rematch", "origin", "series", "event")
"""Columns of ``tables`` that are fields of :class:`TableInfo` itself; those of its setup and its settings follow."""
_SEAT_COLUMNS = tuple(column.name for column in models.Seat.__table__.columns if column.name != "table")


class News(msgspec.Struct, frozen=True):
    """The payload of a message between processes on one PostgreSQL, sent after the commit."""

    table: str  # the id
    version: int  # the number of rows after the change
    guests: list[str]  # the guests of the table, whose turns may have changed
    rows: list[dict[str, Any]] = []  # the new rows, as columns; empty if they do not fit
    # The encoded game after the rows, so that the receiver need not encode it; unset if no other process has guests at
    # the table, or if it does not fit.
    game: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Statement:
    """A statement that is compiled once for each dialect and executed by the driver.

    SQLAlchemy's own processing of a statement takes longer than the write. Its parameters must be text, numbers and
    booleans, which drivers accept without conversion.
    """

    def __init__(self, statement: UpdateBase) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, list[str]]] = {}

    def execute(self, connection: Connection, values: dict[str, Any]) -> int:
        """Execute the statement with named values, and return the number of rows that it has changed."""
        return execute_raw(connection, *self.bind(connection.dialect, values))

    def execute_many(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Execute the statement for each row of named values."""
        sql, names = self._sql_for(connection.dialect)
        execute_raw(connection, sql, *[tuple(row[name] for name in names) for row in rows])

    def bind(self, dialect: Dialect, values: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
        """Return the SQL, and the values in the order of its parameters."""
        sql, names = self._sql_for(dialect)
        return sql, tuple(values[name] for name in names)

    def _sql_for(self, dialect: Dialect) -> tuple[str, list[str]]:
        if dialect.name not in self._compiled:
            compiled = self._statement.compile(dialect=dialect)
            assert compiled.positiontup is not None
            self._compiled[dialect.name] = str(compiled), list(compiled.positiontup)
        return self._compiled[dialect.name]


_SUMMARY = ("version", "changed", "status", "month", "decides", "bot_decides", "deadline", "rematch", "coach", "chat")
_INSERT_ROW = _Statement(insert(models.Row))
_UPDATE_SUMMARY = (
    update(models.Table)
    .where(models.Table.id == bindparam("this"))
    # The version alone does not tell two histories apart: a fail-over may lose rows that others replace.
    .where(models.Table.version == bindparam("old_version"), models.Table.changed == bindparam("old_changed"))
    .values({name: bindparam(name) for name in _SUMMARY})
)
_UPDATE_TABLE = _Statement(_UPDATE_SUMMARY)


def _append_rows() -> UpdateBase:
    """Build PostgreSQL's single statement: update the table's summary and, if that succeeds, insert the rows."""
    columns = models.Row.__table__.columns
    recordset = func.json_populate_recordset(text("NULL::rows"), bindparam("rows", type_=Text).cast(JSON))
    rows = recordset.table_valued(*[column(field.name, field.type) for field in columns], name="new_rows")
    updated = _UPDATE_SUMMARY.returning(models.Table.id).cte("updated")
    new_rows = select(*rows.c).where(exists(select(updated.c.id)))
    insertion = insert(models.Row).from_select([field.name for field in columns], new_rows)
    return insertion.add_cte(updated).returning(models.Row.row)


_APPEND_ROWS = _Statement(_append_rows())
_POSTGRESQL = make_url("postgresql+asyncpg://").get_dialect()()


async def read_table(connection: AsyncConnection, table: str) -> TableInfo | None:
    """Return the settings of a table; ``None`` if it does not exist."""
    statement = select(models.Table.__table__).where(models.Table.id == table)
    columns = (await connection.execute(statement)).mappings().first()
    return info_of(columns) if columns else None


def states_of(connection: Connection, tables: Sequence[str]) -> dict[str, tuple[int, float]]:
    """Return the version and the time of the last change of each table that exists."""
    table = models.Table
    statement = select(table.id, table.version, table.changed).where(table.id.in_(tables))
    return {name: (version, changed) for name, version, changed in connection.execute(statement)}


def info_of(columns: Any) -> TableInfo:
    """Return the settings from the columns of ``tables``."""
    own = {name: columns[name] for name in _OWN_COLUMNS}
    return TableInfo(setup=_struct_of(Setup, columns), settings=settings_of(columns), **own)


def settings_of(columns: Any) -> TableSettings:
    """Return the settings from the columns of ``tables``."""
    return _struct_of(TableSettings, columns)


def columns_of(info: TableInfo) -> dict[str, Any]:
    """Return the columns of ``tables``, without those that derive from the game."""
    own = {name: getattr(info, name) for name in _OWN_COLUMNS}
    settings: dict[str, Any] = msgspec.to_builtins(info.settings)
    return own | msgspec.structs.asdict(info.setup) | settings


def _struct_of(kind: type[S], columns: Any) -> S:
    """Return a struct whose fields are columns of the same names."""
    return msgspec.convert({name: columns[name] for name in kind.__struct_fields__}, kind)


async def read_seats(connection: AsyncConnection, table: str) -> list[SeatInfo]:
    """Return the seats of a table, in order."""
    return await connection.run_sync(seats_of, table)


def seats_of(connection: Connection, table: str) -> list[SeatInfo]:
    """Return the seats of a table, in order, over a synchronous connection."""
    seat, guest = models.Seat, models.Guest
    statement = select(seat.__table__, guest.name.label("former")).outerjoin(guest, guest.id == seat.resigned)
    statement = statement.where(seat.table == table).order_by(seat.seat)
    return [seat_of(columns) for columns in connection.execute(statement).mappings()]


def seat_of(columns: Mapping[Any, Any]) -> SeatInfo:
    """Return a seat from its columns."""
    seat = SeatInfo(**{name: columns[name] for name in _SEAT_COLUMNS}, former=columns.get("former") or "")
    if seat.kind == "bot":
        seat.name = bot_display_name(seat.name, columns["table"], seat.seat)
    return seat


async def read_rows(connection: AsyncConnection, table: str, first: int = 0) -> list[Row]:
    """Return the rows of a table from number ``first`` on, in order."""
    return await connection.run_sync(rows_of, table, first)


def rows_of(connection: Connection, table: str, first: int = 0) -> list[Row]:
    """Return the rows of a table from number ``first`` on, in order, over a synchronous connection."""
    row = models.Row
    statement = select(row.__table__).where(row.table == table, row.row >= first).order_by(row.row)
    return [row_of(columns) for columns in connection.execute(statement).mappings()]


def row_of(columns: Mapping[Any, Any]) -> Row:
    """Return a row from its columns."""
    values = {name: columns[name] for name in Row.__struct_fields__}
    return Row(**values | {"chance": tuple(columns["chance"].splitlines())})


def _row_columns(table: str, row: Row) -> dict[str, Any]:
    return msgspec.structs.asdict(row) | {"table": table, "chance": "\n".join(row.chance)}


async def read_changes(connection: AsyncConnection, table: str) -> dict[int, float]:
    """Return the rating change of each seat; empty unless the table is a finished, rated one."""
    statement = select(models.Outcome.seat, models.Outcome.change).where(models.Outcome.table == table)
    return {seat: change for seat, change in await connection.execute(statement) if change is not None}


def write_table(connection: Connection, info: TableInfo, seats: Iterable[SeatInfo]) -> None:
    """Insert a new table with its seats."""
    values = columns_of(info) | {"version": 0, "month": 0, "decides": None, "bot_decides": False, "deadline": None}
    connection.execute(insert(models.Table), [values])
    write_seats(connection, info.id, seats)


def write_seats(connection: Connection, table: str, seats: Iterable[SeatInfo]) -> None:
    """Replace all seats of a table."""
    connection.execute(delete(models.Seat).where(models.Seat.table == table))
    connection.execute(
        insert(models.Seat),
        [{name: getattr(seat, name) for name in _SEAT_COLUMNS} | {"table": table} for seat in seats],
    )


def append(connection: Connection, table: str, changed: float, rows: Sequence[Row], summary: Mapping[str, Any]) -> int:
    """Append rows and update the table's summary, atomically, and return the number of the first one.

    ``changed`` is the time of the last change before the rows, which identifies the state that they continue.

    Raises:
        Conflict: the table is in another state.
        IntegrityError: another writer has inserted a row of the same number.
    """
    if connection.dialect.name == "postgresql":
        count = execute_raw(connection, *append_statement(table, changed, rows, summary))
    else:
        count = _UPDATE_TABLE.execute(connection, _table_values(table, changed, rows, summary))
    if not count:
        raise Conflict
    if connection.dialect.name != "postgresql":
        _INSERT_ROW.execute_many(connection, [_row_columns(table, row) for row in rows])
    return rows[0].row


def _table_values(table: str, changed: float, rows: Sequence[Row], summary: Mapping[str, Any]) -> dict[str, Any]:
    return {**summary, "this": table, "old_version": rows[0].row, "old_changed": changed}


def announce(connection: Connection, topic: str) -> None:
    """Wake the listeners of a topic in all processes, once the transaction is committed.

    It is one of :class:`edokko.table.hub.Hub`, and not a table.
    """
    leave_message(connection, CHANNEL, encode_news(topic, 0, (), []))


def append_statement(
    table: str, changed: float, rows: Sequence[Row], summary: Mapping[str, Any]
) -> tuple[str, tuple[Any, ...]]:
    """Return the SQL and the values of PostgreSQL's single statement for :func:`append`.

    It returns the number of the first row; nothing if the table is in another state.
    """
    columns = msgspec.json.encode([_row_columns(table, row) for row in rows]).decode()
    return _APPEND_ROWS.bind(_POSTGRESQL, _table_values(table, changed, rows, summary) | {"rows": columns})


def encode_news(
    table: str, version: int, guests: Iterable[str], rows: Sequence[Row], game: msgspec.Raw | None = None
) -> str:
    """Return the payload of a notification, with as much as fits: rows and game, the rows, or neither.

    The arguments are as in :class:`News`; without a game, no other process has guests at the table.
    """
    minimal = News(table, version, list(guests))
    with_rows = msgspec.structs.replace(minimal, rows=[_row_columns(table, row) for row in rows])
    for news in (with_rows if game is None else msgspec.structs.replace(with_rows, game=game), with_rows):
        encoded = msgspec.json.encode(news)
        if len(encoded) <= LONGEST_NEWS:
            return encoded.decode()
    return msgspec.json.encode(minimal).decode()
