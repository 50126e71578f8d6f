"""Work shared out among processes: all of it is done, errors arrive, and nobody is left behind."""

from __future__ import annotations

import os
import time
from multiprocessing import active_children

import pytest

from edokko.lab.workers import WorkerDied, shared_out


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


def test_every_task_is_done_once() -> None:
    assert sorted(shared_out(nothing, square, range(20), 2)) == [number * number for number in range(20)]
    assert active_children() == []


def test_no_more_processes_than_tasks() -> None:
    assert list(shared_out(nothing, square, [], 2)) == []
    assert list(shared_out(nothing, square, [3], 64)) == [9]


def test_an_error_arrives_as_itself() -> None:
    with pytest.raises(ValueError, match="7 is too much"):
        list(shared_out(nothing, fail, [7, 7], 2))
    assert active_children() == []


def test_a_process_that_dies_is_no_silence() -> None:
    with pytest.raises(WorkerDied, match="exit code 3"):
        list(shared_out(nothing, die, [3], 1))


def test_who_stops_early_waits_for_nobody() -> None:
    results = shared_out(nothing, sleep, [0.0, 60.0, 60.0], 2)
    assert next(results) == 0.0
    began = time.perf_counter()
    results.close()  # type: ignore[attr-defined]
    assert time.perf_counter() - began < 10
    assert active_children() == []
