"""An adapter that lets a player run the same code on both engines: arrays when compiled, lists when plain."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from edokko.rules.engine.fields import Fields, records_of
from edokko.rules.state import State

_MOST_CACHED = 32
"""How many shared values a kit caches as records."""


class Kit:
    """Storage and calls for one engine.

    Args:
        is_compiled: whether to use the compiled engine. Its first call compiles, which can take a minute.
    """

    def __init__(self, is_compiled: bool) -> None:
        self.is_compiled = is_compiled
        self._cached: OrderedDict[int, tuple[tuple[Fields, ...], Any]] = OrderedDict()

    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a rule as this engine runs it."""
        if not self.is_compiled:
            return function
        # Importing numba is slow, so the plain engine never does it.
        from edokko.rules.engine.compiled import compiled

        return compiled(function)  # type: ignore[no-any-return]

    def records(self, kind: type[Fields], count: int) -> Any:
        """Return new zeroed values of a declared class."""
        return np.zeros(count, kind.dtype) if self.is_compiled else [kind() for _ in range(count)]

    def single(self, values: Fields) -> Any:
        """Return a value wrapped in a list or array of length one, as compiled functions take it."""
        return values.to_records() if self.is_compiled else [values]

    def shared(self, values: tuple[Fields, ...]) -> Any:
        """Return several immutable values; the result is cached by the identity of the tuple."""
        if not self.is_compiled:
            return values
        if id(values) not in self._cached:
            self._cached[id(values)] = values, records_of(values)
            if len(self._cached) > _MOST_CACHED:
                self._cached.popitem(last=False)
        return self._cached[id(values)][1]

    def integers(self, *shape: int) -> Any:
        """Return integers, all zero, in one or two dimensions."""
        if self.is_compiled:
            return np.zeros(shape, np.int64)
        return [0] * shape[0] if len(shape) == 1 else [[0] * shape[1] for _ in range(shape[0])]

    def floats(self, count: int) -> Any:
        """Return floating-point numbers, all zero."""
        return np.zeros(count) if self.is_compiled else [0.0] * count

    def write_state(self, games: Any, index: int, state: State) -> None:
        """Write an independent copy of a state to ``games[index]``."""
        if self.is_compiled:
            state.write(games, index)
        else:
            games[index] = state.copy()


@cache
def kit(is_compiled: bool) -> Kit:
    """Return the shared kit of an engine."""
    return Kit(is_compiled)
