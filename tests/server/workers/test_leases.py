"""A worker's leases: after each error and each race between the worker and the queue the task is worked again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from edokko.server.store import Database
from edokko.server.store.sql_store import SqlStore
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers import postgres_queue
from edokko.server.workers.postgres_queue import PostgresQueue
from edokko.server.workers.threads import Threads
from edokko.table.store import BotTurn
from edokko.table.thinking import working as module
from edokko.table.thinking.requests import Thinking
from edokko.table.thinking.working import Worker
from tests.helpers.database import in_database
from tests.helpers.venue import venue_of

TABLE = "t"
Play = Callable[[threading.Event], Awaitable[None]]


class Queue(PostgresQueue):
    """A queue whose statements a test can delay or fail."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, lambda channel, message: None)
        self.before_take = _open_gate()
        self.before_extend = _open_gate()
        self.after_extend = _open_gate()
        self.is_extending = False
        """Whether an extension waits for :attr:`before_extend`."""
        self.extended = asyncio.Event()
        """Set when an extension has reached the database."""
        self.failures = 0
        """How many of the next ends of a task fail before they reach the database."""

    async def take(self, *arguments: Any) -> Any:
        await self.before_take.wait()
        return await super().take(*arguments)

    async def extend(self, *arguments: Any) -> Any:
        self.is_extending = True
        await self.before_extend.wait()
        self.is_extending = False
        kept = await super().extend(*arguments)
        self.extended.set()
        await self.after_extend.wait()
        return kept

    async def finish(self, *arguments: Any) -> Any:
        if self.failures:
            self.failures -= 1
            raise OperationalError("finish", None, OSError("the connection is lost"))
        return await super().finish(*arguments)

    async def request(self) -> None:
        """Request a turn at the table."""
        await self.put_turn(TABLE, "h", urgent=True, pause=0)

    async def is_empty(self, seconds: float = 10) -> bool:
        """Wait until no task is left, and return whether that has happened in time."""
        try:
            async with asyncio.timeout(seconds):
                while await self.counts():
                    await asyncio.sleep(0.02)
        except TimeoutError:
            return False
        return True


def _open_gate() -> asyncio.Event:
    gate = asyncio.Event()
    gate.set()
    return gate


class _Table:
    """A table whose lock is free."""

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, *_: object) -> None:
        return None


def with_worker(
    monkeypatch: pytest.MonkeyPatch, address: str, play: Play, look: Callable[[Worker, Queue], Awaitable[None]]
) -> None:
    """Run a worker of one computer player on an empty queue.

    Args:
        monkeypatch: makes the worker hurry.
        address: of the database.
        play: stands in for the turn of a computer player.
        look: the test.
    """

    async def play_turn(venue: ServerVenue, table: str, turn: object, run: object, stop: threading.Event) -> None:
        await play(stop)

    async def no_turns(store: SqlStore, before: float) -> list[BotTurn]:
        return []

    monkeypatch.setattr(module, "HEARTBEAT", 0.02)
    monkeypatch.setattr("edokko.table.tasks.FIRST_DELAY", 0.02)
    monkeypatch.setattr(module, "play_turn", play_turn)
    monkeypatch.setattr(module, "turn_of", lambda live_table: "turn")
    # Queue no turns of the tables that other tests have left in the database.
    monkeypatch.setattr(SqlStore, "bot_turns", no_turns)

    async def run(database: Database) -> None:
        async with database.write() as connection:
            await connection.execute(text("DELETE FROM tasks"))
        venue, queue = venue_of(database), Queue(database)
        monkeypatch.setattr(venue, "locked", lambda table: cast("Any", _Table()))
        worker = Worker(Thinking(venue, queue), ["bots"], Threads(["bots"], 1))
        await worker.start()
        try:
            await look(worker, queue)
        finally:
            for gate in (queue.before_take, queue.before_extend, queue.after_extend):
                gate.set()
            await worker.stop()

    in_database(address, run)


def test_a_task_that_was_taken_again_during_an_extension_goes_on(
    monkeypatch: pytest.MonkeyPatch, postgres: str
) -> None:
    """The first turn ends while the worker extends its lease. The next turn at the table has the same row."""
    ends = [asyncio.Event(), asyncio.Event()]
    begun: list[threading.Event] = []

    async def play(stop: threading.Event) -> None:
        place = len(begun)
        begun.append(stop)
        await ends[min(place, 1)].wait()

    async def look(worker: Worker, queue: Queue) -> None:
        await queue.request()
        await _until(lambda: len(begun) == 1)
        queue.before_extend.clear()
        await _until(lambda: queue.is_extending)
        queue.after_extend.clear()
        # The worker has listed the first turn for the extension, which does not reach the database yet.
        queue.before_take.clear()
        await queue.request()
        ends[0].set()
        await _until(lambda: worker.outcomes["bots", "done"] == 1)
        queue.extended.clear()
        queue.before_extend.set()
        await queue.extended.wait()
        queue.before_take.set()
        await _until(lambda: len(begun) == 2)
        queue.after_extend.set()
        await asyncio.sleep(0.2)
        assert not begun[1].is_set(), "the second turn was stopped in place of the first"
        ends[1].set()
        assert await queue.is_empty()
        assert worker.outcomes == {("bots", "done"): 2}

    with_worker(monkeypatch, postgres, play, look)


def test_a_task_that_was_stopped_is_worked_again(monkeypatch: pytest.MonkeyPatch, postgres: str) -> None:
    stops: list[threading.Event] = []

    async def play(stop: threading.Event) -> None:
        stops.append(stop)
        if len(stops) == 1:
            stop.set()

    async def look(worker: Worker, queue: Queue) -> None:
        await queue.request()
        assert await queue.is_empty(), await queue.counts()
        assert worker.outcomes == {("bots", "stopped"): 1, ("bots", "done"): 1}

    with_worker(monkeypatch, postgres, play, look)


def test_a_task_that_could_not_be_finished_is_taken_again_after_its_lease(
    monkeypatch: pytest.MonkeyPatch, postgres: str
) -> None:
    """The worker lives and extends its leases, but not that of work that it has left."""
    monkeypatch.setattr(postgres_queue, "LEASE", 0.5)
    monkeypatch.setattr(module, "RETRY_DELAY", 0.0)
    plays = 0

    async def play(stop: threading.Event) -> None:
        nonlocal plays
        plays += 1

    async def look(worker: Worker, queue: Queue) -> None:
        # Neither the end nor the release reaches the database.
        monkeypatch.setattr(queue, "release", queue.finish)
        queue.failures = 2
        await queue.request()
        assert await queue.is_empty(), await queue.counts()
        assert plays == 2

    with_worker(monkeypatch, postgres, play, look)


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)
