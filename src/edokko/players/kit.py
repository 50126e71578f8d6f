"""The same code on two engines: a kit makes arrays and calls for compiled code, or lists and plain calls."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from edokko.rules.fields import Fields, records_of
from edokko.rules.state import State

_MOST_CACHED = 32
"""How many shared values a kit keeps as records."""


class Kit:
    """What a player needs to run its rules.

    Args:
        is_compiled: whether on the compiled engine. Its first call compiles, which can take a minute.
    """

    def __init__(self, is_compiled: bool) -> None:
        self.is_compiled = is_compiled
        self._cached: OrderedDict[int, tuple[tuple[Fields, ...], Any]] = OrderedDict()

    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A rule on this engine."""
        if not self.is_compiled:
            return function
        # Numba is imported only by those who ask for speed.
        from edokko.rules.compiled import compiled

        return compiled(function)  # type: ignore[no-any-return]

    def many(self, kind: type[Fields], count: int) -> Any:
        """Some fresh values of a declared class."""
        return np.zeros(count, kind.dtype) if self.is_compiled else [kind() for _ in range(count)]

    def one(self, values: Fields) -> Any:
        """A single value, as functions take it that want a list of one."""
        return values.to_records() if self.is_compiled else [values]

    def all(self, values: tuple[Fields, ...]) -> Any:
        """Several values that nobody changes any more; for the same tuple, the same answer."""
        if not self.is_compiled:
            return values
        if id(values) not in self._cached:
            self._cached[id(values)] = values, records_of(values)
            if len(self._cached) > _MOST_CACHED:
                self._cached.popitem(last=False)
        return self._cached[id(values)][1]

    def numbers(self, *shape: int) -> Any:
        """Whole numbers, all zero, in one or two dimensions."""
        if self.is_compiled:
            return np.zeros(shape, np.int64)
        return [0] * shape[0] if len(shape) == 1 else [[0] * shape[1] for _ in range(shape[0])]

    def reals(self, count: int) -> Any:
        """Real numbers, all zero."""
        return np.zeros(count) if self.is_compiled else [0.0] * count

    def put(self, games: Any, index: int, state: State) -> None:
        """Put an independent copy of a state among games."""
        if self.is_compiled:
            state.write(games, index)
        else:
            games[index] = state.copy()


@cache
def kit(is_compiled: bool) -> Kit:
    """The kit of an engine."""
    return Kit(is_compiled)
