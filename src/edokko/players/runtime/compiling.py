"""Compilation of families in subprocesses, which write the machine code to the cache.

In-process compilation has two drawbacks: Numba blocks all other threads for long stretches, and LLVM may swallow
Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from pkgutil import resolve_name
from queue import SimpleQueue
from threading import Thread

from edokko.players.runtime.families import FAMILIES, PLAYER_FAMILIES, count_in_process, process_groups

PROCESS = f"from {__name__} import subprocess_main; subprocess_main()"
COMPILED = b"."
"""The byte that a subprocess writes for each function that it has compiled."""
ENDED = b""
LONGEST_REASON = 300
"""The maximum length of an error message, in characters."""


class CompilingFailed(RuntimeError):
    """A compiling process ended with an error; the message is the last line of its error output."""


def compile_all(names: Iterable[str] = PLAYER_FAMILIES) -> None:
    """Compile families in this process, or load their machine code from the cache."""
    for name in names:
        resolve_name(FAMILIES[name].warm_up)()
        marker = _marker(name)
        if marker is not None:
            marker.touch()


def missing(names: Iterable[str] = PLAYER_FAMILIES) -> tuple[str, ...]:
    """Return the families whose machine code is not cached; without a cache, all of them."""
    return tuple(name for name in names if not _has_marker(name))


def is_cached() -> bool:
    """Check whether the players' machine code is cached, so that it loads in a second or two."""
    return not missing()


def needs_subprocess() -> bool:
    """Check whether compiling in a subprocess helps: there is a cache, and it is incomplete."""
    return _marker(PLAYER_FAMILIES[0]) is not None and not is_cached()


def compile_in_subprocess() -> None:
    """Compile in one subprocess, and wait. On failure nothing changes and the caller compiles in-process."""
    with suppress(CompilingFailed):
        _run([PLAYER_FAMILIES], lambda: None)


def count_functions(names: Iterable[str]) -> int:
    """Count the functions that :func:`compile_in_parallel` compiles for some families."""
    return sum(map(count_in_process, process_groups(names, _cores())))


def compile_in_parallel(names: Sequence[str], progress: Callable[[int], None]) -> None:
    """Compile families in subprocesses, one for each group, and wait for all.

    Args:
        names: the families.
        progress: a callback that receives the number of functions compiled so far.

    Raises:
        CompilingFailed: a process ended with an error.
    """
    count = 0

    def advance() -> None:
        nonlocal count
        count += 1
        progress(count)

    _run(process_groups(names, _cores()), advance)


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        # Only Linux reports the cores that a process may use.
        return os.cpu_count() or 1


# --- the parent process


def _run(groups: Sequence[tuple[str, ...]], advance: Callable[[], None]) -> None:
    """Run one subprocess for each group of families; all of them end when this function returns."""
    if not sys.executable:
        raise CompilingFailed("this program has no Python interpreter to start")
    signs: SimpleQueue[bytes] = SimpleQueue()
    workers: list[_Worker] = []
    try:
        workers.extend(_Worker(families, signs) for families in groups)
        running = len(workers)
        while running:
            sign = signs.get()
            if sign == COMPILED:
                advance()
            elif sign == ENDED:
                running -= 1
        for worker in workers:
            worker.check()
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A compiling subprocess, and the threads that read its output."""

    def __init__(self, families: tuple[str, ...], signs: SimpleQueue[bytes]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROCESS, *families], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0
        )
        self._signs = signs
        self._errors = b""
        self._readers = [Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while sign := self._process.stdout.read(1):
            self._signs.put(sign)
        self._signs.put(ENDED)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        while chunk := self._process.stderr.read(4096):
            self._errors += chunk

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


# --- the compiling subprocess


def subprocess_main() -> None:
    """Compile the families named on the command line. Exit early if the parent dies, which closes our input."""
    # A terminal sends Ctrl-C to all its processes; the parent handles it and kills this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()
    _report_compilations()
    compile_all(sys.argv[1:] or PLAYER_FAMILIES)


def _report_compilations() -> None:
    """Register a listener that writes ``COMPILED`` for each function compiled from now on."""
    from numba.core import event

    class Reporter(event.Listener):
        def on_start(self, event: event.Event) -> None:
            pass

        def on_end(self, event: event.Event) -> None:
            if event.data["dispatcher"].py_func.__module__.startswith("edokko."):
                os.write(1, COMPILED)

    event.register("numba:compile", Reporter())  # type: ignore[no-untyped-call]


def _exit_with_parent() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def _marker(name: str) -> Path | None:
    """Return the path of the marker file beside the machine code that says that a family is complete."""
    # Importing numba is slow, so it happens only when it is needed.
    from edokko.rules.engine.compiled import cache_folder

    folder = cache_folder()
    return folder / f"{name}.done" if folder else None


def _has_marker(name: str) -> bool:
    marker = _marker(name)
    return marker is not None and marker.exists()
