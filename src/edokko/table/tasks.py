"""Background tasks and events."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
FIRST_DELAY, LAST_DELAY = 0.5, 10.0
"""Seconds before a step that failed is repeated, at first and at most."""
RECENT_SECONDS = 60.0
"""For how long :func:`failing` reports the failure of a loop that goes on."""

failures: Counter[str] = Counter()
"""The failed steps of the loops of this process, by the name of the loop."""
_last_failure: dict[str, float] = {}
log = logging.getLogger("edokko.table.tasks")


def repeat(name: str, step: Callable[[], Awaitable[object]]) -> asyncio.Task[None]:
    """Begin a background task that repeats a step until it is cancelled. After an error it goes on.

    A step waits for the next work and does it; it may also loop itself. Each error is logged, and the next step follows
    after a delay, which doubles with each further error. The log, the metrics and the health check show the name.
    """
    return asyncio.create_task(_repeat(name, step), name=name)


async def _repeat(name: str, step: Callable[[], Awaitable[object]]) -> None:
    delay = FIRST_DELAY
    while True:
        begun = time.monotonic()
        try:
            await step()
            delay = FIRST_DELAY
            continue
        except asyncio.CancelledError:
            # The cancellation of something that the step awaits ends the loop no more than another error.
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            log.exception("a step of the loop %s was cancelled", name)
        except Exception:
            log.exception("a step of the loop %s failed", name)
        failures[name] += 1
        _last_failure[name] = time.monotonic()
        if time.monotonic() - begun > LAST_DELAY:
            delay = FIRST_DELAY
        await asyncio.sleep(delay)
        delay = min(2 * delay, LAST_DELAY)


def failing() -> list[str]:
    """Return the names of the loops of this process that have failed within the last minute."""
    since = time.monotonic() - RECENT_SECONDS
    return sorted(name for name, moment in _last_failure.items() if moment > since)


def spawn(work: Coroutine[Any, Any, T], tasks: set[asyncio.Task[Any]]) -> asyncio.Task[T]:
    """Begin a task, and keep it in a set until it is done: the event loop has only weak references. Log its error."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    task.add_done_callback(_log_error)
    return task


def _log_error(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a background task failed", exc_info=error)


async def cancel(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def wait_for_event(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event with a timeout, and return whether it is set."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
