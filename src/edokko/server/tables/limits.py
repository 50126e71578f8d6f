"""Limits: of actions in a sliding window, of places in a queue, and of the bytes that a guest stores."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cachetools import TTLCache
from sqlalchemy import Connection, LargeBinary, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute

from edokko.table.problems import ApiProblem, Complaint

HOUR = 3600.0
CAPACITY = 100_000
"""Keys that are counted; beyond it the oldest is evicted."""
FORGOTTEN = 600.0
"""Seconds after which a place is free even if its search has not been seen to end."""
StoredText = tuple[InstrumentedAttribute[str], InstrumentedAttribute[Any]]
"""A column with texts, and the one with their owners."""


class SlidingWindow:
    """A limit of the actions of each key in a sliding window, or of another amount, such as bytes; 0 is no limit.

    The window is in seconds.
    """

    def __init__(self, most: int, window: float = HOUR) -> None:
        self._most = most
        self._window = window
        self._times: TTLCache[Hashable, deque[tuple[float, int]]] = TTLCache(CAPACITY, window)
        """The times of the actions of each key, by ``time.monotonic``, with their amounts."""

    def check(self, key: Hashable, amount: int = 1) -> None:
        """Check that a key stays within the limit with one more action.

        Raises:
            ApiProblem: ``too_many``, with the seconds until the next action is allowed.
        """
        times, now = self._times.get(key, deque[tuple[float, int]]()), time.monotonic()
        while times and now - times[0][0] >= self._window:
            times.popleft()
        if self._most and sum(size for _, size in times) + amount > self._most:
            first = times[0][0] if times else now
            raise ApiProblem("too_many", retry=math.ceil(self._window - (now - first)))

    def take(self, key: Hashable, amount: int = 1) -> None:
        """Count an action of a key. Raises ``ApiProblem``: as :meth:`check`."""
        self.check(key, amount)
        times = self._times.get(key, deque[tuple[float, int]]())
        times.append((time.monotonic(), amount))
        # Assigning restarts the entry's time to live, which must not end before the newest action leaves the window.
        self._times[key] = times


class Places:
    """Places of a queue, half of which are for addresses that have none yet, by a key such as the table of a review."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: TTLCache[object, str] = TTLCache(10 * most, FORGOTTEN)

    def take(self, key: object, address: str) -> None:
        """Take a place, unless the key has one.

        Raises:
            ApiProblem: ``too_many``: the address has a place, and half of the places are taken.
        """
        if key not in self._taken and address in self._taken.values() and len(self._taken) >= self._most // 2:
            raise ApiProblem("too_many", retry=5)
        self._taken[key] = self._taken.get(key, address)

    def leave(self, key: object) -> None:
        """Free the place of a key, if it has one."""
        self._taken.pop(key, None)

    @contextmanager
    def hold(self, address: str) -> Iterator[None]:
        """Take a place during a block. Raises ``ApiProblem``: as :meth:`take`."""
        key = object()
        self.take(key, address)
        try:
            yield
        finally:
            self.leave(key)


class StoredBytes:
    """The limit of the bytes that a guest may store in all columns that count, in kilobytes; 0 is no limit."""

    def __init__(self, texts: Sequence[StoredText], most: int) -> None:
        self._texts = texts
        self._most = most

    def check(self, connection: Connection, guest: str, growth: int) -> None:
        """Check in a transaction that a guest may store more bytes; a text that shrinks is always allowed.

        Raises:
            ApiProblem: ``too_many``: the limit would be exceeded.
        """
        if not self._most or growth <= 0:
            return
        for text, owner in self._texts:
            # SQLite has octet_length since version 3.43 only.
            is_postgres = connection.dialect.name == "postgresql"
            size = func.octet_length(text) if is_postgres else func.length(cast(text, LargeBinary))
            growth += connection.execute(select(func.sum(size)).where(owner == guest)).scalar() or 0
        if growth > self._most * 1000:
            raise ApiProblem("too_many", complaint=Complaint("api-detail-stored", "stored", {"most": self._most}))
