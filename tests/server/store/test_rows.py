"""Rows of the database and the structs that they store: one field, one column, one name."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest

from edokko.server.store import Database, models
from edokko.server.store import rows as store
from edokko.table.clocks import Clock
from edokko.table.rows import Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.shapes.requests import NewTable
from edokko.table.shapes.tables import Table
from tests.helpers.database import in_database
from tests.helpers.server import sqlite_in

UNUSUAL = TableSettings("Nihonbashi", True, "days", True, True, False, False, True, Clock(0, 0, 3, "hard"))
SEATS = [
    SeatInfo(0, "person", "Hana", "guest", crest=2, ready=False),
    SeatInfo(1, "bot", "Tama", None, "easy", "other", crest=0),
]
ROWS = [Row(0, "made", guest="guest", time=1.5), Row(1, "move", 7, 1, "income", ("reveal monk",), 1, "g", "g:key", 2.5)]


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    info = TableInfo("t", "host", Setup("2015", 1, 2, {"characters": {}}), 1.0, 2.0, UNUSUAL, "waiting", "next", "hash")

    async def look(database: Database) -> None:
        summary: dict[str, Any] = dict.fromkeys(("decides", "deadline"))
        summary |= {"version": 2, "changed": 2.0, "status": "waiting", "month": 0, "bot_decides": False}

        def write(connection: Any) -> None:
            store.write_table(connection, info, SEATS)
            store.append(
                connection, info.id, info.changed, ROWS, summary | {"rematch": "next", "coach": True, "chat": False}
            )

        await database.transact(write)
        async with database.read() as connection:
            assert await store.read_table(connection, "t") == info
            assert await store.read_seats(connection, "t") == SEATS
            assert await store.read_rows(connection, "t") == ROWS

    in_database(sqlite_in(tmp_path), look)


@pytest.mark.parametrize("name", TableSettings.__struct_fields__)
def test_a_setting_has_one_name_and_one_default_from_the_request_to_the_database(name: str) -> None:
    default = getattr(TableSettings(), name)
    assert getattr(NewTable(seats=[]), name) == default
    in_view = {field.name: field.default for field in msgspec.structs.fields(Table)}
    assert in_view[name] == default
    assert name in models.Table.__table__.columns


def test_a_seat_and_a_row_have_a_column_for_each_field() -> None:
    # `former` has no column: it is read from the guest in `resigned`.
    assert set(models.Seat.__table__.columns.keys()) == {"table", *(field.name for field in fields(SeatInfo))} - {
        "former"
    }
    assert set(models.Row.__table__.columns.keys()) == {"table", *Row.__struct_fields__}
