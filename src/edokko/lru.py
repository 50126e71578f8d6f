"""A dictionary that forgets the entry that was used longest ago."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Lru(OrderedDict[K, V]):
    """At most ``capacity`` entries. Reading by ``get`` and writing are uses."""

    def __init__(self, capacity: int) -> None:
        super().__init__()
        self._capacity = capacity

    def get(self, key: K, default: V | None = None) -> V | None:  # type: ignore[override]
        """Return the value of a key, or a default."""
        if key not in self:
            return default
        self.move_to_end(key)
        return self[key]

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._capacity:
            del self[next(iter(self))]
