"""The same code on two engines: a kit makes arrays and calls for compiled code, or lists and plain calls."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from edokko.rules.fields import Fields
from edokko.rules.state import State


class Kit:
    """What a player needs to run its rules.

    Args:
        is_compiled: whether on the compiled engine. Its first call compiles, which can take a minute.
    """

    def __init__(self, is_compiled: bool) -> None:
        self.is_compiled = is_compiled

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

    def numbers(self, *shape: int) -> Any:
        """Whole numbers, all zero, in one or two dimensions."""
        if self.is_compiled:
            return np.zeros(shape, np.int64)
        return [0] * shape[0] if len(shape) == 1 else [[0] * shape[1] for _ in range(shape[0])]

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
