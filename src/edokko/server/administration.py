"""What an operator does to tables and players, whether or not a server runs: each function within one transaction.

Processes that serve have tables and guests in memory; a notice tells them what to read anew
(:mod:`edokko.server.upkeep`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from edokko.server.database import models

NOBODY = "–"
"""The name in results and records of somebody whose data has been deleted."""
LEVEL = "easy"
"""The computer player that goes on for somebody whose data has been deleted."""


class NoSuchThing(LookupError):
    """There is no table or player of that id."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list.

    Attributes:
        id, name, status, edition, month: what it is and where it stands.
        changed: when something happened last, in seconds since 1970.
        seats: the names of the seats; empty for an open one.
    """

    id: str
    name: str
    status: str
    edition: str
    month: int
    changed: float
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a list.

    Attributes:
        id, name, is_banned: who it is.
        seen: when the player was there last, in seconds since 1970.
        games: finished ones.
    """

    id: str
    name: str
    is_banned: bool
    seen: float
    games: int


def tables(connection: Connection, status: str | None, most: int) -> list[TableLine]:
    """Tables, the latest first.

    Args:
        connection: a transaction.
        status: only those; ``None`` for all.
        most: how many.
    """
    kept = models.Table
    statement = select(kept.__table__).order_by(kept.changed.desc(), kept.id).limit(most)
    if status is not None:
        statement = statement.where(kept.status == status)
    found = list(connection.execute(statement).mappings())
    seats: dict[str, list[str]] = {one["id"]: [] for one in found}
    sitting = select(models.Seat.table, models.Seat.name).where(models.Seat.table.in_(seats))
    for table, name in connection.execute(sitting.order_by(models.Seat.table, models.Seat.seat)):
        seats[table].append(name)
    return [
        TableLine(
            one["id"],
            one["name"],
            one["status"],
            one["edition"],
            one["month"],
            one["changed"],
            tuple(seats[one["id"]]),
        )
        for one in found
    ]


def players(connection: Connection, named: str, most: int) -> list[PlayerLine]:
    """Players, those seen last first.

    Args:
        connection: a transaction.
        named: a part of the name, in any case; empty for everybody.
        most: how many.
    """
    kept = models.Guest
    games = select(func.count()).select_from(models.Outcome).where(models.Outcome.guest == kept.id).scalar_subquery()
    statement = select(kept.id, kept.name, kept.banned, kept.seen, games).order_by(kept.seen.desc(), kept.id)
    if named:
        statement = statement.where(func.lower(kept.name).contains(named.lower(), autoescape=True))
    return [PlayerLine(*one) for one in connection.execute(statement.limit(most))]


def close_table(connection: Connection, table: str) -> bool:
    """Close a table, whoever sits there.

    Returns:
        Whether it was open.

    Raises:
        NoSuchThing: there is none.
    """
    found = connection.execute(select(models.Table.status).where(models.Table.id == table)).scalar()
    if found is None:
        raise NoSuchThing(table)
    if found not in ("waiting", "running"):
        return False
    _happened(connection, table, "close", status="closed", decides=None, bot_decides=False, deadline=None)
    return True


def ban(connection: Connection, guest: str, *, is_banned: bool) -> str:
    """Let a player change nothing any more, or let them play again.

    Returns:
        The name.

    Raises:
        NoSuchThing: there is no such player.
    """
    name = _name(connection, guest)
    connection.execute(update(models.Guest).where(models.Guest.id == guest).values(banned=is_banned))
    notice(connection, "guest", guest)
    return name


