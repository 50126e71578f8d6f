"""What nobody needs any more: tables that nobody came to or went on with, guests who never sat down.

One process at a time looks for it, whatever number of them serve a database.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, select, text

from edokko.server.administration import close_table, notice
from edokko.server.database import models
from edokko.server.settings import Settings

DAY = 24 * 3600.0
MOST = 500
"""Of each kind in one transaction, so that nobody waits long for it."""
EXPIRING = 0x1C1ED1
"""The number of the lock by which one process of several looks."""
KEPT_NOTICES = DAY


@dataclass(frozen=True, slots=True)
class Expired:
    """How much has gone.

    Attributes:
        closed: tables that were open.
        deleted: closed or finished tables with all their rows.
        guests: guests.
    """

    closed: int = 0
    deleted: int = 0
    guests: int = 0

    def __bool__(self) -> bool:
        return bool(self.closed or self.deleted or self.guests)


def expire(connection: Connection, settings: Settings, now: float) -> Expired:
    """Close and delete what has expired.

    Args:
        connection: a transaction.
        settings: after how many days; 0 for never.
        now: in seconds since 1970.

    Returns:
        How much; nothing while another process is at it.
    """
    if connection.dialect.name == "postgresql":
        lock = text("SELECT pg_try_advisory_xact_lock(:number)")
        if not connection.execute(lock, {"number": EXPIRING}).scalar():
            return Expired()
    connection.execute(delete(models.Notice).where(models.Notice.number < int((now - KEPT_NOTICES) * 1e9)))
    closed = sum(
        _close(connection, status, now - days * DAY)
        for status, days in (("waiting", settings.waiting_days), ("running", settings.running_days))
        if days
    )
    deleted = sum(
        _delete(connection, status, now - days * DAY)
        for status, days in (("closed", settings.closed_days), ("finished", settings.finished_days))
        if days
    )
    guests = _guests(connection, now - settings.guest_days * DAY) if settings.guest_days else 0
    return Expired(closed, deleted, guests)


def _expired(connection: Connection, status: str, before: float) -> list[str]:
    kept = models.Table
    statement = select(kept.id).where(kept.status == status, kept.changed < before).order_by(kept.changed).limit(MOST)
    return list(connection.execute(statement).scalars())


def _close(connection: Connection, status: str, before: float) -> int:
    return sum(close_table(connection, table) for table in _expired(connection, status, before))


def _delete(connection: Connection, status: str, before: float) -> int:
    """Delete tables; their rows, seats and results go with them."""
    found = _expired(connection, status, before)
    connection.execute(delete(models.Table).where(models.Table.id.in_(found)))
    for table in found:
        notice(connection, "table", table)
    return len(found)


def _guests(connection: Connection, before: float) -> int:
    """Delete guests whom nothing tells of: no seat, no table, no result, no token; who is banned stays so."""
    kept = models.Guest
    statement = select(kept.id).where(
        kept.seen < before,
        ~kept.banned,
        ~exists().where(models.Seat.guest == kept.id),
        ~exists().where(models.Table.host == kept.id),
        ~exists().where(models.Outcome.guest == kept.id),
        ~exists().where(models.Token.guest == kept.id),
    )
    found = list(connection.execute(statement.order_by(kept.seen).limit(MOST)).scalars())
    connection.execute(delete(kept).where(kept.id.in_(found)))
    for guest in found:
        notice(connection, "guest", guest)
    return len(found)
