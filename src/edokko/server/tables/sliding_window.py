"""Rate limits with a sliding window, in the memory of this process."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Hashable

from cachetools import TTLCache

from edokko.server.views.problems import ApiProblem

HOUR = 3600.0
CAPACITY = 100_000
"""Keys that are counted; beyond it the oldest is evicted."""


class SlidingWindow:
    """A limit of the actions of each key in a sliding window.

    Args:
        most: actions of a key in the window; 0 for no limit.
        window: in seconds.
    """

    def __init__(self, most: int, window: float = HOUR) -> None:
        self._most = most
        self._window = window
        self._times: TTLCache[Hashable, deque[float]] = TTLCache(CAPACITY, window)
        """The times of the actions of each key, by ``time.monotonic``."""

    def check(self, key: Hashable) -> None:
        """Check that a key is below the limit.

        Raises:
            ApiProblem: ``too_many``, with the seconds until the next action is allowed.
        """
        times, now = self._times.get(key, deque[float]()), time.monotonic()
        while times and now - times[0] >= self._window:
            times.popleft()
        if 0 < self._most <= len(times):
            raise ApiProblem("too_many", retry=math.ceil(self._window - (now - times[0])))

    def take(self, key: Hashable) -> None:
        """Count an action of a key.

        Raises:
            ApiProblem: as :meth:`check`.
        """
        self.check(key)
        times = self._times.get(key, deque[float]())
        times.append(time.monotonic())
        # Assigning restarts the entry's time to live, which must not end before the newest action leaves the window.
        self._times[key] = times
