"""Commands of an operator on tables and players, also while servers run. Each function runs within one transaction.

Server processes cache tables and guests; a notice tells them what to invalidate (:mod:`edokko.server.workers.upkeep`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from edokko.server.store import models

DELETED_NAME = "–"
"""The name of a deleted player in results and records."""
LEVEL = "easy"
"""The computer player that replaces a deleted player."""


class NotFound(LookupError):
    """There is no table or player with the given id."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list, with the time of its last change in seconds since 1970; open seats have empty names."""

    id: str
    name: str
    status: str
    edition: str
    month: int
    changed: float
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a list: the last visit in seconds since 1970, to within a day, and the number of finished games."""

    id: str
    name: str
    is_banned: bool
    seen: float
    games: int


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A reported message of a chat, with the time of the report in seconds since 1970.

    The name is that of its writer at the table; the reporter is ``None`` for a deleted guest.
    """

    time: float
    table: str
    writer: str
    name: str
    text: str
    reporter: str | None


def tables(connection: Connection, status: str | None, most: int) -> list[TableLine]:
    """Return at most so many tables, the latest change first; with a status only those that have it."""
    table = models.Table
    columns = (table.id, table.name, table.status, table.edition, table.month, table.changed)
    statement = select(*columns).order_by(table.changed.desc(), table.id).limit(most)
    if status is not None:
        statement = statement.where(table.status == status)
    rows = connection.execute(statement).all()
    seats: dict[str, list[str]] = {row.id: [] for row in rows}
    names = select(models.Seat.table, models.Seat.name).where(models.Seat.table.in_(seats))
    for table_id, name in connection.execute(names.order_by(models.Seat.table, models.Seat.seat)):
        seats[table_id].append(name)
    return [TableLine(*row, tuple(seats[row.id])) for row in rows]


def players(connection: Connection, part: str, most: int) -> list[PlayerLine]:
    """Return at most so many players whose names have a part, in any case, the latest visit first."""
    guest = models.Guest
    games = select(func.count()).select_from(models.Outcome).where(models.Outcome.guest == guest.id).scalar_subquery()
    statement = select(guest.id, guest.name, guest.banned, guest.seen, games).order_by(guest.seen.desc(), guest.id)
    if part:
        statement = statement.where(func.lower(guest.name).contains(part.lower(), autoescape=True))
    return [PlayerLine(*row) for row in connection.execute(statement.limit(most))]


def close_table(connection: Connection, table: str) -> bool:
    """Close a table, and return whether it was waiting or running. Raises ``NotFound`` if there is no such table."""
    status = connection.execute(select(models.Table.status).where(models.Table.id == table)).scalar()
    if status is None:
        raise NotFound(table)
    if status not in ("waiting", "running"):
        return False
    _append_row(connection, table, "close", status="closed", decides=None, bot_decides=False, deadline=None)
    return True


def ban(connection: Connection, guest: str, *, is_banned: bool) -> str:
    """Ban a player from all changes, or lift the ban, and return the player's name.

    Raises:
        NotFound: there is no such player.
    """
    name = _name(connection, guest)
    connection.execute(update(models.Guest).where(models.Guest.id == guest).values(banned=is_banned))
    notice(connection, "guest", guest)
    return name


def delete_player(connection: Connection, guest: str, forget: Sequence[Callable[[Connection, str], None]]) -> str:
    """Delete a player with all personal data, and return the player's name.

    Games with other players remain, with a dash for the name. At running tables a computer player replaces the player.
    The player leaves waiting tables; those that the player hosts are closed. Each function of ``forget`` removes the
    player from the tables of a feature, where no foreign key does.

    Raises:
        NotFound: there is no such player.
    """
    name = _name(connection, guest)
    for table, status, host in _tables_of(connection, guest):
        if status == "waiting" and host == guest:
            close_table(connection, table)
        elif status in ("waiting", "running"):
            _leave_seats(connection, table, guest, status)
    _anonymise_tables(connection, guest)
    for step in forget:
        step(connection, guest)
    for model in (models.Rating, models.Hired):
        connection.execute(delete(model).where(model.guest == guest))
    # The foreign keys of all other tables with personal data cascade.
    connection.execute(delete(models.Guest).where(models.Guest.id == guest))
    notice(connection, "guest", guest)
    return name


