"""Background loops: an error of any kind is logged, reported, and ends none of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from edokko.table import tasks
from edokko.table.tasks import cancel, failing, repeat, spawn


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "FIRST_DELAY", 0.01)
    monkeypatch.setattr(tasks, "_last_failure", {})
    tasks.failures.clear()


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(work(), 20))


@pytest.mark.parametrize(
    "error", [ValueError("x"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x"), asyncio.CancelledError()]
)
def test_a_loop_survives_each_error(error: BaseException, caplog: pytest.LogCaptureFixture) -> None:
    """The cancellation of a future that the step awaits is an error too."""
    steps = 0
    done = asyncio.Event()

    async def step() -> None:
        nonlocal steps
        steps += 1
        await asyncio.sleep(0)
        if steps <= 3:
            raise error
        done.set()
        await asyncio.Event().wait()

    async def look() -> None:
        loop = repeat("test", step)
        await done.wait()
        assert not loop.done()
        await cancel(loop)
        assert loop.cancelled()

    run(look)
    assert tasks.failures == {"test": 3}
    assert failing() == ["test"]
    assert len([entry for entry in caplog.records if "loop test" in entry.getMessage()]) == 3


def test_the_delay_after_errors_grows_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "FIRST_DELAY", 1.0)
    delays: list[float] = []
    enough = asyncio.Event()
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        delays.append(seconds)
        if len(delays) == 7:
            enough.set()
        await sleep(0)

    async def step() -> None:
        # The fifth step succeeds.
        if len(delays) == 4 and not has_succeeded:
            has_succeeded.append(True)
            return
        raise ValueError

    has_succeeded: list[bool] = []

    async def look() -> None:
        monkeypatch.setattr(asyncio, "sleep", note)
        loop = repeat("test", step)
        await enough.wait()
        monkeypatch.undo()
        await cancel(loop)

    run(look)
    assert delays[:7] == [1.0, 2.0, 4.0, 8.0, 1.0, 2.0, 4.0]


def test_a_failure_is_reported_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    async def step() -> None:
        raise ValueError

    async def look() -> None:
        loop = repeat("test", step)
        while not failing():
            await asyncio.sleep(0)
        await cancel(loop)
        monkeypatch.setattr(tasks, "RECENT_SECONDS", -1.0)
        assert failing() == []

    run(look)


def test_the_error_of_a_single_task_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError("unexpected")

    async def look() -> None:
        running: set[asyncio.Task[None]] = set()
        spawn(fail(), running)
        while running:
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    run(look)
    assert next(entry.exc_text for entry in caplog.records if "background task" in entry.getMessage())
