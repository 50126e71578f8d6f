"""The queue of searches: each task is worked once, also when workers die."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, text

from edokko.server.store import migrate, open_database, tasks
from edokko.server.store.tasks import Task


def with_queue(address: str, work: Callable[[Connection], None]) -> None:
    """Run a function in one transaction on an empty queue."""
    migrate(address)

    async def run() -> None:
        database = open_database(address)
        try:
            async with database.write() as connection:
                await connection.execute(text("DELETE FROM tasks"))
                await connection.execute(text("DELETE FROM processes WHERE starts_with(id, 'worker:')"))
                await connection.run_sync(work)
        finally:
            await database.close()

    asyncio.run(run())


def turn(connection: Connection, table: str, host: str = "h", *, has_person: bool = False, pause: float = 0.0) -> float:
    return tasks.put_turn(connection, table, host, has_person=has_person, pause=pause)


def take(connection: Connection, worker: str = "w", *kinds: str) -> Task:
    task = tasks.take(connection, kinds or tasks.KINDS, worker)
    assert task is not None
    return task


def expire_leases(connection: Connection) -> None:
    """Let the time of all leases pass."""
    connection.execute(text("UPDATE tasks SET lease = 0 WHERE state = 'taken'"))


def test_hosts_take_turns_and_watched_tables_are_first(postgres: str) -> None:
    def look(connection: Connection) -> None:
        for number in range(4):
            turn(connection, f"a{number}", "a")
        turn(connection, "b0", "b")
        turn(connection, "c0", "c", has_person=True)
        order = [take(connection).subject for _ in range(3)]
        assert order[0] == "c0"
        assert sorted(order[1:]) == ["a0", "b0"]
        # A later host is not put behind all tables of a busy one.
        turn(connection, "d0", "d")
        assert sorted(take(connection).subject for _ in range(2)) == ["a1", "d0"]
        tasks.watch(connection, "a3")
        assert take(connection).subject == "a3"
        assert take(connection).subject == "a2"
        assert tasks.take(connection, tasks.KINDS, "w") is None

    with_queue(postgres, look)


def test_a_turn_is_due_after_its_pause(postgres: str) -> None:
    def look(connection: Connection) -> None:
        assert turn(connection, "unwatched", pause=60) == 0
        connection.execute(text("INSERT INTO processes (id, seen) VALUES ('p', 0) ON CONFLICT DO NOTHING"))
        connection.execute(text("INSERT INTO presences (process, \"table\", guest) VALUES ('p', 'watched', 'g')"))
        assert 59 < turn(connection, "watched", pause=60) <= 60
        assert 59 < turn(connection, "seated", has_person=True, pause=60) <= 60
        assert take(connection).subject == "unwatched"
        assert tasks.take(connection, tasks.KINDS, "w") is None
        due = tasks.next_due(connection, ["bots"])
        assert due is not None
        assert 58 < due <= 60
        assert tasks.next_due(connection, ["reviews"]) is None
        connection.execute(text("DELETE FROM processes WHERE id = 'p'"))

    with_queue(postgres, look)


def test_a_turn_that_is_requested_during_its_work_stays_in_the_queue(postgres: str) -> None:
    def look(connection: Connection) -> None:
        turn(connection, "t")
        turn(connection, "t")
        first = take(connection)
        assert tasks.take(connection, tasks.KINDS, "w") is None, "it is queued once"
        turn(connection, "t")
        assert tasks.finish(connection, first)
        second = take(connection)
        assert second.subject == "t"
        assert tasks.finish(connection, second)
        assert tasks.counts(connection) == {}

    with_queue(postgres, look)


@pytest.mark.parametrize("second", ["fast", "slow"], ids=["another worker", "the same worker"])
def test_a_worker_that_lost_its_task_changes_nothing(postgres: str, second: str) -> None:
    def look(connection: Connection) -> None:
        task = tasks.put(connection, "reviews", "t", "g", "{}")
        assert task is not None
        assert tasks.put(connection, "reviews", "t", "other", "{}") is None
        lost = take(connection, "slow")
        assert tasks.report(connection, lost, 1, 9)
        assert tasks.extend(connection, "slow", [lost.take]) == {lost.take}
        assert tasks.take(connection, tasks.KINDS, "fast") is None, "its lease has not run out"
        expire_leases(connection)
        again = take(connection, second)
        assert again.id == task
        assert tasks.extend(connection, "slow", [lost.take]) == set()
        assert not tasks.report(connection, lost, 5, 9, "late")
        assert not tasks.end(connection, lost, "done", "late")
        assert not tasks.finish(connection, lost)
        assert not tasks.release(connection, lost)
        assert tasks.end(connection, again, "done", "right")
        assert tasks.state(connection, task) == ("done", 1, 9, "right", 0)
        assert not tasks.end(connection, again, "failed")
        connection.execute(text("UPDATE tasks SET created = 0"))
        tasks.clean(connection)
        assert tasks.state(connection, task) is None

    with_queue(postgres, look)


def test_only_the_leases_of_tasks_in_hand_are_extended(postgres: str) -> None:
    def look(connection: Connection) -> None:
        turn(connection, "dropped")
        turn(connection, "worked")
        takes = {task.subject: task.take for task in (take(connection), take(connection))}
        assert tasks.extend(connection, "w", [takes["worked"]]) == {takes["worked"]}
        connection.execute(text("UPDATE tasks SET lease = lease - :lease"), {"lease": tasks.LEASE})
        tasks.extend(connection, "w", [takes["worked"]])
        assert take(connection, "w").subject == "dropped"
        assert tasks.take(connection, tasks.KINDS, "w") is None

    with_queue(postgres, look)


def test_a_task_that_kills_its_workers_fails_but_a_turn_is_tried_for_ever(postgres: str) -> None:
    def look(connection: Connection) -> None:
        review = tasks.put(connection, "reviews", "t", "g", "{}")
        assert review is not None
        turn(connection, "t")
        for _ in range(tasks.MOST_ATTEMPTS):
            assert {take(connection).kind, take(connection).kind} == {"bots", "reviews"}
            expire_leases(connection)
        assert take(connection).kind == "bots"
        assert tasks.take(connection, tasks.KINDS, "w") is None
        assert tasks.clean(connection) == [review]
        state = tasks.state(connection, review)
        assert state is not None
        assert state.state == "failed"

    with_queue(postgres, look)


def test_a_worker_that_leaves_returns_its_tasks(postgres: str) -> None:
    def look(connection: Connection) -> None:
        tasks.put(connection, "reviews", "t", "g", "{}")
        for _ in range(2 * tasks.MOST_ATTEMPTS):
            tasks.extend(connection, "w", [take(connection).take])
            assert tasks.has_worker(connection)
            # A deployment is no failed attempt.
            assert tasks.leave(connection, "w") == ["reviews"]
        assert not tasks.has_worker(connection)

    with_queue(postgres, look)


def test_of_many_workers_each_takes_other_tasks(postgres: str) -> None:
    """They take them at the same time, in transactions that are open together, and none waits for another."""
    migrate(postgres)

    async def run() -> None:
        database = open_database(postgres)
        async with database.write() as connection:
            await connection.execute(text("DELETE FROM tasks"))
            for number in range(12):
                await connection.run_sync(turn, f"t{number}")
        taken: list[str] = []
        everyone = asyncio.Barrier(6)

        async def work(worker: str) -> None:
            async with database.write() as connection:
                await everyone.wait()
                taken.append((await connection.run_sync(take, worker)).subject)
                # All transactions are open until each has its task.
                await everyone.wait()

        await asyncio.wait_for(asyncio.gather(*(work(f"w{number}") for number in range(6))), 20)
        assert len(set(taken)) == 6
        await database.close()

    asyncio.run(run())
