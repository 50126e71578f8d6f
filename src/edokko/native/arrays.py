"""Arrays as native code reads them: those of :mod:`ctypes`, which Python brings along, and those of NumPy.

A player, a search and a record need no more than :mod:`ctypes`. Batches, environments and the laboratory compute with
NumPy; their arrays are taken as they are, and NumPy is never imported for a caller that has not done so.
"""

from __future__ import annotations

import copyreg
import ctypes
import sys
from functools import cache
from threading import RLock
from typing import Any

NUMBERS: dict[str, type[Any]] = {
    "i1": ctypes.c_int8,
    "i2": ctypes.c_int16,
    "i4": ctypes.c_int32,
    "i8": ctypes.c_int64,
    "f4": ctypes.c_float,
    "f8": ctypes.c_double,
    "b1": ctypes.c_bool,
}
"""The types of numbers by the names of their widths; ``b1`` is a flag."""


Element = Any
"""What an array consists of: numbers, by the name of their width, or records of a declared class."""


def array_type(element: Element, *shape: int) -> Any:
    """Return the type of an array of an :data:`Element`; without a shape, that of the element.

    Arrays can be copied and pickled, which those of :mod:`ctypes` cannot where Python finds no name of their type.
    """
    found = _types.get((element, shape))
    if found is None:
        with _lock:  # two types of one record would refuse each other's arrays
            found = _types.get((element, shape))
            if found is None:
                found = _types[element, shape] = _new_type(element, shape)
    return found


_types: dict[tuple[Element, tuple[int, ...]], Any] = {}
_lock = RLock()


def _new_type(element: Element, shape: tuple[int, ...]) -> Any:
    if shape:
        kind = array_type(element, *shape[1:]) * shape[0]
        copyreg.pickle(kind, lambda value: (_restored, (element, shape, bytes(value))))
        return kind
    if isinstance(element, str):
        return NUMBERS[element]
    members = [(name, array_type(cells.type, *cells.shape)) for name, cells in element.cells.items()]
    return type(element.__name__, (ctypes.Structure,), {"_fields_": members})


def _restored(element: Element, shape: tuple[int, ...], content: bytes) -> Any:
    """Return an array that was pickled."""
    return array_type(element, *shape).from_buffer_copy(content)


def array(element: Element, *shape: int) -> Any:
    """Return a new array, all zero."""
    return array_type(element, *shape)()


def array_in(buffer: Any) -> Any:
    """Return an array over the memory of a buffer of numbers; over a copy, if the memory cannot be written to.

    Args:
        buffer: contiguous, with its format and shape: a ``memoryview``, or an array of NumPy.
    """
    view: Any = memoryview(buffer)
    letter = "f" if view.format in ("f", "d") else "i"
    kind = array_type(f"{letter}{view.itemsize}", *view.shape)
    return kind.from_buffer_copy(view) if view.readonly else kind.from_buffer(view)


def address_of(value: Any) -> int:
    """Return the address of an array's first element."""
    return ctypes.addressof(value) if isinstance(value, ctypes.Array) else int(value.ctypes.data)


def shape_of(value: Any) -> tuple[int, ...]:
    """Return the sizes of an array."""
    if not isinstance(value, ctypes.Array):
        return tuple(value.shape)
    return _parts(type(value))[1]


@cache
def _parts(kind: Any) -> tuple[Any, tuple[int, ...]]:
    """Return the type of an array's elements and its sizes."""
    if not issubclass(kind, ctypes.Array):
        return kind, ()
    element, sizes = _parts(kind._type_)
    return element, (kind._length_, *sizes)


def mismatch(value: Any, element: Element, dimensions: int) -> str | None:
    """Return what a value is instead of a contiguous array of an element in some dimensions; ``None`` if it is one."""
    if isinstance(value, ctypes.Array):
        kind, sizes = _parts(type(value))
        if kind is array_type(element) and len(sizes) == dimensions:
            return None
        return f"of {kind.__name__} in {len(sizes)}"
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.ndarray):
        return type(value).__name__
    dtype = numpy.dtype(element) if isinstance(element, str) else element.dtype
    if value.dtype == dtype and value.ndim == dimensions and value.flags.c_contiguous:
        return None
    return f"of {value.dtype} with strides {value.strides}"
