"""Places of a queue, half of which are for addresses that have none yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cachetools import TTLCache

from edokko.table.problems import ApiProblem

FORGOTTEN = 600.0
"""Seconds after which a place is free even if its search has not been seen to end."""


class Places:
    """The places of this process, by a key such as the table of a review.

    Args:
        most: places in the queue.
    """

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
        """Take a place during a block.

        Raises:
            ApiProblem: as :meth:`take`.
        """
        key = object()
        self.take(key, address)
        try:
            yield
        finally:
            self.leave(key)
