"""What goes on beside the games: reading what an operator has changed, and letting go what nobody needs."""

from __future__ import annotations

import asyncio
import logging
import time

from litestar.stores.memory import MemoryStore
from sqlalchemy import Connection, select

from edokko.server.database import Database, models
from edokko.server.expiry import Expired, expire
from edokko.server.guests import Guests
from edokko.server.settings import Settings
from edokko.server.tables import Tables

LOOK = 0.25
"""Seconds between two looks for notices."""
LATE = 60 * 10**9
"""Nanoseconds by which a notice may be seen after one that was written later."""
EXPIRE = 3600.0
"""Seconds between two looks for what has expired."""
FORGET = 60.0
"""Seconds between two looks for whom no requests are counted any more."""
BREATH = 0.1
"""Seconds between two transactions of such a look, in which others have their turn."""

log = logging.getLogger("edokko.server.upkeep")


class Upkeep:
    """Looks after a database as long as the server runs.

    Args:
        database: that database.
        tables, guests: what is kept of it in memory.
        settings: when things expire.
        requests: how many have come from whom; it keeps what has expired until somebody says so.
    """

    def __init__(
        self, database: Database, tables: Tables, guests: Guests, settings: Settings, requests: MemoryStore
    ) -> None:
        self._database = database
        self._tables = tables
        self._guests = guests
        self._settings = settings
        self._requests = requests
        self._since = time.time_ns()
        self._heeded: set[int] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin."""
        self._tasks = [asyncio.create_task(one) for one in (self._look(), self._expire(), self._forget())]

    async def stop(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self._look_once()
            except Exception:
                log.exception("notices could not be read")

    async def _look_once(self) -> None:
        kept, since = models.Notice, max(self._since, time.time_ns() - LATE)
        statement = select(kept.number, kept.kind, kept.subject).where(kept.number > since).order_by(kept.number)
        found = await self._database.look(lambda connection: connection.execute(statement).all())
        for number, kind, subject in found:
            if number not in self._heeded:
                self._heed(kind, subject)
        self._heeded = {number for number, _, _ in found}

    def _heed(self, kind: str, subject: str) -> None:
        if kind == "guest":
            self._guests.forget(subject)
        elif kind == "table":
            self._tables.forget(subject)
        else:
            self._guests.forget_all()
            self._tables.forget_all()

    async def _forget(self) -> None:
        while True:
            await asyncio.sleep(FORGET)
            await self._requests.delete_expired()

    async def _expire(self) -> None:
        while True:
            try:
                # As often as there is something: one transaction takes only so much.
                while gone := await self._database.transact(self._expire_some):
                    log.info("expired: %d tables closed, %d deleted, %d guests", gone.closed, gone.deleted, gone.guests)
                    await asyncio.sleep(BREATH)
            except Exception:
                log.exception("what has expired could not be let go")
            await asyncio.sleep(EXPIRE)

    def _expire_some(self, connection: Connection) -> Expired:
        return expire(connection, self._settings, time.time())
