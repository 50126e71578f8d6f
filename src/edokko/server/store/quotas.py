"""Quotas of tables, counted in the transaction that adds one, so that concurrent requests cannot exceed them."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, exists, or_

from edokko.server.settings import Settings
from edokko.server.store import models
from edokko.server.store.driver import wait_for_lock
from edokko.server.store.sql_store import Guards
from edokko.server.store.statements import require_below
from edokko.table.seats import SeatInfo
from edokko.table.store import BotQuota, Change, MadeTableQuota, TableQuota

LOCK_ID = 0x1C1ED2
"""The PostgreSQL advisory lock that all processes hold while they count."""
RETRY = 60.0
"""Seconds after which a refused client may try again."""


class Quotas:
    """The quotas of tables: of one guest, and of the server, by the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def guards(self) -> Guards:
        """The guards of changes. Each raises ``ApiProblem``, ``too_many``, if a quota is used up."""
        return {TableQuota: self._for_table, MadeTableQuota: self._for_made_table, BotQuota: self._for_bot}

    def _for_table(self, connection: Connection, change: Change, guard: TableQuota) -> None:
        info, seats = change.info, change.seats or ()
        wait_for_lock(connection, LOCK_ID)
        _check_below(connection, self._settings.tables, _OPEN)
        _check_below(connection, self._settings.guest_tables, _OPEN, models.Table.host == info.host)
        if any(seat.kind == "bot" for seat in seats):
            _check_below(connection, self._settings.bot_tables, _OPEN, _has_bots_of(info.host))
        self._check_bot_only(connection, seats)

    def _for_made_table(self, connection: Connection, change: Change, guard: MadeTableQuota) -> None:
        wait_for_lock(connection, LOCK_ID)
        _check_below(connection, self._settings.tables, _OPEN)

    def _for_bot(self, connection: Connection, change: Change, guard: BotQuota) -> None:
        """Replacing a player of a running game is exempt from the guest's quota as long as other people play there."""
        info, seats = change.info, change.seats or ()
        wait_for_lock(connection, LOCK_ID)
        if info.status == "waiting" or all(seat.guest in (None, guard.guest) for seat in seats):
            others = models.Table.id != info.id
            _check_below(connection, self._settings.bot_tables, _OPEN, others, _has_bots_of(guard.guest))
        self._check_bot_only(connection, seats)

    def _check_bot_only(self, connection: Connection, seats: Sequence[SeatInfo]) -> None:
        if all(seat.kind == "bot" for seat in seats):
            has_person = exists().where(models.Seat.table == models.Table.id, models.Seat.kind != "bot")
            _check_below(connection, self._settings.bot_only_tables, models.Table.status == "running", ~has_person)


_OPEN = models.Table.status.in_(("waiting", "running"))
_check_below = functools.partial(require_below, retry=RETRY)


def _has_bots_of(guest: str) -> ColumnElement[bool]:
    """Select tables whose computer players count for a guest: as the host, or for a seat that the guest handed over."""
    seat = models.Seat
    is_here = seat.table == models.Table.id
    hosted = and_(models.Table.host == guest, exists().where(is_here, seat.kind == "bot"))
    return or_(hosted, exists().where(is_here, seat.resigned == guest))
