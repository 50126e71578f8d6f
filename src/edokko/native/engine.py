"""The engine of this package: the library that came with it, or one that is built because a rule has changed since.

A library holds the names of the files that it was made from and their hash, so a stale one is never used. In a checkout
whose rules have been edited, the first call builds the engine anew in the user's cache folder, in seconds.

On a machine that has no engine and no C compiler, rules run in plain Python on copies of the arrays.
"""

from __future__ import annotations

import hashlib
import logging
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from edokko import folders
from edokko.native import compiler
from edokko.native.compiler import AVX2, AVX2_FLAG, has_avx2
from edokko.native.kinds import Array, Group, Kind, Record, members_of, signature_of
from edokko.native.libraries import PACKAGE, Library, is_current

VARIABLE = "EDOKKO_ENGINE"
"""The variable that names a library to use instead of the package's own: tests use one that checks every index."""
BUILT = Path(__file__).with_name("built")
"""Where the engines are that came with the package. It is no package: Python takes each .so in one for a module."""

log = logging.getLogger(__name__)


class NoEngine(Exception):
    """There is no engine for the rules as they are, and none can be built; the message says why."""


@cache
def engine() -> Library:
    """Return the engine, building it if the rules have changed since it was built.

    Raises:
        NoEngine: it cannot be built: there is no C compiler, or no folder for it.
    """
    if given := os.environ.get(VARIABLE):
        return _given(Path(given))
    if has_avx2() and is_current(quick := BUILT / f"engine{AVX2}{compiler.SUFFIX}"):
        try:
            return _load(quick)
        except NoEngine as error:
            log.warning("the engine for processors with AVX2 is not used: %s", error)
    shipped = BUILT / f"engine{compiler.SUFFIX}"
    return _load(shipped) if is_current(shipped) else _rebuilt()


def native(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an entry point as the engine runs it, on arrays of NumPy or :mod:`ctypes`.

    Without an engine, the plain rule runs on copies of NumPy's arrays, a hundred times slower; the log says so.

    Raises:
        KeyError: the function is no entry point of the engine.
    """
    if is_there():
        return engine().call(function)
    return plainly(cast(FunctionType, function))


@cache
def is_there() -> bool:
    """Check whether there is an engine or one can be built; a line of the log says why there is none.

    Raises:
        NoEngine: ``EDOKKO_ENGINE`` names a library that cannot be used.
    """
    try:
        engine()
    except NoEngine as error:
        if os.environ.get(VARIABLE):
            raise
        log.warning("the rules run as plain Python, which is slow: %s", error)
        return False
    return True


def _given(path: Path) -> Library:
    if not is_current(path):
        raise NoEngine(f"{VARIABLE} names {path}, not made from these rules: make it with python -m edokko.native")
    return _load(path)


def _load(path: Path) -> Library:
    try:
        return Library(path)
    except OSError as error:
        raise NoEngine(f"{path} is no library of this system: {error}") from None


def _rebuilt() -> Library:
    """Return the engine in the user's cache folder, building it if that is stale too."""
    # Each checkout has a library of its own. Machines of several kinds may share the folder.
    name = f"{hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:12]}-{sysconfig.get_platform()}"
    suffix, options = (AVX2, (f"--flag={AVX2_FLAG}",)) if has_avx2() else ("", ())
    try:
        folder = folders.cache()
        folder.mkdir(parents=True, exist_ok=True)
        return fresh(folder / f"engine-{name}{suffix}{compiler.SUFFIX}", *options)
    except (OSError, compiler.CompilerFailed) as error:
        raise NoEngine(str(error)) from None


def fresh(target: Path, *options: str) -> Library:
    """Return a library of the rules as they are: the one of a file if that is current, else a new one.

    Args:
        options: those of ``python -m edokko.native``.

    Raises:
        CompilerFailed: there is no C compiler, or it fails.
        NoEngine: the system refuses the library.
        OSError: the folder cannot be written.
    """
    from filelock import FileLock  # late, as only a rebuild needs it

    with FileLock(f"{target}.lock"):
        if is_current(target):
            return _load(target)
        compiler.command()
        log.warning("building the engine: %s", target)
        words = [sys.executable, "-m", "edokko.native", str(target), *options]
        path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
        environment = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run(words, env=environment, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            raise compiler.CompilerFailed(done.stderr.strip() or f"exit code {done.returncode}")
        return _load(target)


def plainly(function: FunctionType) -> Callable[..., Any]:
    """Return an entry point that copies arrays to lists, runs the rule, and copies the lists back."""
    parameters, _ = signature_of(function)

    def call(*arguments: Any) -> Any:
        lists = [_read(kind, value) for kind, value in zip(parameters.values(), arguments, strict=True)]
        answer = function(*lists)
        for kind, value, changed in zip(parameters.values(), arguments, lists, strict=True):
            _write(kind, value, changed)
        return answer

    call.__name__ = function.__name__
    return call


def _read(kind: Kind, value: Any) -> Any:
    match kind:
        case Array(str()):
            return value.tolist()
        case Array(type() as cls):
            return [cls.read(value, index) for index in range(len(value))]
        case Record(cls):
            return cls.read(value, 0)
        case Group(cls):
            return cls(*map(_read, members_of(cls).values(), value))
    return value


def _write(kind: Kind, value: Any, changed: Any) -> None:
    match kind:
        case Array(str()):
            value[...] = changed
        case Array():
            for index, state in enumerate(changed):
                state.write(value, index)
        case Record():
            changed.write(value, 0)
        case Group(cls):
            for member, part, new in zip(members_of(cls).values(), value, changed, strict=True):
                _write(member, part, new)
