"""The two ways to run a rule, as values: ``PLAIN`` keeps lists and calls Python, ``NATIVE`` keeps arrays and calls C.

A caller holds one of them and needs no branch of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, TypeVar

from edokko.lru import Lru
from edokko.native import arrays
from edokko.native.engine import engine as native_engine
from edokko.native.engine import is_there
from edokko.rules.engine.fields import Fields

EngineName = Literal["native", "plain"]
Value = TypeVar("Value", bound=Fields)

_MOST_CACHED = 32
"""How many shared values are cached as records."""


class Backend:
    """Storage and calls for one way to run the rules. This class is the plain one; the native one replaces all of it.

    Attributes:
        name: the name of the engine, ``"plain"`` or ``"native"``.
    """

    name: ClassVar[EngineName] = "plain"

    def __reduce__(self) -> str:
        """Pickle the name of the one object of this class: a cache of records stays in its process."""
        return self.name.upper()

    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return an entry point as this backend runs it.

        Raises:
            NoEngine: the backend is ``NATIVE``, and there is no engine.
        """
        return function

    def records(self, kind: type[Fields], count: int) -> Any:
        """Return new zeroed values of a declared class."""
        return [kind() for _ in range(count)]

    def values(self, kind: type[Value], records: Any, count: int, first: int = 0) -> list[Value]:
        """Return records from an index on, values of a declared class, as Python objects."""
        return list(records[first : first + count])

    def single(self, value: Fields) -> Any:
        """Return a value wrapped in a list or array of length one, as entry points take it."""
        return [value]

    def shared(self, values: tuple[Fields, ...]) -> Any:
        """Return several immutable values; the result may be cached by the identity of the tuple."""
        return values

    def array(self, width: str, *shape: int) -> Any:
        """Return numbers, all zero, in one or two dimensions.

        Args:
            width: their width in native code, as :class:`~edokko.rules.engine.fields.Cells` names it.
        """
        zero = 0.0 if width.startswith("f") else 0
        return [zero] * shape[0] if len(shape) == 1 else [[zero] * shape[1] for _ in range(shape[0])]

    def integers(self, *shape: int) -> Any:
        """Return integers of 64 bits, all zero, in one or two dimensions."""
        return self.array("i8", *shape)

    def floats(self, count: int) -> Any:
        """Return floating-point numbers, all zero."""
        return self.array("f8", count)

    def numbers(self, buffer: Any) -> Any:
        """Return the numbers of a contiguous ``memoryview`` or array of NumPy as this backend stores them.

        The engine keeps their width and, where it can be written to, their memory.
        """
        return buffer.tolist()

    def write_state(self, games: Any, index: int, state: Fields) -> None:
        """Write an independent copy of a state to ``games[index]``."""
        games[index] = state.copy()


class _Native(Backend):
    name = "native"

    def __init__(self) -> None:
        self._cached: Lru[int, tuple[tuple[Fields, ...], Any]] = Lru(_MOST_CACHED)

    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return native_engine().call(function)

    def records(self, kind: type[Fields], count: int) -> Any:
        return arrays.array(kind, count)

    def values(self, kind: type[Value], records: Any, count: int, first: int = 0) -> list[Value]:
        return [kind.read(records, index) for index in range(first, first + count)]

    def single(self, value: Fields) -> Any:
        return self._records_of((value,))

    def shared(self, values: tuple[Fields, ...]) -> Any:
        found = self._cached.get(id(values))
        if found is None:
            found = self._cached[id(values)] = values, self._records_of(values)
        return found[1]

    def array(self, width: str, *shape: int) -> Any:
        return arrays.array(width, *shape)

    def numbers(self, buffer: Any) -> Any:
        return arrays.array_in(buffer)

    def write_state(self, games: Any, index: int, state: Fields) -> None:
        state.write(games, index)

    def _records_of(self, values: Sequence[Fields]) -> Any:
        records = arrays.array(type(values[0]), len(values))
        for index, value in enumerate(values):
            value.write(records, index)
        return records


PLAIN = Backend()
NATIVE: Backend = _Native()


def backend_of(engine: str | None = None) -> Backend:
    """Return a backend by the name of its engine.

    Args:
        engine: ``"native"``, ``"plain"``, or ``None``: native, or plain where there is no engine.

    Raises:
        ValueError: there is no engine of that name.
    """
    if engine is None:
        return NATIVE if is_there() else PLAIN
    for backend in (NATIVE, PLAIN):
        if backend.name == engine:
            return backend
    renamed = "; the compiled engine is called native now" if engine == "compiled" else ""
    raise ValueError(f"there is no engine {engine!r}{renamed}; engines: {NATIVE.name}, {PLAIN.name}")
