"""The pool of worker processes: every task is done, errors reach the caller, and no process is left behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing import active_children

import pytest

from edokko.lab.workers import WorkerDied, _no_interrupts, map_in_processes


def nothing() -> None:
    pass


def square(number: int) -> int:
    return number * number


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def fail(number: int) -> int:
    raise ValueError(f"{number} is too much")


def die(number: int) -> int:
    os._exit(number)


@pytest.fixture
def no_process_is_left() -> Iterator[None]:
    """Check that no process is left of those that a test starts; servers for other tests may run beside it."""
    before = set(active_children())
    yield
    assert set(active_children()) <= before


@pytest.mark.usefixtures("no_process_is_left")
def test_every_task_is_done_once() -> None:
    assert sorted(map_in_processes(square, range(20), 2)) == [number * number for number in range(20)]


def test_no_more_processes_than_tasks() -> None:
    assert list(map_in_processes(square, [], 2)) == []
    assert list(map_in_processes(square, [3], 64)) == [9]


@pytest.mark.usefixtures("no_process_is_left")
def test_an_error_in_a_worker_is_raised_in_the_caller() -> None:
    with pytest.raises(ValueError, match="7 is too much"):
        list(map_in_processes(fail, [7, 7], 2))


def test_a_worker_that_dies_raises_an_error() -> None:
    with pytest.raises(WorkerDied, match="exit code 3"):
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
