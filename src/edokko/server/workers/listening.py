"""Messages of other processes on the same database, from the bus to the caches that they concern.

A message has the new rows of a table; if there is a gap to the cached rows, the database is read. Messages during a
disconnect are lost, so each connection marks all cached tables stale.
"""

from __future__ import annotations

import logging

import msgspec

from edokko.server.live import presence, signals
from edokko.server.live.bus import GAP, Bus
from edokko.server.live.presence import Presence
from edokko.server.live.signals import Signals
from edokko.server.store.rows import CHANNEL, News
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers.postgres_queue import RESULTS, TASKS, PostgresQueue

CHANNELS = (CHANNEL, presence.CHANNEL, signals.CHANNEL, GAP, RESULTS)
"""The channels that a server process receives."""
WORKER_CHANNELS = (CHANNEL, GAP, TASKS)
"""The channels that a worker process receives."""
_NEWS = msgspec.json.Decoder(News)
log = logging.getLogger("edokko.server.workers.listening")


class Listening:
    """The receiver of the messages of other processes.

    A worker has neither presence nor signals, and a server that thinks itself has no queue.
    """

    def __init__(
        self,
        bus: Bus,
        venue: ServerVenue,
        presence: Presence | None = None,
        signals: Signals | None = None,
        queue: PostgresQueue | None = None,
    ) -> None:
        self.bus = bus
        self._venue = venue
        self._presence = presence
        self._signals = signals
        self._queue = queue

    @property
    def is_connected(self) -> bool:
        """Whether messages arrive at present."""
        return self.bus.is_connected

    async def start(self) -> None:
        """Start to receive."""
        await self.bus.start(self.receive, self.mark_all_stale)

    async def stop(self) -> None:
        """Close the bus."""
        await self.bus.stop()

    def receive(self, channel: str, message: str) -> None:
        """Handle a message."""
        try:
            self._handle(channel, message)
        except Exception:
            # Perhaps from a process of another version: read the database instead.
            log.exception("a message is not understood")
            self.mark_all_stale()

    def _handle(self, channel: str, message: str) -> None:
        if channel == CHANNEL:
            self._venue.on_notification(_NEWS.decode(message))
        elif channel == GAP:
            self.mark_all_stale()
        elif channel == presence.CHANNEL:
            if self._presence is not None:
                self._presence.on_notification(message)
        elif channel == signals.CHANNEL:
            if self._signals is not None:
                self._signals.on_notification(message)
        elif self._queue is not None:
            self._queue.receive(channel, message)

    def mark_all_stale(self) -> None:
        """Read everything again when it is needed: messages may have been lost."""
        self._venue.mark_all_stale()
        if self._presence is not None:
            self._presence.mark_all_stale()
        if self._signals is not None:
            self._signals.mark_all_stale()
