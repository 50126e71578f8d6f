"""A shared library of translated rules: loaded once, called by the functions that it was made from.

The arguments of a call stand in a row of 64-bit cells, as C takes them: an array is a pointer and its sizes; a
``NamedTuple`` is the row of its members. A player passes the same arrays thousands of times, so each thread keeps the
row of an entry point's last call and writes only what differs. It refers to arrays weakly: it keeps none alive.
"""

from __future__ import annotations

import ctypes
import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any
from weakref import ref

from edokko.native.arrays import address_of, mismatch, shape_of
from edokko.native.kinds import (
    WIDTH_NAMES,
    Array,
    Bool,
    Group,
    Kind,
    Nothing,
    Real,
    Record,
    Whole,
    members_of,
    signature_of,
)

PREFIX = "edokko_"
"""What the name of a library's function begins with."""
IN_A_ROW = "call_"
"""What follows in the name of a function that takes its arguments in a row."""
PACKAGE = Path(__file__).parents[1]
STAMP = b"made from these files of edokko:"
"""What stands in a library before the hash and the names of the files that it was made from."""


class Library:
    """The compiled translation of some entry points.

    Raises:
        OSError: it is no library of this system.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._library = ctypes.CDLL(str(path))
        self._callers: dict[Any, Callable[..., Any]] = {}
        self._lock = Lock()
        self._take_fault = getattr(self._library, f"{PREFIX}take_fault", None)

    def call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return an entry point as the library runs it.

        Raises:
            KeyError: the library has no such entry point.
        """
        known = self._callers.get(function)
        if known is None:
            with self._lock:
                try:
                    foreign = getattr(self._library, PREFIX + IN_A_ROW + function.__name__)
                except AttributeError:
                    raise KeyError(f"{function.__qualname__} is no entry point of {self.path.name}") from None
                check = self._raise_fault if self._take_fault else None
                known = self._callers[function] = caller(function, foreign, check)  # type: ignore[arg-type]
        return known

    def function(self, name: str) -> Any:
        """Return a function of the library itself, without the prefix of its name."""
        return getattr(self._library, PREFIX + name)

    def texts(self, name: str) -> Iterator[str]:
        """Yield the texts that the library holds under a name, see :func:`edokko.native.program.texts`."""
        text = getattr(self._library, PREFIX + name, None)
        if text is not None:
            text.restype, text.argtypes = ctypes.c_char_p, [ctypes.c_int64]
            yield from (value.decode() for value in iter(map(text, count()).__next__, None))

    def _raise_fault(self) -> None:
        """Raise the error of a wrong index in the last call of this thread."""
        assert self._take_fault is not None
        fault = (ctypes.c_int64 * 3)()
        self._take_fault(fault)
        place, index, size = fault
        if place >= 0:
            where = next(islice(self.texts("place"), place, None))
            raise IndexError(f"{where}: index {index} of {size}")


def hash_of(names: Iterable[str]) -> str:
    """Return the hash of files of the package.

    Args:
        names: their paths in the package.
    """
    total = hashlib.sha256()
    for name in names:
        total.update(PACKAGE.joinpath(name).read_bytes())
    return total.hexdigest()


def is_current(path: Path) -> bool:
    """Check whether a library was made from the package as it is, by the stamp in its file.

    The library is not loaded for it: a process keeps one that it has loaded, even if the file is replaced.
    """
    try:
        hash_, *names = path.read_bytes().partition(STAMP)[2].partition(b"\0")[0].decode().split()
        return hash_ == hash_of(names)
    except (OSError, ValueError):
        return False


# --- calls


class WrongArgument(TypeError):
    """An argument that the engine does not take as it is."""


Leaf = tuple[str, str, Kind]
"""A value in the row: its name, the Python expression that takes it from the arguments ``a``, and its kind."""


def leaves_of(name: str, path: str, kind: Kind) -> Iterator[Leaf]:
    """Yield the values of an argument in their order in the row: those of a group are its members."""
    if isinstance(kind, Group):
        for place, (member, inner) in enumerate(members_of(kind.cls).items()):
            yield from leaves_of(f"{name}.{member}", f"{path}[{place}]", inner)
    else:
        yield name, path, kind


