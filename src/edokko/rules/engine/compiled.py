"""The compiled twins of the rules: the same functions compiled by Numba, and the cache of their machine code.

Plain and compiled functions live side by side. The twin of a rule shares the rule's code object, in a
namespace where every rule it calls is a part (:mod:`edokko.rules.engine.parts`). Events compile to no code.
This module is imported only when a caller asks for compiled code, so interactive games start at once.

Numba keys its cache on one file at a time, so changed tables or callees would leave stale machine code in use.
Therefore the name of the cache folder is a hash of the Python version, the Numba version and all sources of compiled
code. The folder lies in ``NUMBA_CACHE_DIR`` if that is set, else in the user's cache folder. Without a writable
folder, nothing is cached.
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
from types import FunctionType
from typing import Any, cast

import numba
from filelock import FileLock
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import intrinsic

from edokko import folders
from edokko.rules import events
from edokko.rules.engine import bits, entry
from edokko.rules.engine.parts import EntryPointCompiler, Part
from edokko.rules.engine.registry import RULES

OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "_nrt": False}
"""Divisions are not checked, because the tables hold no zero divisor; compiled code releases the GIL.

Numba's runtime (``_nrt``) is off: rules allocate nothing, and Python holds all arrays during a call. With the runtime,
every row of an array that a rule takes or passes on counts a reference up and down, atomically: half of the time.
"""

PACKAGE = Path(__file__).parent.parent.parent
COMPILED = ("rules", "observation", "players", "lab/months", "lab/simulation", "lab/playouts", "envs")
"""The folders of the package that define rules."""


def sources() -> list[Path]:
    """Return the files whose code or data the package's compiled code depends on, sorted.

    They do not depend on the modules imported so far, so every process uses the same cache.
    """
    components = PACKAGE / "components"
    code = (path for folder in (components, *(PACKAGE / name for name in COMPILED)) for path in folder.rglob("*.py"))
    return sorted([*code, *components.glob("*.toml")])


@cache
def cache_path() -> Path:
    """Return the cache folder of machine code, whether or not it exists.

    The folder's name is a hash of the sources, so changed sources never meet stale machine code.

    Raises:
        NoHome: the account has no home folder, and no variable names another.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {_bounds_checked()}".encode())
    for path in sources():
        digest.update(path.read_bytes())
    root = Path(os.environ.get(folders.MACHINE_CODE) or folders.cache())
    return root / f"rules-{digest.hexdigest()[:16]}"


@cache
def cache_folder() -> Path | None:
    """Create the cache folder and return it; return ``None`` if it is not writable."""
    try:
        folder = cache_path()
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def use_cache_in(root: Path) -> None:
    """Cache machine code under another root, in this process and in its child processes.

    Args:
        root: an existing folder. Functions that this process has already compiled are not written there.
    """
    os.environ[folders.MACHINE_CODE] = str(root)
    cache_path.cache_clear()
    cache_folder.cache_clear()


def _bounds_checked() -> bool:
    """Check whether compiled code checks array bounds: ``NUMBA_BOUNDSCHECK=1``, which the tests set."""
    return os.environ.get("NUMBA_BOUNDSCHECK") == "1"


class _Locator(_CacheLocator):
    """Numba's cache locator for the folder above; the folder's name replaces Numba's staleness check."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file  # Numba reads it for its warnings.
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
    _locator_classes = [_Locator]  # noqa: RUF012 the base class declares it so


class _Cache(FunctionCache):
    """The cached machine code of one function."""

    _impl_class = _CacheImpl

    def has(self, signature: Any, context: Any) -> bool:
        """Check whether machine code for a signature is cached."""
        index = self._cache_file._load_index()  # type: ignore[no-untyped-call]
        return self._index_key(signature, context.codegen()) in index  # type: ignore[no-untyped-call]

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold a lock between processes, which the system releases when its holder is killed.

        Skip locking where the file system has no locks.
        """
        path = Path(self.cache_path) / "locks" / f"{self._impl.filename_base}.lock"
        with ExitStack() as stack:
            with suppress(OSError, NotImplementedError):
                path.parent.mkdir(exist_ok=True)
                # A reentrant lock for the whole process: compiling a recursive function takes it twice.
                stack.enter_context(FileLock(path, is_singleton=True))
            yield


