"""The events of a guest's programs: compare what the database says now with what has been sent.

Nothing is queued: each call of :meth:`Events.next` reads the state and returns the differences. So no event is lost,
however slowly the client reads, and a client that connects again gets first what waits for it.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Executable, select
from sqlalchemy.ext.asyncio import AsyncConnection

from edokko.server.features.programs import models, shapes
from edokko.server.store import Database
from edokko.server.store import models as kernel

OVERLAP = 60.0
"""Seconds before ``since`` from which ended games are sent again: clocks differ, and a commit takes its time."""
MOST_ENDED = 20
"""Ended games whose rematch is watched, the latest ones."""
_OF_A_CHALLENGE = ("id", "table", "seat", "host", "edition", "players", "pace", "expires")
LONGEST_ABSENCE = 7 * 24 * 3600.0
"""The longest time for which a client that connects again gets the games that have ended, in seconds."""


class Events:
    """The events of one stream, after the ``at`` of the last event that the client has seen, if it has a past."""

    def __init__(self, database: Database, guest: str, since: float | None = None) -> None:
        # When the first open invitation expires, in seconds since 1970; ``None`` without one.
        self.next_expiry: float | None = None
        self._database = database
        self._guest = guest
        self._since = since
        self._is_first = True
        self._turns: dict[str, int] = {}
        """The version of each table whose turn was sent."""
        self._active: set[str] = set()
        """The waiting and running tables where the guest has a seat."""
        self._ended: list[str] = []
        self._rematches: set[str] = set()
        self._challenges: dict[str, str] = {}
        """The table of each open invitation that was sent."""

    async def next(self) -> list[shapes.StreamEvent]:
        """Return the events since the last call; at first all that waits for the guest, then ``ready``."""
        now = time.time()
        async with self._database.snapshot() as connection:
            active = (await connection.execute(self._active_tables())).all()
            invitations = (await connection.execute(self._open_invitations(now))).all()
            vanished = self._active - {row.id for row in active}
            ended = await self._read_ended(connection, vanished, now)
        events = self._turn_events(active, now)
        events += self._challenge_events(invitations, now)
        events += self._end_events(ended, vanished, now)
        self._active = {row.id for row in active}
        if self._is_first:
            events.append(shapes.StreamReady(now))
        self._is_first = False
        return events

    # --- reading

    def _active_tables(self) -> Executable:
        table, seat = kernel.Table, kernel.Seat
        columns = select(table.id, table.status, table.version, table.decides, table.deadline, seat.seat)
        statement = columns.join(seat, seat.table == table.id).where(seat.guest == self._guest)
        return statement.where(table.status.in_(("waiting", "running"))).order_by(table.deadline, table.changed)

    def _open_invitations(self, now: float) -> Executable:
        row, table, host = models.Invitation, kernel.Table, kernel.Guest
        columns = select(row.id, row.table, row.seat, row.expires, host.name.label("host"), table.edition)
        columns = columns.add_columns(table.players, table.pace, table.overlay, table.clock)
        statement = columns.join(table, table.id == row.table).join(host, host.id == row.host)
        is_open = (row.state == "open", row.expires > now, table.status == "waiting")
        return statement.where(row.guest == self._guest, *is_open).order_by(row.created, row.id)

    async def _read_ended(self, connection: AsyncConnection, vanished: Collection[str], now: float) -> Sequence[Any]:
        """Return the tables that may have ended since the last call, and those whose rematch is watched."""
        table, seat = kernel.Table, kernel.Seat
        columns = select(table.id, table.status, table.changed, table.rematch)
        if not self._is_first:
            watched = [*vanished, *self._ended]
            return (await connection.execute(columns.where(table.id.in_(watched)))).all() if watched else []
        if self._since is None:
            return []
        since = max(self._since - OVERLAP, now - LONGEST_ABSENCE)
        own = columns.where(table.id.in_(select(seat.table).where(seat.guest == self._guest)))
        own = own.where(table.status.in_(("finished", "closed")), table.changed >= since)
        return (await connection.execute(own.order_by(table.changed))).all()

    # --- comparing

    def _turn_events(self, active: Sequence[Any], now: float) -> list[shapes.StreamEvent]:
        turns = [row for row in active if row.status == "running" and row.decides == row.seat]
        new = [row for row in turns if self._turns.get(row.id) != row.version]
        self._turns = {row.id: row.version for row in turns}
        return [shapes.StreamTurn(row.id, row.version, row.seat, now, row.deadline) for row in new]

    def _challenge_events(self, invitations: Sequence[Any], now: float) -> list[shapes.StreamEvent]:
        new = [row for row in invitations if row.id not in self._challenges]
        current = {row.id: row.table for row in invitations}
        over = {key: table for key, table in self._challenges.items() if key not in current}
        self._challenges = current
        self.next_expiry = min((row.expires for row in invitations), default=None)
        return [
            *(
                shapes.StreamChallenge(
                    **{name: getattr(row, name) for name in _OF_A_CHALLENGE},
                    at=now,
                    overlay=row.overlay is not None,
                    clock=row.clock is not None,
                )
                for row in new
            ),
            *(shapes.StreamChallengeOver(key, table, now) for key, table in over.items()),
        ]

    def _end_events(self, rows: Sequence[Any], vanished: Collection[str], now: float) -> list[shapes.StreamEvent]:
        events: list[shapes.StreamEvent] = []
        known = {row.id for row in rows}
        for row in rows:
            is_new = row.id not in self._ended
            if is_new and row.status in ("finished", "closed"):
                self._ended = [*self._ended, row.id][-MOST_ENDED:]
                events.append(shapes.StreamGameOver(row.id, row.status, now))
            elif is_new:
                events.append(shapes.StreamLeft(row.id, now))
            if row.status == "finished" and row.rematch and row.id not in self._rematches:
                self._rematches.add(row.id)
                events.append(shapes.StreamRematch(row.id, row.rematch, now))
        return [*events, *(shapes.StreamLeft(table, now) for table in vanished if table not in known)]
