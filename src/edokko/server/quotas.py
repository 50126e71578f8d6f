"""How many guests and tables one address may make in an hour."""

from __future__ import annotations

import hmac
import math
import time
from collections import deque

from cachetools import TTLCache

from edokko.server.problems import ApiProblem

HOUR = 3600.0
ADDRESSES = 100_000
"""Addresses that are remembered; a process that is asked by more of them forgets the oldest."""


class Quota:
    """A moving window of an hour, for each address.

    Args:
        most: what one address may make in an hour; 0 for no limit.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: TTLCache[str, deque[float]] = TTLCache(ADDRESSES, HOUR)

    def check(self, address: str) -> None:
        """Refuse an address that has used up its quota.

        Raises:
            ApiProblem: ``too_many``, with the seconds until it may make the next one.
        """
        made, now = self._made.get(address, deque[float]()), time.monotonic()
        while made and now - made[0] > HOUR:
            made.popleft()
        if 0 < self._most <= len(made):
            raise ApiProblem("too_many", retry=math.ceil(HOUR - (now - made[0])))

    def take(self, address: str) -> None:
        """Count one more for an address.

        Raises:
            ApiProblem: as :meth:`check`.
        """
        self.check(address)
        made = self._made.get(address, deque[float]())
        made.append(time.monotonic())
        # Stored anew, so that the hour of the cache begins with the newest.
        self._made[address] = made


def origin_of(address: str, secret: bytes) -> str:
    """Return a mark by which tables of one address are recognized; the address cannot be read from it.

    Args:
        address: as :func:`edokko.server.web.addresses.address_of` returns it.
        secret: the key of the server.
    """
    return hmac.digest(secret, address.encode(), "sha256").hex()[:16]
