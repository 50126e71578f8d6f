"""PostgreSQL's notifications as the bus, over one connection that reconnects when it is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Any

import asyncpg
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from edokko.server.core.tasks import cancel, repeat, wait_for_event
from edokko.server.live.bus import BusError, Message
from edokko.server.store import Database

RETRY_DELAY = 1.0
"""Seconds before a reconnect."""
CHECK_INTERVAL = 30.0
"""Seconds between two checks of the connection: a host that disappears closes nothing."""
CHECK_TIMEOUT = 10.0
"""Seconds within which the database has to answer a connection or a check."""
_NOTIFY = "SELECT count(pg_notify(channel, message)) FROM unnest($1::text[], $2::text[]) AS batch(channel, message)"
log = logging.getLogger("edokko.server.live.postgres_bus")


class PostgresBus:
    """The notifications of a PostgreSQL database.

    Args:
        address: the database, as SQLAlchemy writes it.
        database: sends the notifications, over its connections for single statements.
        channels: the channels to receive.
    """

    def __init__(self, address: str, database: Database, channels: Sequence[str]) -> None:
        self._address = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
        self._database = database
        self._channels = channels
        self._tasks: list[asyncio.Task[None]] = []
        self.is_connected = False

    async def start(self, receive: Callable[[str, str], None], on_gap: Callable[[], None]) -> None:
        self._tasks = [repeat("bus", lambda: self._listen(receive, on_gap))]

    async def send(self, messages: Sequence[Message]) -> None:
        channels, payloads = zip(*messages, strict=True)

        try:
            await self._database.transact_single(_not_on_sqlite, lambda: (_NOTIFY, (channels, payloads)))
        except (OSError, SQLAlchemyError) as error:
            raise BusError(type(error).__name__) from error

    async def stop(self) -> None:
        await cancel(*self._tasks)

    async def _listen(self, receive: Callable[[str, str], None], on_gap: Callable[[], None]) -> None:
        try:
            await self._listen_once(receive, on_gap)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            log.warning("the connection for notifications was lost: %s", type(error).__name__)
        finally:
            self.is_connected = False
        await asyncio.sleep(RETRY_DELAY)

    async def _listen_once(self, receive: Callable[[str, str], None], on_gap: Callable[[], None]) -> None:
        def on_notification(connection: Any, process: int, channel: str, message: str) -> None:
            receive(channel, message)

        connection: Any = await asyncpg.connect(self._address, timeout=CHECK_TIMEOUT)
        lost = asyncio.Event()
        try:
            # Without this callback a connection that the server closes just stops delivering.
            connection.add_termination_listener(lambda _: lost.set())
            for channel in self._channels:
                await connection.add_listener(channel, on_notification)
            self.is_connected = True
            on_gap()
            while not await wait_for_event(lost, CHECK_INTERVAL):
                await connection.execute("SELECT 1", timeout=CHECK_TIMEOUT)
        finally:
            with contextlib.suppress(Exception):
                await connection.close(timeout=1)


def _not_on_sqlite(connection: Any) -> None:
    raise AssertionError("SQLite has one process and no bus")
