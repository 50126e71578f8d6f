"""The lists of tables: those of a guest, and the listed ones that all guests see."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, case, exists, func, select

from edokko.server.store import models
from edokko.server.store.rows import info_of, seat_of
from edokko.table.seats import SeatInfo
from edokko.table.store import MOST_LISTED, ListedTable, Listing, Outcome

MOST_OF_ADDRESS = 10
"""Tables of a list that one address has created."""


def listing_of(connection: Connection, guest: str | None) -> Listing:
    """Return the lists of tables for a guest; ``None`` for an anonymous one."""
    table = models.Table
    own = select(models.Seat.table).where(models.Seat.guest == guest)
    has_open_seat = exists().where(models.Seat.table == table.id, models.Seat.kind == "open")
    yours = []
    if guest is not None:
        mine = select(table.__table__).where((table.id.in_(own)) | (table.host == guest), table.status != "closed")
        # Sort finished games last, so that the limit never drops a waiting or running table.
        last = case((table.status == "finished", 1), else_=0)
        yours = _tables(connection, mine.order_by(last, table.changed.desc()).limit(MOST_LISTED))
    waiting = _tables(connection, _listed(table.status == "waiting", has_open_seat))
    return Listing(yours, waiting, _tables(connection, _listed(table.status == "running", table.spectators)))


def turns_of(connection: Connection, guest: str) -> list[ListedTable]:
    """Return the tables where it is a guest's turn, the latest change first."""
    table, seat = models.Table, models.Seat
    is_here = seat.table == table.id
    statement = select(table.__table__).join(seat, is_here & (seat.seat == table.decides) & (seat.guest == guest))
    statement = statement.where(table.status == "running").order_by(table.changed.desc()).limit(MOST_LISTED)
    return _tables(connection, statement)


def _listed(*conditions: Any) -> Any:
    """Select listed tables, the latest change first, with a maximum for each address so that none fills the list."""
    table = models.Table
    # Tables of older versions have no hash of the address.
    by_address = func.coalesce(table.origin, table.host)
    place = func.row_number().over(partition_by=by_address, order_by=table.changed.desc())
    newest = select(table.id, place.label("place")).where(table.listed, *conditions).subquery()
    statement = select(table.__table__).join(newest, newest.c.id == table.id).where(newest.c.place <= MOST_OF_ADDRESS)
    return statement.order_by(table.changed.desc()).limit(MOST_LISTED)


def _tables(connection: Connection, statement: Any) -> list[ListedTable]:
    rows = list(connection.execute(statement).mappings())
    where = models.Seat.table.in_([row["id"] for row in rows])
    seats: defaultdict[str, list[SeatInfo]] = defaultdict(list)
    for seat in connection.execute(select(models.Seat.__table__).where(where).order_by(models.Seat.seat)).mappings():
        seats[seat["table"]].append(seat_of(seat))
    results: defaultdict[str, list[Outcome]] = defaultdict(list)
    finished = [row["id"] for row in rows if row["status"] == "finished"]
    if finished:
        outcome = models.Outcome
        outcomes = select(outcome.table, outcome.seat, outcome.place, outcome.points).where(outcome.table.in_(finished))
        for table, *columns in connection.execute(outcomes.order_by(outcome.place)):
            results[table].append(Outcome(*columns))
    return [
        ListedTable(info_of(row), seats[row["id"]], row["month"], row["decides"], row["deadline"], results[row["id"]])
        for row in rows
    ]