def notice(connection: Connection, kind: str, subject: str) -> None:
    """Write a notice, by which all server processes invalidate a table or a guest."""
    connection.execute(insert(models.Notice), [{"number": time.time_ns(), "kind": kind, "subject": subject}])


def _name(connection: Connection, guest: str) -> str:
    name: str | None = connection.execute(select(models.Guest.name).where(models.Guest.id == guest)).scalar()
    if name is None:
        raise NotFound(guest)
    return name


def _tables_of(connection: Connection, guest: str) -> Sequence[Any]:
    """Return id, status and host of the tables that a player hosts, or at which they have or had a seat."""
    table, seat = models.Table, models.Seat
    seats = select(seat.table).where(or_(seat.guest == guest, seat.resigned == guest))
    statement = select(table.id, table.status, table.host).where(or_(table.host == guest, table.id.in_(seats)))
    return connection.execute(statement.order_by(table.id)).all()


def _leave_seats(connection: Connection, table: str, guest: str, status: str) -> None:
    """Open a player's seats at a waiting table, or hand them to a computer player at a running one."""
    seat = models.Seat
    is_own = (seat.table == table, seat.guest == guest)
    numbers = list(connection.execute(select(seat.seat).where(*is_own).order_by(seat.seat)).scalars())
    decides = connection.execute(select(models.Table.decides).where(models.Table.id == table)).scalar()
    for number in numbers:
        if status == "waiting":
            _append_row(connection, table, "leave", number)
        elif number == decides:
            _append_row(connection, table, "bot", number, LEVEL, bot_decides=True, deadline=None)
        else:
            _append_row(connection, table, "bot", number, LEVEL)
    no_guest = {"guest": None, "resigned": None}
    if status == "waiting":
        connection.execute(update(seat).where(*is_own).values(kind="open", name="", level=None, **no_guest))
    else:
        connection.execute(update(seat).where(*is_own).values(kind="bot", name=DELETED_NAME, level=LEVEL, **no_guest))


def _anonymise_tables(connection: Connection, guest: str) -> None:
    """Remove a player's name and id from all tables, finished ones included."""
    for table, _, _ in _tables_of(connection, guest):
        notice(connection, "table", table)
    hosted, seat, row, outcome = models.Table, models.Seat, models.Row, models.Outcome
    connection.execute(update(hosted).where(hosted.host == guest).values(host="", name=""))
    connection.execute(update(seat).where(seat.guest == guest).values(guest=None, name=DELETED_NAME))
    connection.execute(update(seat).where(seat.resigned == guest).values(resigned=None, name=DELETED_NAME))
    connection.execute(update(row).where(row.guest == guest).values(guest=None, request=None))
    connection.execute(update(outcome).where(outcome.guest == guest).values(guest=None, name=DELETED_NAME))


def _append_row(
    connection: Connection, table: str, kind: str, seat: int | None = None, text: str = "", **columns: Any
) -> None:
    """Append a row and update columns of its table.

    A server process that writes concurrently waits for this transaction, finds another version and reads again.
    """
    model = models.Table
    version = select(model.version).where(model.id == table).with_for_update()
    number, now = connection.execute(version).scalar_one(), time.time()
    row = {"table": table, "row": number, "kind": kind, "ply": 0, "seat": seat, "text": text, "chance": ""}
    connection.execute(insert(models.Row), [row | {"batch": number, "guest": None, "request": None, "time": now}])
    connection.execute(update(model).where(model.id == table).values(version=number + 1, changed=now, **columns))
    notice(connection, "table", table)
