"""The check of stored tables: each one is loaded, as a server would do, and an open one with a gap can be repaired."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, select, update

from edokko.server.store import models
from edokko.server.store import rows as store
from edokko.server.store.administration import notice
from edokko.table.match import Match, rebuild
from edokko.table.rows import Row
from edokko.table.venue import summary_of
from edokko.table.views.live_table import LiveTable


class Fault(NamedTuple):
    """A table that cannot be loaded, or whose rows are not those that its version counts."""

    table: str
    status: str
    row: int  # the number of the first row that is missing or cannot be applied
    is_open: bool  # whether its game can go on from the rows before that one


def faults(connection: Connection) -> Iterator[Fault]:
    """Yield the faulty tables of a database."""
    for columns in connection.execute(select(models.Table.__table__).order_by(models.Table.id)).mappings().all():
        name, status = columns["id"], columns["status"]
        row = _first_fault(columns, store.rows_of(connection, name))
        if row is not None:
            yield Fault(name, status, row, row > 0 and status in ("waiting", "running"))


def _first_fault(columns: Any, rows: list[Row]) -> int | None:
    info = store.info_of(columns)
    match, sound = Match(info.setup, info.settings.clock), 0
    with suppress(Exception):
        while sound < len(rows) and rows[sound].row == sound:
            match.apply(rows[sound])
            sound += 1
    return None if sound == len(rows) == columns["version"] else min(sound, columns["version"])


def cut(connection: Connection, table: str, row: int) -> None:
    """Remove the rows of an open table from a number on, so that its game goes on from those before it.

    The number is greater than 0.
    """
    model = models.Table
    connection.execute(delete(models.Row).where(models.Row.table == table, models.Row.row >= row))
    info = store.info_of(connection.execute(select(model.__table__).where(model.id == table)).mappings().one())
    rows = store.rows_of(connection, table)
    info.changed = rows[-1].time
    match = rebuild(info.setup, rows, info.settings.clock)
    live_table = LiveTable(info, store.seats_of(connection, table), match, 0.0)
    connection.execute(update(model).where(model.id == table).values(summary_of(live_table)))
    notice(connection, "table", table)
