"""Notifications of other processes on the same PostgreSQL, over one connection that reconnects when it is lost.

PostgreSQL delivers notifications after their transactions, in commit order. A notification has the new rows of a table;
if there is a gap to the cached rows, the database is read. Notifications during a disconnect are lost, so each
reconnect marks all cached tables stale.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import asyncpg
import msgspec
from sqlalchemy import make_url

from edokko.server.core.tasks import cancel
from edokko.server.live import presence
from edokko.server.live.presence import Presence
from edokko.server.store.rows import CHANNEL, News
from edokko.server.tables.registry import Registry

RETRY_DELAY = 1.0
"""Seconds before a reconnect."""
CHECK_INTERVAL = 30.0
"""Seconds between two checks of the connection: a host that disappears closes nothing."""
CHECK_TIMEOUT = 10.0
"""Seconds within which the database has to answer a check."""
_NEWS = msgspec.json.Decoder(News)
log = logging.getLogger("edokko.server.workers.listening")


class Listening:
    """The listener for notifications.

    Args:
        address: the database, as SQLAlchemy writes it.
        registry, presence: the receivers of the notifications.
    """

    def __init__(self, address: str, registry: Registry, presence: Presence) -> None:
        self._address = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
        self._registry = registry
        self._presence = presence
        self._tasks: list[asyncio.Task[None]] = []
        self.is_connected = False

    async def start(self) -> None:
        """Start the listener."""
        self._tasks = [asyncio.create_task(self._listen())]

    async def stop(self) -> None:
        """Stop the listener."""
        await cancel(*self._tasks)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("the connection for notifications was lost: %s", type(error).__name__)
            self.is_connected = False
            await asyncio.sleep(RETRY_DELAY)

    async def _listen_once(self) -> None:
        connection: Any = await asyncpg.connect(self._address)
        lost = asyncio.Event()
        try:
            # Without this callback a connection that the server closes just stops delivering.
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._on_change)
            await connection.add_listener(presence.CHANNEL, self._on_presence)
            self.is_connected = True
            self._registry.mark_all_stale()
            self._presence.mark_all_stale()
            while not await _is_set_within(lost, CHECK_INTERVAL):
                await connection.execute("SELECT 1", timeout=CHECK_TIMEOUT)
        finally:
            with contextlib.suppress(Exception):
                await connection.close(timeout=1)

    def _on_change(self, connection: Any, process: int, channel: str, message: str) -> None:
        try:
            self._registry.on_notification(_NEWS.decode(message))
        except Exception:
            # Perhaps from a process of another version: read the database instead.
            log.exception("a notification is not understood")
            self._registry.mark_all_stale()

    def _on_presence(self, connection: Any, process: int, channel: str, message: str) -> None:
        self._presence.on_notification(message)


async def _is_set_within(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event with a timeout, and return whether it is set."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
