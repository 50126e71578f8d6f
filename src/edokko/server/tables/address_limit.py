"""Limit of the guests, tables and pictures that one address may create in an hour."""

from __future__ import annotations

import hmac
import math
import time
from collections import deque

from cachetools import TTLCache

from edokko.server.views.problems import ApiProblem

HOUR = 3600.0
ADDRESSES = 100_000
"""Capacity of the counters; beyond it the oldest address is evicted."""


class AddressLimit:
    """A sliding window of an hour for each address.

    Args:
        limit: creations of one address in an hour; 0 for no limit.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._times: TTLCache[str, deque[float]] = TTLCache(ADDRESSES, HOUR)
        """The times of the creations of each address, by ``time.monotonic``."""

    def check(self, address: str) -> None:
        """Check that an address is below the limit.

        Raises:
            ApiProblem: ``too_many``, with the seconds until the next creation is allowed.
        """
        times, now = self._times.get(address, deque[float]()), time.monotonic()
        while times and now - times[0] > HOUR:
            times.popleft()
        if 0 < self._limit <= len(times):
            raise ApiProblem("too_many", retry=math.ceil(HOUR - (now - times[0])))

    def take(self, address: str) -> None:
        """Count a creation of an address.

        Raises:
            ApiProblem: as :meth:`check`.
        """
        self.check(address)
        times = self._times.get(address, deque[float]())
        times.append(time.monotonic())
        # Assigning restarts the entry's time to live, which must not end before the newest creation expires.
        self._times[address] = times


def origin_of(address: str, secret: bytes) -> str:
    """Return a keyed hash of an address, by which tables of the same address are grouped.

    Args:
        address: as :func:`edokko.server.web.addresses.address_of` returns it.
        secret: the key of the server, without which the address cannot be recovered.
    """
    return hmac.digest(secret, address.encode(), "sha256").hex()[:16]
