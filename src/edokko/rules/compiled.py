"""The compiled twin of the rules: the same functions, translated by Numba, and where their machine code is kept.

Plain and compiled functions live side by side. The twin of a rule is made from the rule's own code with
a namespace in which every rule it calls is a part (:mod:`edokko.rules.parts`); events are replaced by nothing.
Nothing here is imported before a caller asks for speed, so people's games start at once.

Numba keys its cache on one file at a time and would keep using machine code whose tables or callees
have changed. So the cache folder is named by a hash of all sources of the package's compiled code, of the Python
and of the Numba version. It lies in ``NUMBA_CACHE_DIR`` if that is set, else in the user's cache folder; where
nothing can be written, nothing is cached.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, cast

import numba
import platformdirs
from filelock import FileLock
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic

from edokko.rules import entry, events
from edokko.rules.parts import Part, WholeCompiler
from edokko.rules.registry import RULES

OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
"""Division is checked by nobody (the tables hold no zero divisor) and threads run side by side."""


PACKAGE = Path(__file__).parent.parent
COMPILED = ("rules", "players", "lab")
"""The folders of the package that define rules."""


def sources() -> list[Path]:
    """The files whose code or data the package's compiled code depends on, sorted.

    They do not depend on what has been imported, so every process finds the same cache.
    """
    components = PACKAGE / "components"
    code = (path for folder in (components, *(PACKAGE / name for name in COMPILED)) for path in folder.rglob("*.py"))
    return sorted([*code, *components.glob("*.toml")])


@cache
def cache_path() -> Path:
    """Return the folder that machine code belongs in, whether or not it exists.

    The folder's name is a hash of the sources, so code never outlives what it was made from.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {_bounds_checked()}".encode())
    for path in sources():
        digest.update(path.read_bytes())
    root = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("edokko")
    return Path(root) / f"rules-{digest.hexdigest()[:16]}"


@cache
def cache_folder() -> Path | None:
    """Make that folder and return it; ``None`` where it cannot be written."""
    folder = cache_path()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def use_cache_in(root: Path) -> None:
    """Keep machine code under another root, here and in the processes that this one starts.

    Args:
        root: an existing folder. Functions that this process has compiled before are not written there.
    """
    os.environ["NUMBA_CACHE_DIR"] = str(root)
    cache_path.cache_clear()
    cache_folder.cache_clear()


def _bounds_checked() -> bool:
    """Whether indexes are checked: set ``NUMBA_BOUNDSCHECK=1``, as the tests do."""
    return os.environ.get("NUMBA_BOUNDSCHECK") == "1"


class _Locator(_CacheLocator):
    """Tells Numba to keep a function in the folder above; the folder's name is the freshness check."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file  # Numba names it in its warnings.
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
    _locator_classes = [_Locator]  # noqa: RUF012 the base class's own way


class _Cache(FunctionCache):
    """What is kept of one function."""

    _impl_class = _CacheImpl

    def has(self, signature: Any, context: Any) -> bool:
        """Whether its machine code for some types is there."""
        index = self._cache_file._load_index()  # type: ignore[no-untyped-call]
        return self._index_key(signature, context.codegen()) in index  # type: ignore[no-untyped-call]

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold a lock between processes; the system frees it when one is killed. Skip it where there are no locks."""
        lock = Path(self.cache_path) / "turns" / f"{self._impl.filename_base}.lock"
        with ExitStack() as turn:
            with suppress(OSError, NotImplementedError):
                lock.parent.mkdir(exist_ok=True)
                # One lock for the whole process, so that a function whose compiling comes to itself has it already.
                turn.enter_context(FileLock(lock, is_singleton=True))
            yield


