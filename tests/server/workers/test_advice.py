"""Hints: the limits of their queue, and the answers of workers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from edokko.game import Game
from edokko.server.store import Database
from edokko.server.workers.threads import Threads
from edokko.table.problems import ApiProblem
from edokko.table.thinking.memory_queue import MOST_WAITING, MemoryQueue
from edokko.table.thinking.requests import Thinking
from edokko.table.thinking.working import Worker
from tests.helpers.database import in_database
from tests.helpers.server import sqlite_in
from tests.helpers.venue import venue_of


def with_thinking(folder: Path, look: Callable[[Thinking], Awaitable[None]]) -> None:
    async def run(database: Database) -> None:
        venue = venue_of(database)
        await look(Thinking(venue, MemoryQueue()))

    in_database(sqlite_in(folder), run)


async def refused(thinking: Thinking, guest: str) -> tuple[str, bool]:
    """Return the code of the refusal of a hint, and whether the guest may ask again later."""
    with pytest.raises(ApiProblem) as refusal:
        await asyncio.wait_for(thinking.hint(guest, Game(2), 0), 5)
    return refusal.value.code, bool(refusal.value.extra["retry"])


def test_the_queue_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko.table.thinking.working.HINT_SIMULATIONS", 20)

    async def look(thinking: Thinking) -> None:
        hints = [asyncio.create_task(thinking.hint(f"guest {number}", Game(2), 0)) for number in range(MOST_WAITING)]
        await asyncio.sleep(0)
        for guest in ("another guest", "guest 1"):
            assert await refused(thinking, guest) == ("too_many", True)
        # A client that disconnects frees its place.
        hints[1].cancel()
        await asyncio.sleep(0)
        worker = Worker(thinking, ["hints"], Threads(["hints"], 1))
        await worker.start()
        assert (await thinking.hint("guest 1", Game(2, seed=1), 7)).ply == 7
        del hints[1]
        await asyncio.gather(*hints)
        assert await thinking.queue.counts() == {}
        await worker.stop()

    with_thinking(tmp_path, look)


def test_a_search_that_fails_is_an_internal_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko.table.thinking.working.hint_of", lambda analysis, ply: 1 / 0)

    async def look(thinking: Thinking) -> None:
        worker = Worker(thinking, ["hints"], Threads(["hints"], 1))
        await worker.start()
        assert await refused(thinking, "guest") == ("internal", False)
        assert worker.outcomes == {("hints", "failed"): 1}
        await worker.stop()

    with_thinking(tmp_path, look)
