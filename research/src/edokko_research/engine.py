"""The rules of this project in C: its entry points, with the rules of edokko that they call, in a library of its own.

``edokko.native.build`` names a library by the hash of its source and its flags, so a rule that has been edited, here or
in edokko, is compiled again by the first call, in seconds.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from edokko import folders
from edokko.native import Backend, build
from edokko.native.backends import PLAIN
from edokko.native.compiler import AVX2_FLAG, has_avx2
from edokko.native.libraries import Library
from edokko.rules.engine.registry import ENTRY_POINTS

PACKAGE = Path(__file__).parent
CHECKED = "EDOKKO_RESEARCH_CHECKED"
"""The variable that asks for a library that checks every index; tests set it."""
LOCK = Lock()
"""One thread translates: CPython 3.11 may raise SystemError where two parse at once (python/cpython#106905)."""


def engine() -> Library:
    """Return the library, building it if a rule has changed since; another thread's call waits for it.

    Raises:
        edokko.native.compiler.CompilerFailed: there is no C compiler.
        OSError: the cache folder cannot be written.
    """
    with LOCK:
        return _built()


@cache
def _built() -> Library:
    for path in sorted(PACKAGE.rglob("*.py")):
        if "\n@entry_point\n" in path.read_text(encoding="utf-8"):
            import_module(".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)))
    own = [function for function in ENTRY_POINTS if function.__module__.startswith(f"{PACKAGE.name}.")]
    flags = (AVX2_FLAG,) if has_avx2() else ()
    return build(own, folders.cache() / "research", *flags, is_checked=bool(os.environ.get(CHECKED)))


def native(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an entry point of this project as its library runs it."""
    return engine().call(function)


def call(backend: Backend, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an entry point of this project as a backend runs it."""
    return function if backend is PLAIN else native(function)
