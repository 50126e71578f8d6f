"""The two ways to run a rule, as values: ``PLAIN`` keeps lists and calls Python, ``COMPILED`` keeps arrays.

A caller holds one of them and needs no branch of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from edokko.rules.engine.fields import Fields, records_of

EngineName = Literal["compiled", "plain"]
Value = TypeVar("Value", bound=Fields)

_MOST_CACHED = 32
"""How many shared values are cached as records."""


class Backend(ABC):
    """Storage and calls for one way to run the rules.

    Attributes:
        name: the name of the engine, ``"plain"`` or ``"compiled"``.
    """

    name: ClassVar[EngineName]

    @abstractmethod
    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a rule as this backend runs it. The first call of a compiled rule can take a minute."""

    @abstractmethod
    def records(self, kind: type[Fields], count: int) -> Any:
        """Return new zeroed values of a declared class."""

    @abstractmethod
    def values(self, kind: type[Value], records: Any, count: int) -> list[Value]:
        """Return the first records, values of a declared class, as Python objects."""

    @abstractmethod
    def single(self, value: Fields) -> Any:
        """Return a value wrapped in a list or array of length one, as compiled functions take it."""

    @abstractmethod
    def shared(self, values: tuple[Fields, ...]) -> Any:
        """Return several immutable values; the result may be cached by the identity of the tuple."""

    @abstractmethod
    def integers(self, *shape: int) -> Any:
        """Return integers, all zero, in one or two dimensions."""

    @abstractmethod
    def floats(self, count: int) -> Any:
        """Return floating-point numbers, all zero."""

    @abstractmethod
    def numbers(self, array: npt.NDArray[Any]) -> Any:
        """Return an array of integers as this backend stores it: compiled code keeps their width."""

    @abstractmethod
    def write_state(self, games: Any, index: int, state: Fields) -> None:
        """Write an independent copy of a state to ``games[index]``."""


class _Plain(Backend):
    name = "plain"

    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return function

    def records(self, kind: type[Fields], count: int) -> Any:
        return [kind() for _ in range(count)]

    def values(self, kind: type[Value], records: Any, count: int) -> list[Value]:
        return list(records[:count])

    def single(self, value: Fields) -> Any:
        return [value]

    def shared(self, values: tuple[Fields, ...]) -> Any:
        return values

    def integers(self, *shape: int) -> Any:
        return [0] * shape[0] if len(shape) == 1 else [[0] * shape[1] for _ in range(shape[0])]

    def floats(self, count: int) -> Any:
        return [0.0] * count

    def numbers(self, array: npt.NDArray[Any]) -> Any:
        return array.tolist()

    def write_state(self, games: Any, index: int, state: Fields) -> None:
        games[index] = state.copy()


class _Compiled(Backend):
    name = "compiled"

    def __init__(self) -> None:
        self._cached: OrderedDict[int, tuple[tuple[Fields, ...], Any]] = OrderedDict()

    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        # Importing numba is slow, so nothing does it before a rule runs compiled.
        from edokko.rules.engine.compiled import compiled

        return compiled(function)  # type: ignore[no-any-return]

    def records(self, kind: type[Fields], count: int) -> Any:
        return np.zeros(count, kind.dtype)

    def values(self, kind: type[Value], records: Any, count: int) -> list[Value]:
        return [kind.read(records, index) for index in range(count)]

    def single(self, value: Fields) -> Any:
        return value.to_records()

    def shared(self, values: tuple[Fields, ...]) -> Any:
        if id(values) not in self._cached:
            self._cached[id(values)] = values, records_of(values)
            if len(self._cached) > _MOST_CACHED:
                self._cached.popitem(last=False)
        return self._cached[id(values)][1]

    def integers(self, *shape: int) -> Any:
        return np.zeros(shape, np.int64)

    def floats(self, count: int) -> Any:
        return np.zeros(count)

    def numbers(self, array: npt.NDArray[Any]) -> Any:
        return np.ascontiguousarray(array)

    def write_state(self, games: Any, index: int, state: Fields) -> None:
        state.write(games, index)


PLAIN: Backend = _Plain()
COMPILED: Backend = _Compiled()


def backend_of(engine: str) -> Backend:
    """Return a backend by the name of its engine.

    Raises:
        ValueError: the name is not ``"compiled"`` or ``"plain"``.
    """
    for backend in (COMPILED, PLAIN):
        if backend.name == engine:
            return backend
    raise ValueError(f"there is no engine {engine!r}; engines: {COMPILED.name}, {PLAIN.name}")
