"""Compile families of functions in processes of their own, which leave the machine code in the cache.

While Numba compiles, every other thread of its process waits for long stretches, and Ctrl-C may be lost in LLVM.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from pkgutil import resolve_name
from queue import SimpleQueue
from threading import Thread

from edokko.players.families import FAMILIES, PLAYERS, crews_of, functions_of

PROCESS = f"from {__name__} import as_process; as_process()"
COMPILED = b"."
"""What a process writes for each function that it has compiled."""
ENDED = b""
LONGEST_REASON = 300


class CompilingFailed(RuntimeError):
    """A compiling process ended with an error; the message is the last line of its error output."""


def compile_all(names: Iterable[str] = PLAYERS) -> None:
    """Compile families in this process, or load their machine code from the cache."""
    for name in names:
        resolve_name(FAMILIES[name].rehearsal)()
        done = _done(name)
        if done is not None:
            done.touch()


def missing(names: Iterable[str] = PLAYERS) -> tuple[str, ...]:
    """The families whose machine code is not in the cache; all of them where there is no cache."""
    return tuple(name for name in names if not _is_done(name))


def is_done() -> bool:
    """Whether the players' machine code is in the cache, so that it is loaded in a second or two."""
    return not missing()


def is_wanted() -> bool:
    """Whether another process would spare this one the compiler: there is a cache, and it lacks something."""
    return _done(PLAYERS[0]) is not None and not is_done()


def compile_aside(names: Sequence[str] = PLAYERS) -> None:
    """Compile in one other process, and wait. On failure nothing changes and the caller compiles in-process."""
    try:
        _run([tuple(names)], lambda: None)
    except CompilingFailed:
        return


def count_functions(names: Iterable[str]) -> int:
    """How many functions :func:`compile_side_by_side` compiles for some families."""
    return sum(map(functions_of, crews_of(names, _cores())))


def compile_side_by_side(names: Sequence[str], progress: Callable[[int], None]) -> None:
    """Compile families in as many processes as help, and wait for all.

    Args:
        names: the families.
        progress: is told how many functions are compiled so far.

    Raises:
        CompilingFailed: a process ended with an error.
    """
    count = 0

    def advance() -> None:
        nonlocal count
        count += 1
        progress(count)

    _run(crews_of(names, _cores()), advance)


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        # Only Linux knows the cores that a process may use.
        return os.cpu_count() or 1


# --- the process that waits


def _run(crews: Sequence[tuple[str, ...]], advance: Callable[[], None]) -> None:
    """Run one process for each crew; all of them end when this function does."""
    if not sys.executable:
        raise CompilingFailed("this program has no Python interpreter to start")
    told: SimpleQueue[bytes] = SimpleQueue()
    workers: list[_Worker] = []
    try:
        workers.extend(_Worker(crew, told) for crew in crews)
        left = len(workers)
        while left:
            sign = told.get()
            if sign == COMPILED:
                advance()
            elif sign == ENDED:
                left -= 1
        for worker in workers:
            worker.check()
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A compiling process, and the threads that read its output."""

    def __init__(self, crew: tuple[str, ...], told: SimpleQueue[bytes]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROCESS, *crew], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0
        )
        self._told = told
        self._errors = b""
        self._readers = [Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while sign := self._process.stdout.read(1):
            self._told.put(sign)
        self._told.put(ENDED)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        while some := self._process.stderr.read(4096):
            self._errors += some

    def check(self) -> None:
        code = self._process.wait()
        if code:
            self._join()
            lines = self._errors.decode(errors="replace").splitlines()
            reason = next((line for line in reversed(lines) if line.strip()), f"exit code {code}")
            raise CompilingFailed(reason[:LONGEST_REASON])

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._join()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _join(self) -> None:
        for reader in self._readers:
            reader.join()


# --- the process that compiles


def as_process() -> None:
    """Compile the families named on the command line; end with the parent, which holds the other end of the input."""
    # Ctrl-C reaches all processes of a terminal; the parent ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_input, daemon=True).start()
    _tell_functions()
    compile_all(sys.argv[1:] or PLAYERS)


def _tell_functions() -> None:
    """Write a sign for each function that is compiled from here on."""
    from numba.core import event

    class Teller(event.Listener):
        def on_start(self, event: event.Event) -> None:
            pass

        def on_end(self, event: event.Event) -> None:
            if event.data["dispatcher"].py_func.__module__.startswith("edokko."):
                os.write(1, COMPILED)

    event.register("numba:compile", Teller())  # type: ignore[no-untyped-call]


def _end_with_input() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def _done(name: str) -> Path | None:
    """The file that says, beside the machine code, that all code of a family is there."""
    # Numba is imported only where a caller asks for speed.
    from edokko.rules.compiled import cache_folder

    folder = cache_folder()
    return folder / f"{name}.done" if folder else None


def _is_done(name: str) -> bool:
    done = _done(name)
    return done is not None and done.exists()
