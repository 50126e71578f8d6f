"""Work shared out among processes: whoever is done gets the next task, and results come as they are ready.

The processes are started afresh (``spawn``), so they inherit neither threads nor the compiler's state. They end with
whoever asked for the work, even in the middle of a task, and one that dies is an error and not a silence.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TypeVar, cast

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerDied(RuntimeError):
    """A process ended in the middle of its work; its own error output says why."""


@dataclass(frozen=True, slots=True)
class _Failure:
    error: Exception


def shared_out(
    begin: Callable[[], None], work: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Iterator[Result]:
    """Do tasks side by side.

    Args:
        begin: what every process does first.
        work: what it does with each task. Functions, tasks and results are pickled.
        tasks: what is to be done.
        workers: how many processes, at least 1.

    Yields:
        The results, in whatever order they come.

    Raises:
        WorkerDied: a process ended in the middle of its work.
        Exception: whatever ``work`` has raised.
    """
    left = iter(tasks)
    crew: dict[Connection, _Worker] = {}
    try:
        for task in islice(left, workers):
            worker = _Worker(begin, work)
            crew[worker.connection] = worker
            worker.connection.send(task)
        busy = set(crew)
        while busy:
            for connection in cast("list[Connection]", wait(busy)):
                result = crew[connection].result()
                for task in islice(left, 1):
                    connection.send(task)
                    break
                else:
                    busy.remove(connection)
                yield cast("Result", result)
    finally:
        for worker in crew.values():
            worker.end()


class _Worker:
    """One process, and this end of the pipe to it."""

    def __init__(self, begin: Callable[[], None], work: Callable[..., object]) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, begin, work), daemon=True)
        with _no_interrupts():
            self._process.start()
        theirs.close()

    def result(self) -> object:
        try:
            found = self.connection.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            raise WorkerDied(f"a process that plays games ended with exit code {self._process.exitcode}") from None
        if isinstance(found, _Failure):
            raise found.error
        return cast("object", found)

    def end(self) -> None:
        self._process.terminate()
        self._process.join()
        self.connection.close()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Make Ctrl-C wait. A process that starts in here inherits that, so Ctrl-C cannot hit it before it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The tracker starts with the first process and would let signals through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, begin: Callable[[], None], work: Callable[..., object]) -> None:
    """What a process does: task after task, until nobody is at the other end."""
    # Ctrl-C reaches all processes of a terminal; whoever asked for the work ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin()
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        connection.send(_done(work, task))


def _done(work: Callable[..., object], task: object) -> object:
    try:
        return work(task)
    except Exception as error:
        return _Failure(error)
