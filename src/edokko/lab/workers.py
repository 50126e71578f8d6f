"""A pool of worker processes: an idle worker gets the next task, and results come as they are ready.

Processes are spawned, so they inherit no threads and no locks. They end with the caller, even in the
middle of a task. A worker that dies raises an error, whereas other pools may hang.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from threading import current_thread, main_thread
from typing import TypeVar, cast

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerDied(RuntimeError):
    """A worker process ended in the middle of a task; its error output says why."""


@dataclass(frozen=True, slots=True)
class _Failure:
    error: Exception


def map_in_processes(work: Callable[[Task], Result], tasks: Iterable[Task], workers: int) -> Iterator[Result]:
    """Process tasks in parallel.

    Args:
        work: the function that processes a task. Functions, tasks and results are pickled.
        tasks: the tasks.
        workers: the number of processes, at least 1.

    Yields:
        The results, in the order in which they are ready.

    Raises:
        WorkerDied: a process ended in the middle of a task.
        Exception: an error that ``work`` raised.
    """
    queue = iter(tasks)
    pool: dict[Connection, _Worker] = {}
    try:
        for task in islice(queue, workers):
            worker = _Worker(work)
            pool[worker.connection] = worker
            worker.connection.send(task)
        busy = set(pool)
        while busy:
            for connection in cast("list[Connection]", wait(busy)):
                result = pool[connection].result()
                for task in islice(queue, 1):
                    connection.send(task)
                    break
                else:
                    busy.remove(connection)
                yield cast("Result", result)
    finally:
        for worker in pool.values():
            worker.end()


class _Worker:
    """A worker process, and the parent's end of the pipe to it."""

    def __init__(self, work: Callable[..., object]) -> None:
        context = get_context("spawn")
        self.connection, remote = context.Pipe()
        self._process = context.Process(target=_serve, args=(remote, work), daemon=True)
        with _no_interrupts():
            self._process.start()
        remote.close()

    def result(self) -> object:
        try:
            result = self.connection.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            raise WorkerDied(f"a process that plays games ended with exit code {self._process.exitcode}") from None
        if isinstance(result, _Failure):
            raise result.error
        return cast("object", result)

    def end(self) -> None:
        self._process.terminate()
        self._process.join()
        self.connection.close()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Delay Ctrl-C. A process that starts meanwhile inherits the mask, so Ctrl-C cannot hit it before it ignores it."""
    if not hasattr(signal, "pthread_sigmask") or current_thread() is not main_thread():
        yield
        return
    # The tracker starts with the first process and would unblock signals.
    resource_tracker.ensure_running()
    interrupts: list[int] = []
    # The mask is this thread's. Another thread can receive the signal, and Python then calls the handler here: in the
    # middle of a start it would leave a process without its first message.
    handler = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if interrupts:
            signal.raise_signal(signal.SIGINT)


def _serve(connection: Connection, work: Callable[..., object]) -> None:
    """Process tasks in a worker until the parent closes the connection."""
    # A terminal sends Ctrl-C to all its processes; the parent terminates the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        connection.send(_result_or_failure(work, task))


def _result_or_failure(work: Callable[..., object], task: object) -> object:
    try:
        return work(task)
    except Exception as error:
        return _Failure(error)
