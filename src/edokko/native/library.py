"""The engine as a shared library: found or built, loaded once, called by the functions that it was made from."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from threading import Lock
from typing import Any

from edokko.native import compiler
from edokko.native.calls import Prepared, caller
from edokko.native.program import PREFIX, Program


class Library:
    """The compiled translation of some entry points.

    Args:
        path: the shared library.

    Raises:
        OSError: it is no library of this system.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._library = ctypes.CDLL(str(path))
        self._prepared = Prepared()
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
                    foreign = getattr(self._library, PREFIX + function.__name__)
                except AttributeError:
                    raise KeyError(f"{function.__qualname__} is no entry point of {self.path.name}") from None
                check = self._raise_fault if self._take_fault else None
                known = self._callers[function] = caller(function, foreign, self._prepared, check)  # type: ignore[arg-type]
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


def build(functions: Iterable[Callable[..., Any]], folder: Path, *more: str, is_checked: bool = False) -> Library:
    """Translate and compile entry points, unless the folder has their library already.

    Args:
        functions: entry points; the rules that they call are translated along.
        folder: where the library is kept.
        more: what the compiler is told besides :func:`edokko.native.compiler.flags`.
        is_checked: whether every index is checked.

    Raises:
        NotTranslatable: a rule is written outside the subset.
        CompilerFailed: there is no C compiler, or it fails.
    """
    program = Program(functions, is_checked=is_checked)
    source = program.source()
    words = compiler.command()
    told = " ".join([*words, *compiler.flags(tuple(words)), *more])
    name = hashlib.sha256(f"{told}\n{source}".encode()).hexdigest()[:16]
    target = folder / f"engine-{name}{compiler.SUFFIX}"
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        compiler.compile_library(source, target, *more)
    return Library(target)
