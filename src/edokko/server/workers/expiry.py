"""Expiry of inactive tables and guests. Of several processes on a database, one at a time runs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, exists, select

from edokko.server.settings import Settings
from edokko.server.store import models
from edokko.server.store.administration import close_table, notice
from edokko.server.store.driver import try_lock

DAY = 24 * 3600.0
MOST = 500
"""Batch size: tables or guests of each kind in one transaction, so that requests do not wait long for it."""
LOCK_ID = 0x1C1ED1
"""The PostgreSQL advisory lock of the process that runs the expiry."""
NOTICE_SECONDS = DAY
"""How long notices are kept, in seconds."""


@dataclass(frozen=True, slots=True)
class Expired:
    """Counts of one batch of the expiry."""

    closed: int = 0  # waiting or running tables that were closed
    deleted: int = 0  # closed or finished tables that were deleted with their rows
    guests: int = 0  # guests who were deleted

    def __bool__(self) -> bool:
        return bool(self.closed or self.deleted or self.guests)


@dataclass(frozen=True, slots=True)
class Expiry:
    """What features add to the expiry."""

    steps: Sequence[Callable[[Connection, Settings, float], None]] = ()  # each closes and deletes a batch of its own
    # Each returns conditions by which a guest is kept.
    keeps: Sequence[Callable[[Settings, float], Sequence[ColumnElement[bool]]]] = ()


def expire(connection: Connection, settings: Settings, now: float, added: Expiry) -> Expired:
    """Close and delete a batch of what has expired; the counts are all zero if another process holds the lock."""
    if not try_lock(connection, LOCK_ID):
        return Expired()
    connection.execute(delete(models.Notice).where(models.Notice.number < int((now - NOTICE_SECONDS) * 1e9)))
    closed = sum(
        close_table(connection, table)
        for status, days in (("waiting", settings.waiting_days), ("running", settings.running_days))
        if days
        for table in _expired(connection, status, now - days * DAY)
    )
    deleted = sum(
        _delete(connection, status, now - days * DAY)
        for status, days in (("closed", settings.closed_days), ("finished", settings.finished_days))
        if days
    )
    if settings.bot_game_days:
        deleted += _delete(connection, "finished", now - settings.bot_game_days * DAY, _has_no_person())
    for step in added.steps:
        step(connection, settings, now)
    guests = _delete_guests(connection, settings, now, added) if settings.guest_days else 0
    return Expired(closed, deleted, guests)


def _expired(connection: Connection, status: str, before: float, *conditions: ColumnElement[bool]) -> list[str]:
    table = models.Table
    statement = select(table.id).where(table.status == status, table.changed < before, *conditions)
    return list(connection.execute(statement.order_by(table.changed).limit(MOST)).scalars())


def _has_no_person() -> ColumnElement[bool]:
    """Select tables where only computer players have played: no guest sits there, has left, or has a result."""
    table, seat, outcome = models.Table, models.Seat, models.Outcome
    has_guest = (seat.kind == "person") | seat.guest.is_not(None) | seat.resigned.is_not(None)
    is_played = exists().where(seat.table == table.id, has_guest)
    return ~is_played & ~exists().where(outcome.table == table.id, outcome.guest.is_not(None))


def _delete(connection: Connection, status: str, before: float, *conditions: ColumnElement[bool]) -> int:
    """Delete tables; foreign keys cascade to their rows, seats and results."""
    tables = _expired(connection, status, before, *conditions)
    connection.execute(delete(models.Table).where(models.Table.id.in_(tables)))
    for table in tables:
        notice(connection, "table", table)
    return len(tables)


def _delete_guests(connection: Connection, settings: Settings, now: float, added: Expiry) -> int:
    """Delete guests without a seat, table, result or token whom no feature keeps.

    A banned guest stays: the ban would end.
    """
    guest = models.Guest
    kept = [condition for keep in added.keeps for condition in keep(settings, now)]
    statement = select(guest.id).where(
        guest.seen < now - settings.guest_days * DAY,
        ~guest.banned,
        ~exists().where(models.Seat.guest == guest.id),
        ~exists().where(models.Table.host == guest.id),
        ~exists().where(models.Outcome.guest == guest.id),
        ~exists().where(models.Token.guest == guest.id),
        *(~condition for condition in kept),
    )
    ids = list(connection.execute(statement.order_by(guest.seen).limit(MOST)).scalars())
    connection.execute(delete(guest).where(guest.id.in_(ids)))
    for guest_id in ids:
        notice(connection, "guest", guest_id)
    return len(ids)