def cells_of(kind: Kind) -> int:
    """Return the number of cells of a value in the row."""
    return 1 + kind.dimensions if isinstance(kind, Array) else 1


class Row:
    """The arguments of an entry point's last call in one thread."""

    def __init__(self, leaves: list[Leaf]) -> None:
        starts = [0]
        for _, _, kind in leaves:
            starts.append(starts[-1] + cells_of(kind))
        self.starts = starts
        self.cells = (ctypes.c_int64 * max(1, starts[-1]))()
        self.reals = (ctypes.c_double * len(self.cells)).from_buffer(self.cells)
        self.address = ctypes.addressof(self.cells)
        self.seen: list[Any] = [_nothing if isinstance(kind, Array | Record) else None for _, _, kind in leaves]
        """For each value, a weak reference to its array; ``None`` for a number."""
        self._leaves = leaves

    def write(self, index: int, value: Any) -> None:
        """Write a value that differs from that of the last call.

        Raises:
            WrongArgument: the elements of an array, its dimensions or its layout are not those that the rule declares.
        """
        name, _, kind = self._leaves[index]
        start = self.starts[index]
        match kind:
            case Array() | Record():
                array = kind if isinstance(kind, Array) else Array(kind.cls, 1)
                _check(name, array, value)
                self.cells[start] = address_of(value)
                if array is kind:
                    self.cells[start + 1 : start + 1 + kind.dimensions] = list(shape_of(value))
                self.seen[index] = ref(value)
            case Real():
                self.reals[start] = value
            case _:
                self.cells[start] = int(value)


def _nothing() -> None:
    """Stand for the array of a call before the first one."""


def _check(name: str, kind: Array, value: object) -> None:
    if found := mismatch(value, kind.element, kind.dimensions):
        element = WIDTH_NAMES[kind.element] if isinstance(kind.element, str) else kind.element.__name__
        raise WrongArgument(f"{name} is a contiguous array of {element} in {kind.dimensions} dimensions, not {found}")


def caller(function: FunctionType, foreign: Any, check: Callable[[], None] | None = None) -> Callable[..., Any]:
    """Return a Python function that calls an entry point of the engine.

    Args:
        function: the entry point in Python.
        foreign: the same in the library, with its arguments in a row.
        check: called after each call; it raises the error that the engine has noted.
    """
    parameters, result = signature_of(function)
    foreign.argtypes = [ctypes.c_void_p]
    foreign.restype = {Nothing: None, Real: ctypes.c_double}.get(type(result), ctypes.c_int64)
    count, is_bool = len(parameters), isinstance(result, Bool)
    leaves = [
        leaf for place, (name, kind) in enumerate(parameters.items()) for leaf in leaves_of(name, f"a[{place}]", kind)
    ]
    flat: Callable[[tuple[Any, ...]], tuple[Any, ...]] = eval(
        f"lambda a: ({''.join(f'{path}, ' for _, path, _ in leaves)})"
    )
    numbers = [isinstance(kind, Whole) for _, _, kind in leaves]
    own = threading.local()

    def call(*arguments: Any) -> Any:
        if len(arguments) != count:
            raise TypeError(f"{function.__name__} takes {count} arguments, not {len(arguments)}")
        row = getattr(own, "row", None) or own.__dict__.setdefault("row", Row(leaves))
        cells, starts = row.cells, row.starts
        for index, (value, known) in enumerate(zip(flat(arguments), row.seen, strict=True)):
            if known is None:
                if numbers[index] and type(value) is int:
                    cells[starts[index]] = value
                else:
                    row.write(index, value)
            elif known() is not value or value is None:  # a reference to an array that is gone gives None, too
                row.write(index, value)
        answer = foreign(row.address)
        if check is not None:
            check()
        return bool(answer) if is_bool else answer

    call.__name__ = function.__name__
    return call