def _compile_once(dispatcher: Any, kept: _Cache) -> None:
    """Make processes that need the same function at the same time compile it once.

    A function waits for those that it calls, and none of them for it, so nobody waits in a circle.
    """
    compile_ = dispatcher.compile

    def compile_in_turn(signature: Any) -> Any:
        # The compiler's own lock comes first, as it does where a function is compiled for another one.
        with global_compiler_lock:
            if kept.has(signature, dispatcher.targetctx):
                return compile_(signature)
            with kept.turn():
                return compile_(signature)

    dispatcher.compile = compile_in_turn


@intrinsic
def _silence(typing_context: Any, state: Any, *arguments: Any) -> Any:
    """Take the place of :func:`edokko.rules.events.emit`: no code at all, so nothing to compile either."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return context.get_dummy_value()

    return types.none(state, types.StarArgTuple.from_types(arguments)), generate  # type: ignore[no-untyped-call]


def _copy_record(games: Any, source: int, target: int) -> None:
    """Take the place of :func:`edokko.rules.entry.copy_game`: records are copied by assignment."""
    games[target] = games[source]


STAND_INS: dict[Any, Any] = {events.emit: _silence, entry.copy_game: Part(cast(FunctionType, _copy_record), OPTIONS)}
"""What compiled code calls where plain Python and records differ."""


def _is_ours(function: FunctionType) -> bool:
    """Whether the hash of the cache folder covers a function's source."""
    file = Path(function.__code__.co_filename)
    return any(file.is_relative_to(PACKAGE / name) for name in COMPILED)


def _twin(function: FunctionType, namespace: dict[str, Any]) -> Any:
    copy = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    dispatcher = numba.njit(**OPTIONS, pipeline_class=WholeCompiler)(copy)
    if _is_ours(function) and cache_folder() is not None:
        dispatcher._cache = kept = _Cache(copy)  # type: ignore[no-untyped-call]
        _compile_once(dispatcher, kept)
    return dispatcher


class Twins:
    """The compiled twins of rules, made as rules are defined: modules with rules may be imported at any time.

    A rule may call the rules of its own module, and those of modules imported before it.
    """

    def __init__(self) -> None:
        self._twins: dict[Any, Any] = {}
        self._parts: dict[Any, Any] = dict(STAND_INS)
        self._seen = 0
        self._lock = Lock()

    def of(self, function: Callable[..., Any]) -> Any:
        """The twin of a rule.

        Raises:
            KeyError: the function is not a rule.
        """
        if function not in self._twins:
            self._make_missing()
        return self._twins[function]

    def of_module(self, name: str) -> dict[str, Any]:
        """The twins of a module's rules, by name."""
        return {function.__name__: self.of(function) for function in RULES if function.__module__ == name}

    def _make_missing(self) -> None:
        """Make the twins of the rules defined since the last time. Nothing is compiled before its first call."""
        with self._lock:
            new = RULES[self._seen :]
            namespaces: dict[str, dict[str, Any]] = {}
            twins, parts = {}, dict(self._parts)
            for function in new:
                namespace = namespaces.setdefault(function.__module__, dict(function.__globals__))
                twins[function] = _twin(function, namespace)
                parts[function] = Part(twins[function].py_func, OPTIONS)
            for namespace in namespaces.values():
                for name, value in namespace.items():
                    if isinstance(value, FunctionType) and value in parts:
                        namespace[name] = parts[value]
            self._parts = parts
            self._twins = self._twins | twins
            self._seen += len(new)


@cache
def _all_twins() -> Twins:
    return Twins()


def compiled(function: Callable[..., Any]) -> Any:
    """The compiled twin of a rule.

    Args:
        function: a function marked with :func:`edokko.rules.registry.rule`.

    Returns:
        Its twin, which takes records where the rule takes objects.

    Raises:
        KeyError: the function is not a rule.
    """
    return _all_twins().of(function)


def compiled_module(module: ModuleType) -> SimpleNamespace:
    """The compiled twins of all rules that a module defines, by name."""
    return SimpleNamespace(**_all_twins().of_module(module.__name__))
