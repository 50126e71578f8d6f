"""The pool of worker processes: the caller learns that one died, and none is left behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing import active_children

import pytest

from edokko.lab.workers import WorkerDied, _no_interrupts, map_in_processes


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def die(number: int) -> int:
    os._exit(number)


@pytest.fixture
def no_process_is_left() -> Iterator[None]:
    """Check that no process is left of those that a test starts; servers for other tests may run beside it."""
    before = set(active_children())
    yield
    assert set(active_children()) <= before


def test_a_worker_that_dies_raises_an_error() -> None:
    with pytest.raises(WorkerDied, match="in the middle of a task"):
        list(map_in_processes(die, [3], 1))


@pytest.mark.usefixtures("no_process_is_left")
def test_closing_early_does_not_wait_for_running_tasks() -> None:
    results = map_in_processes(sleep, [0.0, 60.0, 60.0], 2)
    assert next(results) == 0.0
    began = time.perf_counter()
    results.close()  # type: ignore[attr-defined]
    assert time.perf_counter() - began < 10


def test_an_interrupt_waits_until_a_process_has_started() -> None:
    """The mask of one thread does not keep the signal from another, and Python calls the handler in the main thread."""
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)
    other.start()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    steps = []

    def start() -> None:
        with _no_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
            steps.append("started")
        steps.append("after")

    try:
        with pytest.raises(KeyboardInterrupt):
            start()
    finally:
        signal.signal(signal.SIGINT, before)
        stop.set()
        other.join()
    assert steps == ["started"]
