"""The order in which tables have their turn: those that somebody waits at first, and hosts one after the other.

Every table gets the number of a round, its host's next one: with one table of a host in each round, whoever has many
waits for them, and nobody else does.
"""

from __future__ import annotations

import asyncio
from itertools import count
from typing import NamedTuple


class Waiting(NamedTuple):
    """A table that waits for its turn.

    Attributes:
        table, host: which it is, and whose.
        is_watched: whether somebody sits there or looks on.
    """

    table: str
    host: str
    is_watched: bool


class FairQueue:
    """Tables that wait, each of them once."""

    def __init__(self) -> None:
        self._queue: asyncio.PriorityQueue[tuple[bool, int, int, Waiting]] = asyncio.PriorityQueue()
        self._serial = count()
        self._waiting: dict[str, Waiting] = {}
        self._round = {True: 0, False: 0}
        self._last: dict[tuple[bool, str], int] = {}
        """The newest round in which a table of a host waits."""

    def put(self, one: Waiting) -> None:
        """Let a table wait."""
        self._waiting[one.table] = one
        key = one.is_watched, one.host
        number = self._last[key] = max(self._round[one.is_watched], self._last.get(key, 0)) + 1
        self._queue.put_nowait((not one.is_watched, number, next(self._serial), one))

    def watch(self, table: str) -> None:
        """Somebody has come: a table that waits does so with those that are watched."""
        one = self._waiting.get(table)
        if one is not None and not one.is_watched:
            self.put(one._replace(is_watched=True))

    async def get(self) -> Waiting:
        """The table whose turn it is, as soon as there is one."""
        while True:
            _, number, _, one = await self._queue.get()
            self._round[one.is_watched] = number
            if self._last[one.is_watched, one.host] == number:
                del self._last[one.is_watched, one.host]
            # Where somebody has come meanwhile, it waits with those that are watched instead.
            if self._waiting.get(one.table) is one:
                del self._waiting[one.table]
                return one
