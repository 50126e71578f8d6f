"""The bus between server processes, and the outbox through which a process sends.

A message is a hint that something was committed. It is sent after the commit, in a batch with others: a notification
inside the transaction takes a lock of PostgreSQL that only one commit at a time can hold. A lost message is healed
(:mod:`edokko.server.workers.healing`), so the bus may lose messages, but it has to say so when it knows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from edokko.table.tasks import cancel, failing, failures, repeat

Message = tuple[str, str]
"""A channel and a payload."""
GAP = "edokko_gap"
"""The channel by which a process says that it could not send some messages: the receivers read the database."""
BATCH_DELAY = 0.003
"""Seconds for which the outbox collects messages."""
MOST_IN_BATCH = 500
MOST_WAITING = 5_000
"""Messages that wait during an outage. Beyond it they are replaced by a single one on :data:`GAP`."""
FIRST_RETRY, LAST_RETRY = 0.25, 5.0
"""Seconds before a retry, at first and at most."""
MOST_FAILURES = 5
"""Failures in a row after which the waiting messages are replaced by one on :data:`GAP`."""
FLUSH_SECONDS = 2.0
"""Seconds that a process waits for its last messages to be sent when it stops."""

log = logging.getLogger("edokko.server.live.bus")


class BusError(Exception):
    """The bus cannot be reached."""


class Bus(Protocol):
    """A channel of messages to all server processes on one database, this one included."""

    refused: int
    """The number of messages that were ignored because no process of this site can have sent them."""

    @property
    def is_connected(self) -> bool:
        """Whether messages arrive at present."""

    async def start(self, receive: Callable[[str, str], None], on_gap: Callable[[], None]) -> None:
        """Start to receive: ``receive`` is called with the channel and the payload of each message.

        ``on_gap`` is called after each connection: messages before it may have been lost.
        """

    async def send(self, messages: Sequence[Message]) -> None:
        """Send messages in order. Raises ``BusError`` if some of them may not have been sent."""

    async def stop(self) -> None:
        """Close the connections."""


class Outbox:
    """The messages of this process that wait to be sent over the bus."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._waiting: list[Message] = []
        self._work = asyncio.Event()
        self._is_empty = asyncio.Event()
        self._is_empty.set()
        self._tasks: list[asyncio.Task[None]] = []
        self.sent = 0
        """The number of messages sent."""

    def put(self, channel: str, message: str) -> None:
        """Add a message; it is sent within milliseconds, after those before it."""
        if len(self._waiting) >= MOST_WAITING:
            self._collapse()
        self._waiting.append((channel, message))
        self._is_empty.clear()
        self._work.set()

    async def start(self) -> None:
        """Start to send."""
        self._tasks = [repeat("outbox", self._run)]

    async def stop(self) -> None:
        """Send what waits, for a moment at most, and stop."""
        if self._tasks:
            try:
                async with asyncio.timeout(FLUSH_SECONDS):
                    await self._is_empty.wait()
            except TimeoutError:
                log.warning("%d messages were not sent: the bus does not answer", len(self._waiting))
        await cancel(*self._tasks)

    def _collapse(self) -> None:
        self._waiting = [(GAP, "")]

    async def _run(self) -> None:
        failures = 0
        while True:
            await self._work.wait()
            await asyncio.sleep(min(FIRST_RETRY * 2 ** (failures - 1), LAST_RETRY) if failures else BATCH_DELAY)
            batch = self._waiting[:MOST_IN_BATCH]
            try:
                await self._bus.send(batch)
            except Exception as error:
                failures += 1
                log.warning("the bus does not answer, retrying: %s", error, exc_info=not isinstance(error, BusError))
                if failures >= MOST_FAILURES:
                    self._collapse()
                continue
            failures = 0
            self.sent += len(batch)
            # During the send the list may only have grown, or have been replaced by a gap.
            is_collapsed = self._waiting[: len(batch)] != batch
            if not is_collapsed:
                del self._waiting[: len(batch)]
            if not self._waiting:
                self._work.clear()
                self._is_empty.set()


def loop_metrics(bus: Bus | None = None) -> Iterator[Any]:
    """Yield the metrics of the background loops of this process, and of its connection to the bus if it has one."""
    failed = CounterMetricFamily("edokko_loop_failures", "Failed steps of background loops", labels=("loop",))
    for name, count in failures.items():
        failed.add_metric((name,), count)
    yield failed
    yield GaugeMetricFamily("edokko_loops_failing", "Background loops that failed in the last minute", len(failing()))
    if bus is not None:
        yield GaugeMetricFamily("edokko_bus_connected", "1 while messages of other processes arrive", bus.is_connected)
        yield CounterMetricFamily("edokko_messages_refused", "Messages of other programs", bus.refused)
