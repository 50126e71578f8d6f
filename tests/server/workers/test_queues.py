"""The queues of searches: each task is worked once, also when workers die; people come first, and owners take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from sqlalchemy import text

from edokko.server.store import Database, migrate, open_database
from edokko.server.workers import postgres_queue
from edokko.server.workers.postgres_queue import PostgresQueue
from edokko.table.thinking import memory_queue
from edokko.table.thinking.memory_queue import MemoryQueue
from edokko.table.thinking.queue import LEASE, Task

Queue: TypeAlias = MemoryQueue | PostgresQueue


def with_postgres(address: str, look: Callable[[PostgresQueue, Database], Awaitable[None]]) -> None:
    """Run a test on an empty queue in PostgreSQL."""
    migrate(address)

    async def run() -> None:
        database = open_database(address)
        try:
            await change(database, "DELETE FROM tasks", "DELETE FROM processes WHERE starts_with(id, 'worker:')")
            await look(PostgresQueue(database, lambda channel, message: None), database)
        finally:
            await database.close()

    asyncio.run(run())


@pytest.fixture(params=["memory", "postgresql"])
def with_queue(request: pytest.FixtureRequest) -> Callable[[Callable[[Queue], Awaitable[None]]], None]:
    """Runs a test on an empty queue."""

    def run(look: Callable[[Queue], Awaitable[None]]) -> None:
        if request.param == "memory":
            asyncio.run(_with_memory(look))
        else:
            with_postgres(request.getfixturevalue("postgres"), lambda queue, database: look(queue))

    return run


async def _with_memory(look: Callable[[Queue], Awaitable[None]]) -> None:
    await look(MemoryQueue())


async def change(database: Database, *statements: str, **values: object) -> None:
    async with database.write() as connection:
        for statement in statements:
            await connection.execute(text(statement), values)


async def turn(queue: Queue, table: str, host: str = "h", *, urgent: bool = False, pause: float = 0.0) -> None:
    await queue.put_turn(table, host, urgent=urgent, pause=pause)


async def settle(queue: Queue) -> None:
    """Wait for what the queue changes in the background."""
    if isinstance(queue, PostgresQueue):
        await asyncio.gather(*queue._background)


async def take_or_none(queue: Queue, kind: str = "bots", worker: str = "w") -> Task | None:
    if isinstance(queue, PostgresQueue):
        return await queue.take_now(kind, worker)
    try:
        async with asyncio.timeout(0.01):
            return await queue.take(kind, worker)
    except TimeoutError:
        return None


async def take(queue: Queue, kind: str = "bots", worker: str = "w") -> Task:
    task = await take_or_none(queue, kind, worker)
    assert task is not None
    return task


EXPIRE_LEASES = "UPDATE tasks SET lease = 0 WHERE state = 'taken'"
WithQueue: TypeAlias = Callable[[Callable[[Queue], Awaitable[None]]], None]


def test_hosts_take_turns_and_watched_tables_are_first(with_queue: WithQueue) -> None:
    async def look(queue: Queue) -> None:
        for number in range(4):
            await turn(queue, f"a{number}", "a")
        await turn(queue, "b0", "b")
        await turn(queue, "c0", "c", urgent=True)
        order = [(await take(queue)).subject for _ in range(3)]
        assert order[0] == "c0"
        assert sorted(order[1:]) == ["a0", "b0"]
        # A later host is not put behind all tables of a busy one.
        await turn(queue, "d0", "d")
        assert sorted([(await take(queue)).subject for _ in range(2)]) == ["a1", "d0"]
        queue.urge("a3")
        await settle(queue)
        assert await queue.waiting("bots") == {"a2", "a3"}
        assert (await take(queue)).subject == "a3"
        assert (await take(queue)).subject == "a2"
        assert await take_or_none(queue) is None

    with_queue(look)


def test_a_turn_waits_for_its_pause_if_it_is_urgent(with_queue: WithQueue) -> None:
    async def look(queue: Queue) -> None:
        await turn(queue, "unwatched", pause=60)
        await turn(queue, "seated", urgent=True, pause=0.4)
        # It waits already: neither its pause nor its place begins anew.
        await turn(queue, "seated", urgent=True, pause=60)
        assert (await take(queue)).subject == "unwatched"
        assert await take_or_none(queue) is None
        assert await queue.waiting("bots") == {"seated"}
        async with asyncio.timeout(5):
            assert (await queue.take("bots", "w")).subject == "seated"

    with_queue(look)


def test_a_turn_that_is_requested_during_its_work_stays_in_the_queue(with_queue: WithQueue) -> None:
    async def look(queue: Queue) -> None:
        await turn(queue, "t")
        await turn(queue, "t")
        first = await take(queue)
        assert await take_or_none(queue) is None, "it is queued once"
        await turn(queue, "t")
        await queue.finish(first)
        second = await take(queue)
        assert second.subject == "t"
        assert await queue.finish(second)
        assert await queue.counts() == {}

    with_queue(look)


def test_a_task_reports_its_progress_and_its_end(with_queue: WithQueue) -> None:
    async def look(queue: Queue) -> None:
        task = await queue.put("reviews", "t", "g", "{}")
        assert task is not None
        assert await queue.put("reviews", "t", "other", "{}") is None
        await queue.put("reviews", "u", "g", "{}")
        assert [await queue.count("reviews", owner) for owner in ("g", "other")] == [(2, 2), (2, 0)]
        later = await queue.find("reviews", "u")
        assert later is not None
        assert (later.state, later.before) == ("waiting", 1)
        states = queue.states(task)
        assert (await anext(states)).state == "waiting"
        taken = await take(queue, "reviews")
        assert await queue.report(taken, 1, 9, "a")
        assert await anext(states) == (task, "taken", 1, 9, "a", 0)
        assert await queue.finish(taken, "done")
        assert [state async for state in states] == [(task, "done", 1, 9, "a", 0)]
        assert not await queue.report(taken, 2, 9)
        assert not await queue.finish(taken, "failed")
        assert await queue.put("reviews", "t", "other", "{}") not in (None, task), (
            "a finished one does not stand in the way"
        )

    with_queue(look)


def test_a_task_that_is_replaced_or_discarded_is_lost_to_its_worker(with_queue: WithQueue) -> None:
    async def look(queue: Queue) -> None:
        earlier = await queue.put("analyses", "g", "g", "1")
        lost = await take(queue, "analyses")
        assert await queue.extend("w", [lost.take]) == {lost.take}
        later = await queue.put("analyses", "g", "g", "2", replaces=True)
        assert earlier is not None
        assert later is not None
        assert [state async for state in queue.states(earlier)] == []
        assert await queue.extend("w", [lost.take]) == set()
        assert not await queue.report(lost, 1, 9)
        await queue.release(lost)
        kept = await take(queue, "analyses")
        assert (kept.id, kept.payload) == (later, "2")
        queue.discard(later)
        await settle(queue)
        assert not await queue.finish(kept, "done", "late")
        await queue.release(kept)
        assert await take_or_none(queue, "analyses") is None

    with_queue(look)


def test_a_released_task_is_taken_again_after_its_delay(with_queue: WithQueue) -> None:
    async def look(queue: Queue) -> None:
        await turn(queue, "t")
        first = await take(queue)
        await queue.release(first, 0.4)
        assert await take_or_none(queue) is None
        async with asyncio.timeout(5):
            second = await queue.take("bots", "w")
        assert second.take != first.take
        assert not await queue.finish(first)
        assert await queue.finish(second)

    with_queue(look)


def test_old_results_are_deleted(with_queue: WithQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(queue: Queue) -> None:
        await queue.put("reviews", "t", "g", "{}")
        await queue.finish(await take(queue, "reviews"), "failed")
        await queue.put("reviews", "u", "g", "{}")
        await queue.clean()
        assert await queue.counts() == {("reviews", "failed"): 1, ("reviews", "waiting"): 1}
        for module in (memory_queue, postgres_queue):
            monkeypatch.setattr(module, "KEPT_SECONDS", 0.0)
        await queue.clean()
        assert await queue.counts() == {("reviews", "waiting"): 1}

    with_queue(look)


def test_a_turn_at_a_table_that_is_watched_elsewhere_has_a_pause(postgres: str) -> None:
    async def look(queue: PostgresQueue, database: Database) -> None:
        await change(
            database,
            "INSERT INTO processes (id, seen) VALUES ('p', 0) ON CONFLICT DO NOTHING",
            "INSERT INTO presences (process, \"table\", guest) VALUES ('p', 'watched', 'g')",
        )
        await turn(queue, "watched", pause=60)
        await change(database, "DELETE FROM processes WHERE id = 'p'")
        assert await take_or_none(queue) is None

    with_postgres(postgres, look)


@pytest.mark.parametrize("second", ["fast", "slow"], ids=["another worker", "the same worker"])
def test_a_worker_that_lost_its_task_changes_nothing(postgres: str, second: str) -> None:
    async def look(queue: PostgresQueue, database: Database) -> None:
        task = await queue.put("reviews", "t", "g", "{}")
        lost = await take(queue, "reviews", "slow")
        assert await queue.report(lost, 1, 9)
        assert await queue.extend("slow", [lost.take]) == {lost.take}
        assert await take_or_none(queue, "reviews", "fast") is None, "its lease has not run out"
        await change(database, EXPIRE_LEASES)
        again = await take(queue, "reviews", second)
        assert again.id == task
        assert await queue.extend("slow", [lost.take]) == set()
        assert not await queue.report(lost, 5, 9, "late")
        assert not await queue.finish(lost, "done", "late")
        assert not await queue.finish(lost)
        await queue.release(lost)
        assert await queue.finish(again, "done", "right")
        assert await queue.find("reviews", "t") == (task, "done", 1, 9, "right", 0)
        assert not await queue.finish(again, "failed")

    with_postgres(postgres, look)


def test_only_the_leases_of_tasks_in_hand_are_extended(postgres: str) -> None:
    async def look(queue: PostgresQueue, database: Database) -> None:
        await turn(queue, "dropped")
        await turn(queue, "worked")
        takes = {task.subject: task.take for task in (await take(queue), await take(queue))}
        assert await queue.extend("w", [takes["worked"]]) == {takes["worked"]}
        await change(database, "UPDATE tasks SET lease = lease - :lease", lease=LEASE)
        await queue.extend("w", [takes["worked"]])
        assert (await take(queue)).subject == "dropped"
        assert await take_or_none(queue) is None

    with_postgres(postgres, look)


def test_a_task_that_kills_its_workers_fails_but_a_turn_is_tried_for_ever(postgres: str) -> None:
    async def look(queue: PostgresQueue, database: Database) -> None:
        await queue.put("reviews", "t", "g", "{}")
        await turn(queue, "t")
        for _ in range(postgres_queue.MOST_ATTEMPTS):
            await take(queue, "bots")
            await take(queue, "reviews")
            await change(database, EXPIRE_LEASES)
        await take(queue, "bots")
        assert await take_or_none(queue, "reviews") is None
        await queue.clean()
        state = await queue.find("reviews", "t")
        assert state is not None
        assert state.state == "failed"

    with_postgres(postgres, look)


def test_a_worker_that_leaves_returns_its_tasks(postgres: str) -> None:
    async def look(queue: PostgresQueue, database: Database) -> None:
        await queue.put("reviews", "t", "g", "{}")
        for _ in range(2 * postgres_queue.MOST_ATTEMPTS):
            # A deployment is no failed attempt.
            await queue.extend("w", [(await take(queue, "reviews")).take])
            assert await queue.has_worker()
            await queue.leave("w")
        assert await queue.waiting("reviews") == {"t"}
        assert not await queue.has_worker()

    with_postgres(postgres, look)


def test_of_many_workers_each_takes_other_tasks(postgres: str) -> None:
    """They take them at the same time, in transactions that are open together, and none waits for another."""

    async def look(queue: PostgresQueue, database: Database) -> None:
        for number in range(12):
            await turn(queue, f"t{number}")
        taken: list[str] = []
        everyone = asyncio.Barrier(6)

        async def work(worker: str) -> None:
            async with database.write() as connection:
                await everyone.wait()
                values = postgres_queue.take_values("bots", worker)
                taken.append((await connection.execute(postgres_queue.TAKE, values)).one().subject)
                # All transactions are open until each has its task.
                await everyone.wait()

        await asyncio.wait_for(asyncio.gather(*(work(f"w{number}") for number in range(6))), 20)
        assert len(set(taken)) == 6

    with_postgres(postgres, look)
