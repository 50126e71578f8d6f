"""Background tasks of maintenance: notices of operators, expiry, and cleaning of the rate limit's counters."""

from __future__ import annotations

import asyncio
import logging
import time

from litestar.stores.memory import MemoryStore
from sqlalchemy import Connection, bindparam, select

from edokko.server.settings import Settings
from edokko.server.store import Database, models
from edokko.server.store.storage import Storage
from edokko.server.tables.guests import Guests
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers.expiry import Expired, Expiry, expire
from edokko.table.tasks import cancel, repeat

NOTICE_INTERVAL = 0.25
"""Polling interval of notices, in seconds."""
NOTICE_OVERLAP = 60 * 10**9
"""Nanoseconds that each poll reads again: a transaction may commit a notice after a later one was read."""
EXPIRY_INTERVAL = 3600.0
"""Seconds between two runs of the expiry."""
CLEANING_INTERVAL = 15.0
"""Seconds between two measurements of the database, and deletions of expired counters of the rate limit."""
BATCH_PAUSE = 0.1
"""Seconds between two batches of the expiry, in which other transactions run."""

_NOTICES = (
    select(models.Notice.number, models.Notice.kind, models.Notice.subject)
    .where(models.Notice.number > bindparam("since"))
    .order_by(models.Notice.number)
)
"""Built once: it takes longer to build than to execute."""

log = logging.getLogger("edokko.server.workers.upkeep")


class Upkeep:
    """The background tasks of maintenance. Nothing else deletes the expired counters of the rate limit."""

    def __init__(
        self,
        database: Database,
        venue: ServerVenue,
        guests: Guests,
        settings: Settings,
        requests: MemoryStore,
        storage: Storage,
        expiry: Expiry,
    ) -> None:
        self._database = database
        self._venue = venue
        self._guests = guests
        self._settings = settings
        self._requests = requests
        self._storage = storage
        self._expiry = expiry
        self._since = time.time_ns()
        self._handled: set[int] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the tasks."""
        loops = {"notices": self._poll_notices, "expiry": self._expire, "cleaning": self._clean}
        self._tasks = [repeat(name, step) for name, step in loops.items()]

    async def stop(self) -> None:
        """Stop the tasks."""
        await cancel(*self._tasks)

    async def _poll_notices(self) -> None:
        await asyncio.sleep(NOTICE_INTERVAL)
        since = {"since": max(self._since, time.time_ns() - NOTICE_OVERLAP)}
        rows = await self._database.query(lambda connection: connection.execute(_NOTICES, since).all())
        for number, kind, subject in rows:
            if number not in self._handled:
                self._invalidate(kind, subject)
        self._handled = {number for number, _, _ in rows}

    def _invalidate(self, kind: str, subject: str) -> None:
        if kind == "guest":
            self._guests.invalidate(subject)
        elif kind == "table":
            self._venue.invalidate(subject)
        else:
            self._guests.invalidate_all()
            self._venue.invalidate_all()

    async def _clean(self) -> None:
        await self._storage.measure()
        await self._requests.delete_expired()
        await asyncio.sleep(CLEANING_INTERVAL)

    async def _expire(self) -> None:
        # Each transaction handles one batch; repeat until nothing is left.
        while batch := await self._database.transact(self._expire_batch):
            log.info("expired: %d tables closed, %d deleted, %d guests", batch.closed, batch.deleted, batch.guests)
            await asyncio.sleep(BATCH_PAUSE)
        await asyncio.sleep(EXPIRY_INTERVAL)

    def _expire_batch(self, connection: Connection) -> Expired:
        return expire(connection, self._settings, time.time(), self._expiry)
