"""The compiled twin of the rules: the same functions, translated by Numba, and where their machine code is kept.

Plain and compiled functions live side by side. The twin of a rule is made from the rule's own code with
a namespace in which every rule it calls is its twin; events are replaced by nothing. Nothing here is
imported before somebody asks for speed, so people's games start at once.

Numba keys its cache on one file at a time and would keep using machine code whose tables or callees
have changed. So the cache folder is named by a hash of all sources of the package's compiled code, the Python
and the Numba version: ``NUMBA_CACHE_DIR`` if set, else the user's cache folder; where neither can be written, nothing is cached.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from edokko.rules import entry, events
from edokko.rules.registry import RULES

OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
"""Division is checked by nobody (the tables hold no zero divisor) and threads run side by side."""


def sources() -> list[Path]:
    """The files whose code or data compiled code depends on, sorted."""
    package = Path(__file__).parent.parent
    folders = {Path(function.__code__.co_filename).parent for function in RULES} | {package / "rules"}
    data = package / "components" / "components.toml"
    return sorted({path for folder in folders for path in folder.glob("*.py")} | {data})


@cache
def cache_folder() -> Path | None:
    """Where machine code is kept; ``None`` where no folder can be written.

    The folder's name is a hash of the sources, so code never outlives what it was made from.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {_bounds_checked()}".encode())
    for path in sources():
        digest.update(path.read_bytes())
    root = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("edokko")
    folder = Path(root) / f"rules-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def is_cached() -> bool:
    """Whether machine code of these very sources is already there, so that the first call is quick."""
    folder = cache_folder()
    return folder is not None and any(folder.glob("*.nbi"))


def _bounds_checked() -> bool:
    """Whether indexes are checked: set ``NUMBA_BOUNDSCHECK=1``, as the tests do."""
    return os.environ.get("NUMBA_BOUNDSCHECK") == "1"


class _Locator(_CacheLocator):
    """Tells Numba to keep a function in the folder above; the folder's name is the freshness check."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._line = py_func.__code__.co_firstlineno
        self._name = Path(py_file).stem

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return "named by its folder"

    def get_disambiguator(self) -> str:
        return f"{self._name}-{self._line}"

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator | None:
        return cls(py_func, py_file) if cache_folder() else None


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = [_Locator]


class _Cache(FunctionCache):
    _impl_class = _CacheImpl


def _silence(
    state: Any,
    kind: int,
    seat: int = -1,
    subject: int = -1,
    room: int = -1,
    amount: int = 0,
    reason: int = -1,
    detail: int = -1,
) -> None:
    """Take the place of :func:`edokko.rules.events.emit`."""


def _copy_record(games: Any, source: int, target: int) -> None:
    """Take the place of :func:`edokko.rules.entry.copy_game`: records are copied by assignment."""
    games[target] = games[source]


STAND_INS: dict[Any, Callable[..., None]] = {events.emit: _silence, entry.copy_game: _copy_record}
"""What compiled code calls where plain Python and records differ."""


def _twin(function: FunctionType, namespace: dict[str, Any]) -> Any:
    copy = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    dispatcher = numba.njit(**OPTIONS)(copy)
    if cache_folder() is not None:
        dispatcher._cache = _Cache(copy)
    return dispatcher


def compile_rules(functions: Iterable[FunctionType]) -> dict[FunctionType, Any]:
    """Make the twins of functions that may call one another and any earlier rule.

    Args:
        functions: functions marked as rules.

    Returns:
        Each function's twin. Nothing is compiled before its first call.
    """
    functions = list(functions)
    twins: dict[Any, Any] = {plain: numba.njit(**OPTIONS)(stand_in) for plain, stand_in in STAND_INS.items()}
    namespaces: dict[str, dict[str, Any]] = {}
    for function in functions:
        namespace = namespaces.setdefault(function.__module__, dict(function.__globals__))
        twins[function] = _twin(function, namespace)
    for namespace in namespaces.values():
        for name, value in namespace.items():
            if isinstance(value, FunctionType) and value in twins:
                namespace[name] = twins[value]
    return twins


@cache
def _all_twins() -> dict[FunctionType, Any]:
    return compile_rules(RULES)


def compiled(function: Callable[..., Any]) -> Any:
    """The compiled twin of a rule.

    Args:
        function: a function marked with :func:`edokko.rules.registry.rule`.

    Returns:
        Its twin, which takes records where the rule takes objects.

    Raises:
        KeyError: the function is not a rule.
    """
    return _all_twins()[function]  # type: ignore[index]


def compiled_module(module: ModuleType) -> SimpleNamespace:
    """The compiled twins of all rules that a module defines, by name."""
    mine = {f.__name__: twin for f, twin in _all_twins().items() if f.__module__ == module.__name__}
    return SimpleNamespace(**mine)
