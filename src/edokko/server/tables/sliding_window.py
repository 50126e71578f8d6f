"""Limits of what a key may do, or store, in a sliding window, in the memory of this process."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Hashable

from cachetools import TTLCache

from edokko.table.problems import ApiProblem

HOUR = 3600.0
CAPACITY = 100_000
"""Keys that are counted; beyond it the oldest is evicted."""


class SlidingWindow:
    """A limit of the actions of each key in a sliding window, or of another amount, such as bytes.

    Args:
        most: actions, or the amount, of a key in the window; 0 for no limit.
        window: in seconds.
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
        """Count an action of a key.

        Raises:
            ApiProblem: as :meth:`check`.
        """
        self.check(key, amount)
        times = self._times.get(key, deque[tuple[float, int]]())
        times.append((time.monotonic(), amount))
        # Assigning restarts the entry's time to live, which must not end before the newest action leaves the window.
        self._times[key] = times
