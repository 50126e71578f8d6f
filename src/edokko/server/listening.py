"""What other processes on the same PostgreSQL do: one connection that listens, and comes back when it is lost.

A message comes after its transaction, in the order of the transactions, and brings the new rows of a table along; where
they do not follow upon those that are known, the database is read. What was said while nobody listened is made up for
by taking every table in memory for stale.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import asyncpg
import msgspec
from sqlalchemy import make_url

from edokko.server import presence
from edokko.server.presence import Presence
from edokko.server.store import CHANNEL, News
from edokko.server.tables import Tables

RETRY_DELAY = 1.0
"""Seconds before the next try."""
QUIET = 30.0
"""Seconds after which the database is asked whether it is still there: a host that vanishes says nothing."""
PATIENCE = 10.0
"""Seconds that it may take to answer."""
_NEWS = msgspec.json.Decoder(News)
log = logging.getLogger("edokko.server.listening")


class Listening:
    """Listens as long as the server runs.

    Args:
        address: the database, as SQLAlchemy writes it.
        tables, presence: whom to tell.
    """

    def __init__(self, address: str, tables: Tables, presence: Presence) -> None:
        self._address = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
        self._tables = tables
        self._presence = presence
        self._task: asyncio.Task[None] | None = None
        self.is_connected = False

    async def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("the database does not let us listen: %s", type(error).__name__)
            self.is_connected = False
            await asyncio.sleep(RETRY_DELAY)

    async def _listen_once(self) -> None:
        connection: Any = await asyncpg.connect(self._address)
        lost = asyncio.Event()
        try:
            # A connection that the server ends goes deaf without a word unless it is asked to say so.
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._heard)
            await connection.add_listener(presence.CHANNEL, self._heard_of_presence)
            self.is_connected = True
            self._tables.mark_all_stale()
            self._presence.mark_all_stale()
            while not await _happens(lost, QUIET):
                await connection.execute("SELECT 1", timeout=PATIENCE)
        finally:
            with contextlib.suppress(Exception):
                await connection.close(timeout=1)

    def _heard(self, connection: Any, process: int, channel: str, message: str) -> None:
        try:
            self._tables.on_notification(_NEWS.decode(message))
        except Exception:
            # Perhaps a process of another version: the database knows what it meant.
            log.exception("what another process tells is not understood")
            self._tables.mark_all_stale()

    def _heard_of_presence(self, connection: Any, process: int, channel: str, message: str) -> None:
        self._presence.on_notification(message)


async def _happens(event: asyncio.Event, seconds: float) -> bool:
    """Whether something happens within some time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
