"""The healing of lost messages: versions in the database are compared with those in memory.

A process that dies between the commit of a move and its message, or a bus that drops a message, would leave the clients
of other processes with an old view. A fail-over to a replica that lacks the last commits would leave them with moves
that the database does not have. So each process asks for the versions of the tables that it caches or that its clients
watch, and for the tables of the guests who wait for their turns.
"""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import Connection, func, select

from edokko.server.store import models
from edokko.server.store.rows import states_of
from edokko.server.tables.venue import ServerVenue
from edokko.table.hub import Hub, guest_topic
from edokko.table.tasks import cancel, repeat

INTERVAL = 2.0
"""Seconds between two comparisons of tables: a lost message is noticed at most this late."""
TURNS_INTERVAL = 10.0
"""Seconds between two comparisons of the turns of guests."""


class Healing:
    """The comparison of this process's tables with the database."""

    def __init__(self, venue: ServerVenue, hub: Hub) -> None:
        self._venue = venue
        self._hub = hub
        self._states: dict[str, tuple[int, float]] = {}
        """States of watched tables at the last comparison, for those that the cache has evicted."""
        self._turns: dict[str, tuple[int, int]] = {}
        """The tables and the sum of their versions, of each guest with a channel, at the last comparison."""
        self._turns_due = time.monotonic() + TURNS_INTERVAL
        self._tasks: list[asyncio.Task[None]] = []
        self.healed = 0  # tables and guests whose message had been lost or was late

    async def start(self) -> None:
        """Start the comparisons."""
        self._tasks = [repeat("healing", self._run)]

    async def stop(self) -> None:
        """Stop the comparisons."""
        await cancel(*self._tasks)

    async def _run(self) -> None:
        await asyncio.sleep(INTERVAL)
        await self.compare_tables()
        if time.monotonic() >= self._turns_due:
            self._turns_due = time.monotonic() + TURNS_INTERVAL
            await self.compare_turns()

    async def compare_tables(self) -> None:
        """Refresh the tables that differ from the database, and wake their channels."""
        watched, before = set(self._hub.tables), self._venue.states()
        wanted = sorted(watched | before.keys())
        states = await self._venue.database.query(lambda connection: states_of(connection, wanted)) if wanted else {}
        for name, state in states.items():
            if name in before:
                self.healed += self._venue.on_state(name, before[name], state)
            elif name not in self._venue and self._states.get(name, state) != state:
                self._hub.wake(name)
        self._states = {name: state for name, state in states.items() if name in watched}

    async def compare_turns(self) -> None:
        """Wake the guests whose tables have changed since the last comparison."""
        guests = self._hub.waiting_guests
        turns = await self._venue.database.query(lambda connection: _turns_of(connection, guests)) if guests else {}
        for guest, state in turns.items():
            if self._turns.get(guest, state) != state:
                self._hub.wake(guest_topic(guest))
        self._turns = turns


def _turns_of(connection: Connection, guests: list[str]) -> dict[str, tuple[int, int]]:
    table, seat = models.Table, models.Seat
    statement = select(seat.guest, func.count(), func.sum(table.version)).join(table, table.id == seat.table)
    statement = statement.where(seat.guest.in_(guests), table.status.in_(("waiting", "running"))).group_by(seat.guest)
    turns = dict.fromkeys(guests, (0, 0))
    turns |= {str(guest): (count, int(total)) for guest, count, total in connection.execute(statement)}
    return turns
