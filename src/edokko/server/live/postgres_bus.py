"""PostgreSQL's notifications as the bus, over one connection that reconnects when it is lost.

Each client of the PostgreSQL may notify any channel, so each message begins with a tag (a keyed hash) that only the
processes of this site can make. Others are ignored: a process never shows a move that another program has invented.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from hashlib import blake2b
from hmac import compare_digest
from typing import Any

import asyncpg
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from edokko.server.live.bus import BusError, Message
from edokko.server.store import Database
from edokko.table.tasks import cancel, repeat, wait_for_event

RETRY_DELAY = 1.0
"""Seconds before a reconnect."""
CHECK_INTERVAL = 30.0
"""Seconds between two checks of the connection: a host that disappears closes nothing."""
CHECK_TIMEOUT = 10.0
"""Seconds within which the database has to answer a connection or a check."""
_NOTIFY = "SELECT count(pg_notify(channel, message)) FROM unnest($1::text[], $2::text[]) AS batch(channel, message)"
TAG_BYTES = 16
_SUFFIX = "_signed"
"""The end of the names of channels: processes of earlier versions, whose messages have no tag, use others."""
log = logging.getLogger("edokko.server.live.postgres_bus")


class PostgresBus:
    """The notifications of a PostgreSQL database on some channels, tagged by a key that all processes of a site have.

    Attributes:
        refused: the number of messages without a valid tag.
    """

    def __init__(self, address: str, database: Database, channels: Sequence[str], key: bytes) -> None:
        self._address = make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
        self._database = database
        self._channels = channels
        self._key = key
        self.refused = 0
        self._tasks: list[asyncio.Task[None]] = []
        self.is_connected = False

    async def start(self, receive: Callable[[str, str], None], on_gap: Callable[[], None]) -> None:
        self._tasks = [repeat("bus", lambda: self._listen(receive, on_gap))]

    async def send(self, messages: Sequence[Message]) -> None:
        channels = [channel + _SUFFIX for channel, _ in messages]
        payloads = [self._tag(channel, message) + message for channel, message in messages]
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
            self._receive(channel.removesuffix(_SUFFIX), message, receive)

        connection: Any = await asyncpg.connect(self._address, timeout=CHECK_TIMEOUT)
        lost = asyncio.Event()
        try:
            # Without this callback a connection that the server closes just stops delivering.
            connection.add_termination_listener(lambda _: lost.set())
            for channel in self._channels:
                await connection.add_listener(channel + _SUFFIX, on_notification)
            self.is_connected = True
            on_gap()
            while not await wait_for_event(lost, CHECK_INTERVAL):
                await connection.execute("SELECT 1", timeout=CHECK_TIMEOUT)
        finally:
            with contextlib.suppress(Exception):
                await connection.close(timeout=1)

    def _receive(self, channel: str, message: str, receive: Callable[[str, str], None]) -> None:
        tag, message = message[: 2 * TAG_BYTES], message[2 * TAG_BYTES :]
        if compare_digest(tag.encode(), self._tag(channel, message).encode()):
            receive(channel, message)
            return
        if not self.refused:
            log.warning("a message of another program was ignored; edokko_messages_refused_total counts them")
        self.refused += 1

    def _tag(self, channel: str, message: str) -> str:
        return blake2b(f"{channel} {message}".encode(), key=self._key, digest_size=TAG_BYTES).hexdigest()


def _not_on_sqlite(connection: Any) -> None:
    raise AssertionError("SQLite has one process and no bus")
