"""How many tables there may be. Counted in the transaction that makes one more, so that nobody is quicker than that."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select, text

from edokko.server.database import models
from edokko.server.problems import ApiProblem
from edokko.server.seats import SeatInfo, TableInfo
from edokko.server.settings import Settings

MAKING = 0x1C1ED2
"""The number of the lock under which all processes count. SQLite has one writer at a time anyway."""
RETRY = 60.0


class Room:
    """Whether there is room for more.

    Args:
        settings: for how much.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def for_table(self, connection: Connection, info: TableInfo, seats: Sequence[SeatInfo]) -> None:
        """See to it that there is room for a new table.

        Args:
            connection: the transaction that adds it, before it has.
            info, seats: the table.

        Raises:
            ApiProblem: ``too_many``.
        """
        _alone(connection)
        _below(connection, self._settings.tables, _OPEN)
        _below(connection, self._settings.guest_tables, _OPEN, models.Table.host == info.host)
        if any(one.kind == "bot" for one in seats):
            _below(connection, self._settings.bot_tables, _OPEN, _has_bots_of(info.host))
        self._for_nobody(connection, seats)

    def for_bot(self, connection: Connection, info: TableInfo, seats: Sequence[SeatInfo], guest: str) -> None:
        """See to it that a computer player may be given a seat, or go on for one.

        Who leaves others alone at a game does not count: they wait for somebody to go on.

        Args:
            connection: the transaction in which it begins to, before it has.
            info: the table.
            seats: as they are then.
            guest: who lets it.

        Raises:
            ApiProblem: ``too_many``.
        """
        _alone(connection)
        if info.status == "waiting" or all(one.guest in (None, guest) for one in seats):
            others = models.Table.id != info.id
            _below(connection, self._settings.bot_tables, _OPEN, others, _has_bots_of(guest))
        self._for_nobody(connection, seats)

    def _for_nobody(self, connection: Connection, seats: Sequence[SeatInfo]) -> None:
        if all(one.kind == "bot" for one in seats):
            sits = exists().where(models.Seat.table == models.Table.id, models.Seat.kind != "bot")
            _below(connection, self._settings.bot_only_tables, models.Table.status == "running", ~sits)


_OPEN = models.Table.status.in_(("waiting", "running"))


def _has_bots_of(guest: str) -> ColumnElement[bool]:
    """A table has computer players because of a guest: the host, or who has left a seat to one."""
    kept = models.Seat
    there = kept.table == models.Table.id
    made = and_(models.Table.host == guest, exists().where(there, kept.kind == "bot"))
    return or_(made, exists().where(there, kept.resigned == guest))


def _alone(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MAKING})


def _below(connection: Connection, most: int, *which: ColumnElement[bool]) -> None:
    if (connection.execute(select(func.count()).select_from(models.Table).where(*which)).scalar() or 0) >= most:
        raise ApiProblem("too_many", retry=RETRY)
