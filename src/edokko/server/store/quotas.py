"""Quotas of tables, counted in the transaction that adds one, so that concurrent requests cannot exceed them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select

from edokko.server.settings import Settings
from edokko.server.store import models
from edokko.server.store.driver import wait_for_lock
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo

LOCK_ID = 0x1C1ED2
"""The PostgreSQL advisory lock that all processes hold while they count."""
RETRY = 60.0
"""Seconds after which a refused client may try again."""


class QuotaExceeded(Exception):
    """A quota is used up; the client may try again after ``RETRY`` seconds."""


class Quotas:
    """The quotas of tables: of one guest, and of the server.

    Args:
        settings: the limits.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def for_table(self, connection: Connection, info: TableInfo, seats: Sequence[SeatInfo]) -> None:
        """Check the quotas for a new table.

        Args:
            connection: the transaction that will insert the table.
            info, seats: the table.

        Raises:
            QuotaExceeded: a quota is used up.
        """
        wait_for_lock(connection, LOCK_ID)
        _check_below(connection, self._settings.tables, _OPEN)
        _check_below(connection, self._settings.guest_tables, _OPEN, models.Table.host == info.host)
        if any(seat.kind == "bot" for seat in seats):
            _check_below(connection, self._settings.bot_tables, _OPEN, _has_bots_of(info.host))
        self._check_bot_only(connection, seats)

    def for_made_table(self, connection: Connection) -> None:
        """Check the quota for a table that the server makes by itself.

        Those who sit there have not asked for it now, so only the quota of the server counts.
        """
        wait_for_lock(connection, LOCK_ID)
        _check_below(connection, self._settings.tables, _OPEN)

    def for_bot(self, connection: Connection, info: TableInfo, seats: Sequence[SeatInfo], guest: str) -> None:
        """Check the quotas for a computer player that takes a seat.

        Replacing a player of a running game is exempt from the guest's quota as long as other people play there.

        Args:
            connection: the transaction that will change the seat.
            info: the table.
            seats: the seats after the change.
            guest: the guest who adds the computer player.

        Raises:
            QuotaExceeded: a quota is used up.
        """
        wait_for_lock(connection, LOCK_ID)
        if info.status == "waiting" or all(seat.guest in (None, guest) for seat in seats):
            others = models.Table.id != info.id
            _check_below(connection, self._settings.bot_tables, _OPEN, others, _has_bots_of(guest))
        self._check_bot_only(connection, seats)

    def _check_bot_only(self, connection: Connection, seats: Sequence[SeatInfo]) -> None:
        if all(seat.kind == "bot" for seat in seats):
            has_person = exists().where(models.Seat.table == models.Table.id, models.Seat.kind != "bot")
            _check_below(connection, self._settings.bot_only_tables, models.Table.status == "running", ~has_person)


_OPEN = models.Table.status.in_(("waiting", "running"))


def _has_bots_of(guest: str) -> ColumnElement[bool]:
    """Select tables whose computer players count for a guest: as the host, or for a seat that the guest handed over."""
    seat = models.Seat
    is_here = seat.table == models.Table.id
    hosted = and_(models.Table.host == guest, exists().where(is_here, seat.kind == "bot"))
    return or_(hosted, exists().where(is_here, seat.resigned == guest))


def _check_below(connection: Connection, limit: int, *conditions: ColumnElement[bool]) -> None:
    count = connection.execute(select(func.count()).select_from(models.Table).where(*conditions)).scalar() or 0
    if count >= limit:
        raise QuotaExceeded
