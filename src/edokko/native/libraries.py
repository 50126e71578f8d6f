"""A shared library of translated rules: loaded once, called by the functions that it was made from."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from threading import Lock
from typing import Any

from edokko.native.calls import caller

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
        _, _, stamp = path.read_bytes().partition(STAMP)
        hash_, *names = stamp.partition(b"\0")[0].decode().split()
        return hash_ == hash_of(names)
    except (OSError, ValueError):
        return False
