"""A background task that enforces deadlines. All processes poll the database; the first one acts."""

from __future__ import annotations

import asyncio
import logging
import time

from cachetools import TTLCache
from sqlalchemy import select

from edokko.server.store import models
from edokko.server.tables.venue import ServerVenue
from edokko.table.commands import playing
from edokko.table.problems import ApiProblem
from edokko.table.tasks import cancel, repeat

POLL_INTERVAL = 1.0
"""Polling interval in seconds; a timeout is noticed at most this late."""
MOST = 100
"""Tables of one poll."""
SKIP_SECONDS = 30.0
"""Seconds for which a table that raised an error is skipped, so that it does not block the others."""
MOST_SKIPPED = 1_000

log = logging.getLogger("edokko.server.workers.timekeeping")


class Timekeeping:
    """The background task that enforces the deadlines of tables."""

    def __init__(self, venue: ServerVenue) -> None:
        self._venue = venue
        self._skipped: TTLCache[str, bool] = TTLCache(MOST_SKIPPED, SKIP_SECONDS)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the task."""
        self._tasks = [repeat("clocks", self._poll)]

    async def stop(self) -> None:
        """Stop the task. Clocks keep running: they are computed from times."""
        await cancel(*self._tasks)

    async def _poll(self) -> None:
        for table in await self._overdue():
            await self._enforce(table)
        await asyncio.sleep(POLL_INTERVAL)

    async def _overdue(self) -> list[str]:
        table = models.Table
        statement = select(table.id).where(table.deadline <= time.time(), table.status == "running")
        if self._skipped:
            statement = statement.where(table.id.not_in(list(self._skipped)))
        async with self._venue.database.read() as connection:
            return list((await connection.execute(statement.order_by(table.deadline).limit(MOST))).scalars())

    async def _enforce(self, table: str) -> None:
        try:
            if await playing.enforce_clock(self._venue, table):
                log.debug("a deadline was enforced")
        except ApiProblem as problem:
            # The table was deleted meanwhile, or other processes are changing it.
            log.debug("a deadline was not enforced: %s", problem.code)
        except Exception:
            log.exception("a deadline could not be enforced")
            self._skipped[table] = True
