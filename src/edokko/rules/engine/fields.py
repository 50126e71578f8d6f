"""The declaration of a state: one annotated class that is both a Python object and a record of C.

A class decorated with :func:`fields` holds lists in plain Python. Native code reads and writes the same fields
as an aligned record with the same expressions (``state.resources[seat][MON]``). Objects are written to any buffer of
records and read from it: an array of :mod:`ctypes`, of NumPy, or bytes. NumPy is imported only where a caller asks for
its arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from itertools import chain
from math import prod
from struct import Struct
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self, TypeVar, cast, get_type_hints

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Cells:
    """The storage of one field: an integer type and, for arrays, the shape."""

    type: str
    """As NumPy writes it: a letter, ``i`` or ``f``, and the width in bytes."""
    shape: tuple[int, ...] = ()

    @property
    def width(self) -> int:
        """The bytes of one number."""
        return int(self.type[1:])


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


class _OnFirstUse:
    """An attribute of declared classes that is computed for each class when it is first read."""

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        self._compute = cache(compute)

    def __get__(self, instance: object, owner: Any) -> Any:
        return self._compute(owner)


class Fields:
    """Base of the declared classes: construction, copying and conversion to and from records.

    Attributes:
        cells: the storage of each field, in order of declaration.
        size: the bytes of a record.
        dtype: the record as NumPy describes it, ``numpy.dtype[numpy.void]``.
    """

    __slots__: tuple[str, ...] = ()
    cells: dict[str, Cells]
    size: int
    dtype = _OnFirstUse(lambda declared: _dtype_of(declared))
    _packing = _OnFirstUse(lambda declared: _packing_of(declared))

    def __init__(self) -> None:
        for name in self.__slots__:
            cells = self.cells.get(name)
            setattr(self, name, _zeros(cells.shape) if cells else None)

    def copy(self) -> Self:
        """Return an independent copy."""
        clone = object.__new__(type(self))
        self._copy(self, clone)
        return clone

    def write(self, records: Any, index: int) -> None:
        """Write the values into record ``index`` of a writable buffer of records.

        Raises:
            struct.error, OverflowError: a number does not fit its field.
        """
        self._packing.pack(self, records, index * self.size)

    def to_bytes(self) -> bytes:
        """Return the values as the bytes of one record."""
        record = bytearray(self.size)
        self.write(record, 0)
        return bytes(record)

    def to_records(self) -> npt.NDArray[np.void]:
        """Return the values as a NumPy array of one record."""
        return records_of([self])

    @classmethod
    def read(cls, records: Any, index: int) -> Self:
        """Return the values of record ``index`` of a buffer of records as a Python object."""
        instance = object.__new__(cls)
        cls._packing.unpack(instance, records, index * cls.size)
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
    """Return several values of one declared class as a NumPy array of records."""
    import numpy as np

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
    widest_first = sorted(cells_by_name.items(), key=lambda item: -item[1].width)
    namespace = {name: value for name, value in vars(declared).items() if name not in ("__dict__", "__weakref__")}
    namespace["__slots__"] = names
    slotted = cast(Declared, type(declared.__name__, declared.__bases__, namespace))
    slotted.cells = dict(widest_first)
    slotted._copy = staticmethod(_compile_copy(names, slotted.cells))
    slotted.size = _size_of(slotted.cells.values())
    return slotted


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    if len(shape) == 1:
        return [0] * shape[0]
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _size_of(cells: Collection[Cells]) -> int:
    """Return the bytes of a record: its fields, and what fills it up to a multiple of the widest number."""
    widest = max((cell.width for cell in cells), default=1)
    bytes_of_fields = sum(cell.width * prod(cell.shape) for cell in cells)
    return -(-bytes_of_fields // widest) * widest


def _dtype_of(declared: type[Fields]) -> np.dtype[np.void]:
    import numpy as np

    return np.dtype([(name, cells.type, cells.shape) for name, cells in declared.cells.items()], align=True)


class _Packing(NamedTuple):
    """How a declared class is written and read: functions of an object, a buffer and an offset in bytes."""

    pack: Callable[[Fields, Any, int], None]
    unpack: Callable[[Fields, Any, int], None]


def _packing_of(declared: type[Fields]) -> _Packing:
    """Return the generated functions of a class; see :func:`_compile_copy` for why they are generated."""
    numbers = [f"{prod(cell.shape)}{_STRUCT_CODES[cell.type]}" for cell in declared.cells.values()]
    used = sum(cell.width * prod(cell.shape) for cell in declared.cells.values())
    record = Struct(f"={''.join(numbers)}{declared.size - used}x")
    flat, start = [], 0
    lines = [f"    value.{name} = None" for name in declared.__slots__ if name not in declared.cells]
    for name, cell in declared.cells.items():
        flat.append(_flat_expression(f"value.{name}", len(cell.shape)))
        lines.append(f"    value.{name} = {_nested_expression(str(start), cell.shape)}")
        start += prod(cell.shape)
    source = [
        "def pack(value, records, offset):",
        f"    record.pack_into(records, offset, {', '.join(flat)})",
        "def unpack(value, records, offset):",
        "    numbers = record.unpack_from(records, offset)",
        *lines,
    ]
    scope: dict[str, Any] = {"record": record, "flat": chain.from_iterable}
    exec("\n".join(source), scope)
    return _Packing(scope["pack"], scope["unpack"])


_STRUCT_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}


def _flat_expression(source: str, depth: int) -> str:
    """Return the Python expression of the arguments that are the numbers of a nested list."""
    if depth == 0:
        return source
    return f"*{'flat(' * (depth - 1)}{source}{')' * (depth - 1)}"


def _nested_expression(start: str, shape: tuple[int, ...]) -> str:
    """Return the Python expression of a number or a nested list in ``numbers`` from an index on."""
    if not shape:
        return f"numbers[{start}]"
    if len(shape) == 1:
        return f"[*numbers[{start}:{start} + {shape[0]}]]"
    row = f"row{len(shape)}"
    inner = _nested_expression(row, shape[1:])
    return f"[{inner} for {row} in range({start}, {start} + {prod(shape)}, {prod(shape[1:])})]"


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
