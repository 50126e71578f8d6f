"""Redis or Valkey as the bus: publish and subscribe, over one connection to receive and one to send.

The client library would reconnect by itself and lose messages in between without a word, so its retries are off: each
connection that is lost ends in :meth:`RedisBus._listen`, which subscribes again and reports the gap.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from edokko.extras import REDIS, package
from edokko.server.core.tasks import cancel
from edokko.server.live.bus import BusError, Message

FIRST_RETRY, LAST_RETRY = 0.25, 10.0
"""Seconds before a reconnect, at first and at most."""
CHECK_INTERVAL = 30.0
"""Seconds without a message after which the connection is checked: a host that disappears closes nothing."""
CHECK_TIMEOUT = 10.0
"""Seconds within which Redis has to answer, a check or a send."""
log = logging.getLogger("edokko.server.live.redis_bus")


class RedisBus:
    """The publish and subscribe of a Redis or Valkey.

    Args:
        address: ``redis://...``, ``rediss://...`` or ``unix://...``.
        prefix: of the channels: all databases of a Redis share them, and several sites may share the Redis.
        channels: the channels to receive.

    Raises:
        edokko.extras.MissingExtra: the client library is not installed.
    """

    def __init__(self, address: str, prefix: str, channels: Sequence[str]) -> None:
        redis = package("redis.asyncio", REDIS)
        exceptions, backoff = package("redis.exceptions", REDIS), package("redis.backoff", REDIS)
        retry = package("redis.asyncio.retry", REDIS).Retry(backoff.NoBackoff(), 0)
        options: dict[str, Any] = {"retry": retry, "socket_connect_timeout": CHECK_TIMEOUT, "decode_responses": True}
        self._errors = (exceptions.RedisError, OSError, TimeoutError)
        self._sender: Any = redis.from_url(address, socket_timeout=CHECK_TIMEOUT, **options)
        self._receiver: Any = redis.from_url(address, **options)
        self._prefix = prefix
        self._channels = channels
        self._tasks: list[asyncio.Task[None]] = []
        self.is_connected = False

    async def start(self, receive: Callable[[str, str], None], on_gap: Callable[[], None]) -> None:
        self._tasks = [asyncio.create_task(self._listen(receive, on_gap))]

    async def send(self, messages: Sequence[Message]) -> None:
        try:
            async with asyncio.timeout(CHECK_TIMEOUT):
                async with self._sender.pipeline(transaction=False) as pipeline:
                    for channel, message in messages:
                        pipeline.publish(self._prefix + channel, message)
                    await pipeline.execute()
        except self._errors as error:
            raise BusError(type(error).__name__) from error

    async def stop(self) -> None:
        await cancel(*self._tasks)
        for client in (self._sender, self._receiver):
            with contextlib.suppress(*self._errors):
                await client.aclose()

    async def _listen(self, receive: Callable[[str, str], None], on_gap: Callable[[], None]) -> None:
        delay = FIRST_RETRY
        while True:
            try:
                await self._listen_once(receive, on_gap)
            except self._errors as error:
                log.warning("the connection to the bus was lost: %s", type(error).__name__)
            delay = FIRST_RETRY if self.is_connected else min(2 * delay, LAST_RETRY)
            self.is_connected = False
            # All processes lose a Redis at once, and must not come back at once.
            await asyncio.sleep(delay * random.uniform(0.5, 1.0))

    async def _listen_once(self, receive: Callable[[str, str], None], on_gap: Callable[[], None]) -> None:
        async with self._receiver.pubsub() as subscription:
            async with asyncio.timeout(CHECK_TIMEOUT):
                await subscription.subscribe(*(self._prefix + channel for channel in self._channels))
                for _ in self._channels:
                    await subscription.get_message(timeout=CHECK_TIMEOUT)
            self.is_connected = True
            on_gap()
            last, has_asked = time.monotonic(), False
            while True:
                message = await subscription.get_message(timeout=CHECK_TIMEOUT if has_asked else CHECK_INTERVAL)
                if message is not None:
                    last, has_asked = time.monotonic(), False
                    if message["type"] == "message":
                        receive(message["channel"].removeprefix(self._prefix), message["data"])
                elif has_asked and time.monotonic() - last >= CHECK_TIMEOUT:
                    raise TimeoutError
                elif not has_asked:
                    await subscription.ping()
                    last, has_asked = time.monotonic(), True
