"""The background task that leads series and events on: the next game, the next round.

All processes do it. The database decides who is first: see the commands of series and of events.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from edokko.server.features.competitions.events import commands as events
from edokko.server.features.competitions.series import commands as series
from edokko.server.features.competitions.series.store import TOPIC
from edokko.server.services import Service
from edokko.server.tables.venue import ServerVenue
from edokko.table.problems import ApiProblem
from edokko.table.tasks import cancel, repeat, spawn
from edokko.table.views.live_table import LiveTable

T = TypeVar("T")
POLL_INTERVAL = 0.5
"""Seconds between two queries for events whose next round is due."""
SWEEP_EVERY = 20
"""Polls between two queries for series and events that a process has left behind."""

log = logging.getLogger(__name__)


class Competitions(Service):
    """The background task; the changes of the venue's tables tell it when a game is over."""

    def __init__(self, venue: ServerVenue) -> None:
        self._venue = venue
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._poller: asyncio.Task[None] | None = None
        self._polls = 0
        venue.on_change(self._on_change)

    async def start(self) -> None:
        """Start the task."""
        self._poller = repeat("competitions", self._poll)

    async def stop(self) -> None:
        """Stop all tasks; a step that was not committed is taken after the next start, or by another process."""
        await cancel(*self._tasks, *([self._poller] if self._poller else []))

    async def lead_series(self, identifier: str) -> str | None:
        """Make the next game of a series if it is due, and return the table of the newest one; ``None`` without."""
        return await self._run(identifier, lambda: series.make_next_game(self._venue, identifier))

    async def lead_event(self, identifier: str) -> None:
        """Take the steps of an event that are due."""
        await self._run(identifier, lambda: events.advance(self._venue, identifier))

    async def _run(self, identifier: str, lead: Callable[[], Awaitable[T]]) -> T | None:
        """Lead a series or an event on, one caller after the other; the result is ``None`` after an error."""
        lock = self._locks.setdefault(identifier, asyncio.Lock())
        async with lock:
            try:
                return await lead()
            except ApiProblem as problem:
                # Deleted meanwhile, or the server has no room for another table; the sweep tries again.
                log.info("the next table could not be made: %s", problem.code)
            except Exception:
                log.exception("a series or an event could not be led on")
        return None

    def _on_change(self, live_table: LiveTable) -> None:
        """Lead on the series or the event of a table that is over, and show changes between games."""
        info = live_table.info
        if info.series is not None and (info.status != "running" or not live_table.match.ply):
            self._venue.hub.wake(TOPIC + info.series)
        if info.status in ("finished", "closed"):
            if info.series is not None:
                spawn(self.lead_series(info.series), self._tasks)
            elif info.event is not None:
                spawn(self.lead_event(info.event), self._tasks)

    async def _poll(self) -> None:
        is_sweep = self._polls % SWEEP_EVERY == 0
        for identifier in await self._find(events.stranded if is_sweep else events.due):
            await self.lead_event(identifier)
        if is_sweep:
            for identifier in await self._find(lambda connection, now: series.stranded(connection)):
                await self.lead_series(identifier)
        self._polls += 1
        await asyncio.sleep(POLL_INTERVAL)

    async def _find(self, query: Callable[[Connection, float], list[str]]) -> list[str]:
        return await self._venue.database.query(lambda connection: query(connection, time.time()))