def delete_player(connection: Connection, guest: str) -> str:
    """Delete a player and everything that tells of them.

    Games that others have played too stay, with a dash for the name. At running tables a computer player goes on;
    tables that wait for people are left, those of the player's own are closed.

    Returns:
        The name that they had.

    Raises:
        NoSuchThing: there is no such player.
    """
    name = _name(connection, guest)
    for table, status, host in _tables_of(connection, guest):
        if status == "waiting" and host == guest:
            close_table(connection, table)
        elif status in ("waiting", "running"):
            _stand_up(connection, table, guest, status)
    _forget_at_tables(connection, guest)
    for kept in (models.Rating, models.Hired, models.Token, models.Moving):
        connection.execute(delete(kept).where(kept.guest == guest))
    connection.execute(delete(models.Guest).where(models.Guest.id == guest))
    notice(connection, "guest", guest)
    return name


def notice(connection: Connection, kind: str, subject: str) -> None:
    """Tell all processes to read something anew."""
    connection.execute(insert(models.Notice), [{"number": time.time_ns(), "kind": kind, "subject": subject}])


def _name(connection: Connection, guest: str) -> str:
    found: str | None = connection.execute(select(models.Guest.name).where(models.Guest.id == guest)).scalar()
    if found is None:
        raise NoSuchThing(guest)
    return found


def _tables_of(connection: Connection, guest: str) -> Sequence[Any]:
    """The tables that tell of a player: id, status and host."""
    kept = models.Table
    seats = select(models.Seat.table).where(or_(models.Seat.guest == guest, models.Seat.resigned == guest))
    statement = select(kept.id, kept.status, kept.host).where(or_(kept.host == guest, kept.id.in_(seats)))
    return connection.execute(statement.order_by(kept.id)).all()


def _stand_up(connection: Connection, table: str, guest: str, status: str) -> None:
    """Leave the seats of a table that goes on."""
    kept = models.Seat
    mine = (kept.table == table, kept.guest == guest)
    left = list(connection.execute(select(kept.seat).where(*mine).order_by(kept.seat)).scalars())
    decides = connection.execute(select(models.Table.decides).where(models.Table.id == table)).scalar()
    for seat in left:
        if status == "waiting":
            _happened(connection, table, "leave", seat)
        elif seat == decides:
            _happened(connection, table, "bot", seat, LEVEL, bot_decides=True, deadline=None)
        else:
            _happened(connection, table, "bot", seat, LEVEL)
    empty = {"guest": None, "resigned": None}
    if status == "waiting":
        connection.execute(update(kept).where(*mine).values(kind="open", name="", level=None, **empty))
    else:
        connection.execute(update(kept).where(*mine).values(kind="bot", name=NOBODY, level=LEVEL, **empty))


def _forget_at_tables(connection: Connection, guest: str) -> None:
    """Take the player out of whatever stays of tables, finished ones among them."""
    for table, _, _ in _tables_of(connection, guest):
        notice(connection, "table", table)
    hosted, seat, row, outcome = models.Table, models.Seat, models.Row, models.Outcome
    connection.execute(update(hosted).where(hosted.host == guest).values(host="", name=""))
    connection.execute(update(seat).where(seat.guest == guest).values(guest=None, name=NOBODY))
    connection.execute(update(seat).where(seat.resigned == guest).values(resigned=None, name=NOBODY))
    connection.execute(update(row).where(row.guest == guest).values(guest=None, request=None))
    connection.execute(update(outcome).where(outcome.guest == guest).values(guest=None, name=NOBODY))


def _happened(
    connection: Connection, table: str, kind: str, seat: int | None = None, words: str = "", **columns: Any
) -> None:
    """Add a row to a table; a process that writes the same row at the same time is refused and reads anew."""
    kept = models.Table
    number, now = connection.execute(select(kept.version).where(kept.id == table)).scalar_one(), time.time()
    row = {"table": table, "row": number, "kind": kind, "ply": 0, "seat": seat, "text": words, "chance": ""}
    connection.execute(insert(models.Row), [row | {"batch": number, "guest": None, "request": None, "time": now}])
    connection.execute(update(kept).where(kept.id == table).values(version=number + 1, changed=now, **columns))
    notice(connection, "table", table)