def _compile_once(dispatcher: Any, function_cache: _Cache) -> None:
    """Make concurrent processes that need the same function compile it once.

    A function waits for its callees and never for its callers, so there is no deadlock.
    """
    compile_ = dispatcher.compile

    def compile_under_lock(signature: Any) -> Any:
        # Take Numba's own lock first, in the same order as when a caller's compilation reaches this function.
        with global_compiler_lock:
            if function_cache.has(signature, dispatcher.targetctx):
                return compile_(signature)
            with function_cache.lock():
                return compile_(signature)

    dispatcher.compile = compile_under_lock


@intrinsic
def _no_op(typing_context: Any, state: Any, *arguments: Any) -> Any:
    """Replace :func:`edokko.rules.events.emit` by no code, which costs no compile time either."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return context.get_dummy_value()

    return types.none(state, types.StarArgTuple.from_types(arguments)), generate  # type: ignore[no-untyped-call]


def _copy_record(games: Any, source: int, target: int) -> None:
    """Replace :func:`edokko.rules.engine.entry.copy_game`: a record is copied by assignment."""
    games[target] = games[source]


def _store_record(games: Any, target: int, state: Any) -> None:
    """Replace :func:`edokko.rules.engine.entry.store_game` in the same way."""
    games[target] = state


REPLACEMENTS: dict[Any, Any] = {
    events.emit: _no_op,
    bits.first_of: trailing_zeros,
    entry.copy_game: Part(cast(FunctionType, _copy_record), OPTIONS),
    entry.store_game: Part(cast(FunctionType, _store_record), OPTIONS),
}
"""What compiled code calls in place of functions that cannot be compiled as they stand."""


def _is_hashed(function: FunctionType) -> bool:
    """Check whether the hash of the cache folder covers a function's source."""
    file = Path(function.__code__.co_filename)
    return any(file.is_relative_to(PACKAGE / name) for name in COMPILED)


def _twin(function: FunctionType, namespace: dict[str, Any]) -> Any:
    copy = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    dispatcher = numba.njit(**OPTIONS, pipeline_class=EntryPointCompiler)(copy)
    if _is_hashed(function) and cache_folder() is not None:
        dispatcher._cache = function_cache = _Cache(copy)  # type: ignore[no-untyped-call]
        _compile_once(dispatcher, function_cache)
    return dispatcher


class Twins:
    """The compiled twins of rules, created on demand: modules with rules may be imported at any time.

    A rule may call the rules of its own module and of modules imported before it.
    """

    def __init__(self) -> None:
        self._twins: dict[Any, Any] = {}
        self._parts: dict[Any, Any] = dict(REPLACEMENTS)
        self._rule_count = 0
        self._lock = Lock()

    def of(self, function: Callable[..., Any]) -> Any:
        """Return the twin of a rule.

        Raises:
            KeyError: the function is not a rule.
        """
        if function not in self._twins:
            self._create_missing()
        return self._twins[function]

    def _create_missing(self) -> None:
        """Create the twins of the rules defined since the last call. A twin compiles when it is first called."""
        with self._lock:
            new = RULES[self._rule_count :]
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
            self._rule_count += len(new)


@cache
def _all_twins() -> Twins:
    return Twins()


def compiled(function: Callable[..., Any]) -> Any:
    """Return the compiled twin of a rule.

    Args:
        function: a function marked with :func:`edokko.rules.engine.registry.rule`.

    Returns:
        Its twin, which takes NumPy records where the rule takes Python objects.

    Raises:
        KeyError: the function is not a rule.
    """
    return _all_twins().of(function)
