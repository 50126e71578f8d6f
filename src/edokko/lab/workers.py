"""A pool of worker processes: an idle worker gets the next task, and results come as they are ready.

Processes are spawned, so they inherit no threads and no locks. They end with the caller, even in the middle of a task.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

QUEUED = 2
"""The tasks that are queued for each worker."""


class WorkerDied(RuntimeError):
    """A worker process ended in the middle of a task; its error output says why."""


class ClusterError(RuntimeError):
    """The cluster cannot be used; the message says why."""


def map_in_processes(work: Callable[[Task], Result], tasks: Iterable[Task], workers: int) -> Iterator[Result]:
    """Process tasks in parallel, and yield the results in the order in which they are ready.

    Functions, tasks and results are pickled.

    Raises:
        WorkerDied: a process ended in the middle of a task.
        Exception: an error that ``work`` raised.
    """
    context = get_context("spawn")
    ended, end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin, (ended,))
    try:
        yield from map_in(pool, work, tasks, workers)
    except BrokenProcessPool:
        raise WorkerDied("a process that plays games ended in the middle of a task") from None
    finally:
        end.close()
        pool.shutdown(cancel_futures=True)
        ended.close()


def map_in(pool: Executor, work: Callable[[Task], Result], tasks: Iterable[Task], workers: int) -> Iterator[Result]:
    """Process tasks in a pool with a number of workers, and yield the results in the order in which they are ready."""
    queue = iter(tasks)
    pending: set[Future[Result]] = set()
    try:
        while True:
            for task in islice(queue, QUEUED * workers - len(pending)):
                with _no_interrupts():
                    pending.add(pool.submit(work, task))
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        for future in pending:
            future.cancel()


def _begin(ended: Connection) -> None:
    """Prepare a worker process: it ends when the caller closes its end of a pipe, or ends itself."""
    # A terminal sends Ctrl-C to all its processes; the caller ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(ended,), daemon=True).start()


def _end_with(ended: Connection) -> None:
    ended.poll(None)
    os._exit(1)


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
