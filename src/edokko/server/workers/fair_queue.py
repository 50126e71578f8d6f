"""A fair queue of tables: watched tables first, and round-robin over hosts.

Each table gets a round number, the next one of its host. A round has one table of each host, so a host with many
tables delays their own tables only.
"""

from __future__ import annotations

import asyncio
from itertools import count
from typing import NamedTuple


class Waiting(NamedTuple):
    """A table in the queue.

    Attributes:
        table, host: ids.
        is_watched: whether a person sits there or watches it.
    """

    table: str
    host: str
    is_watched: bool


class FairQueue:
    """A priority queue that holds each table once."""

    def __init__(self) -> None:
        self._queue: asyncio.PriorityQueue[tuple[bool, int, int, Waiting]] = asyncio.PriorityQueue()
        self._serial = count()
        self._waiting: dict[str, Waiting] = {}
        """The valid entry of each table; an older entry of it in the queue is skipped."""
        self._round = {True: 0, False: 0}
        self._last: dict[tuple[bool, str], int] = {}
        """The last round in which a host has a table."""

    def put(self, entry: Waiting) -> None:
        """Add a table, or replace its entry."""
        self._waiting[entry.table] = entry
        key = entry.is_watched, entry.host
        number = self._last[key] = max(self._round[entry.is_watched], self._last.get(key, 0)) + 1
        self._queue.put_nowait((not entry.is_watched, number, next(self._serial), entry))

    def watch(self, table: str) -> None:
        """Move a table to the watched ones, if it is in the queue."""
        entry = self._waiting.get(table)
        if entry is not None and not entry.is_watched:
            self.put(entry._replace(is_watched=True))

    async def get(self) -> Waiting:
        """Remove and return the next table; wait while the queue is empty."""
        while True:
            _, number, _, entry = await self._queue.get()
            self._round[entry.is_watched] = number
            if self._last[entry.is_watched, entry.host] == number:
                del self._last[entry.is_watched, entry.host]
            # Skip an entry that watch() has replaced.
            if self._waiting.get(entry.table) is entry:
                del self._waiting[entry.table]
                return entry
