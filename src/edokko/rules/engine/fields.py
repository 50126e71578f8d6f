"""The declaration of a state: one annotated class that is both a Python object and a NumPy record.

A class decorated with :func:`fields` holds lists in plain Python. Its ``dtype`` describes the same fields
as an aligned structured record. Native code reads and writes it with the same expressions
(``state.resources[seat][MON]``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import get_annotations
from typing import Annotated, Any, Self, TypeVar, cast, get_type_hints

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Cells:
    """The storage of one field: an integer type and, for arrays, the shape."""

    type: str
    shape: tuple[int, ...] = ()


Int = Annotated[int, Cells("i2")]
"""A small whole number."""

Int32 = Annotated[int, Cells("i4")]
"""A local variable that never leaves 32 bits: C adds up more of them at once."""
Int8s = Annotated[list[int], Cells("i1")]
Int16s = Annotated[list[int], Cells("i2")]
Int32s = Annotated[list[int], Cells("i4")]
Int8Rows = Annotated[list[list[int]], Cells("i1")]
Int16Rows = Annotated[list[list[int]], Cells("i2")]
Int16Cubes = Annotated[list[list[list[int]]], Cells("i2")]
Float32Rows = Annotated[list[list[float]], Cells("f4")]
"""Lists whose numbers have this width where an array holds them."""


class Fields:
    """Base of the declared classes: construction, copying and conversion to and from records.

    Attributes:
        dtype: the aligned record layout.
        cells: the storage of each field, in order of declaration.
    """

    __slots__: tuple[str, ...] = ()
    dtype: np.dtype[np.void]
    cells: dict[str, Cells]

    def __init__(self) -> None:
        for name in self.__slots__:
            cells = self.cells.get(name)
            setattr(self, name, _zeros(cells.shape) if cells else None)

    def copy(self) -> Self:
        """Return an independent copy."""
        clone = object.__new__(type(self))
        self._copy(self, clone)
        return clone

    def write(self, records: npt.NDArray[np.void], index: int) -> None:
        """Write the values into ``records[index]``."""
        record = records[index]
        for name in self.cells:
            record[name] = getattr(self, name)

    def to_records(self) -> npt.NDArray[np.void]:
        """Return the values as an array of one record."""
        records = np.zeros(1, self.dtype)
        self.write(records, 0)
        return records

    @classmethod
    def read(cls, records: npt.NDArray[np.void], index: int) -> Self:
        """Return the values of ``records[index]`` as a Python object."""
        instance = cls()
        for name, value in zip(cls.cells, records[index].tolist(), strict=True):
            setattr(instance, name, value.tolist() if isinstance(value, np.ndarray) else value)
        return instance

    def items(self) -> Iterator[tuple[str, Any]]:
        """Yield each field's name and value."""
        for name in self.cells:
            yield name, getattr(self, name)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and dict(self.items()) == dict(other.items())

    __hash__ = None  # type: ignore[assignment]

    _copy: Callable[[Any, Any], None]


def records_of(values: Sequence[Fields]) -> npt.NDArray[np.void]:
    """Return several values of one declared class as an array of records."""
    records = np.zeros(len(values), values[0].dtype)
    for index, value in enumerate(values):
        value.write(records, index)
    return records


Declared = TypeVar("Declared", bound=type[Fields])


def fields(declared: Declared) -> Declared:
    """Turn the annotations of a subclass of :class:`Fields` into its storage.

    The fields are sorted from the widest to the narrowest integer, so that a record has no padding
    between them and equal states are equal bytes. An annotation without :class:`Cells` belongs to the Python object
    alone: it is ``None`` in a new object and in a copy.

    Returns:
        The class anew, with ``__slots__``. So its methods cannot call ``super()`` without arguments.
    """
    names = tuple(get_annotations(declared))
    hints = get_type_hints(declared, include_extras=True)
    cells_by_name = {name: hints[name].__metadata__[0] for name in names if hasattr(hints[name], "__metadata__")}
    widest_first = sorted(cells_by_name.items(), key=lambda item: -np.dtype(item[1].type).itemsize)
    namespace = {name: value for name, value in vars(declared).items() if name not in ("__dict__", "__weakref__")}
    namespace["__slots__"] = names
    slotted = cast(Declared, type(declared.__name__, declared.__bases__, namespace))
    slotted.cells = dict(widest_first)
    slotted._copy = staticmethod(_compile_copy(names, slotted.cells))
    slotted.dtype = np.dtype([(name, cells.type, cells.shape) for name, cells in widest_first], align=True)
    return slotted


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    if len(shape) == 1:
        return [0] * shape[0]
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _compile_copy(names: Sequence[str], cells: dict[str, Cells]) -> Callable[[Any, Any], None]:
    """Return a function that copies all fields from one object to another.

    The function is generated with one assignment per field, as :mod:`dataclasses` does. Plain games and previews copy
    a state for every move, and a loop over the names takes five times as long.
    """
    depths = {name: len(cell.shape) for name, cell in cells.items()}
    lines = [
        f"    target.{name} = {_copy_expression(f'source.{name}', depths[name]) if name in depths else None}"
        for name in names
    ]
    scope: dict[str, Any] = {}
    exec("\n".join(["def copy(source, target):", *lines]), scope)
    copy: Callable[[Any, Any], None] = scope["copy"]
    return copy


def _copy_expression(source: str, depth: int) -> str:
    """Return the Python expression that copies a number (depth 0) or a nested list."""
    if depth == 0:
        return source
    if depth == 1:
        return f"{source}[:]"
    return f"[{_copy_expression(f'row{depth}', depth - 1)} for row{depth} in {source}]"
