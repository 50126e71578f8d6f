"""The queue of searches, for the processes that request them and for those that work: statements and wake-ups.

A message on the bus says that a task is new or that a result has changed. If it is lost, polling finds it a little
later.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from typing import TypeVar

from sqlalchemy import Connection

from edokko.server.store import Database, tasks
from edokko.server.store.tasks import Task, TaskState
from edokko.table.tasks import spawn, wait_for_event

T = TypeVar("T")
TASKS = "edokko_tasks"
"""The channel for new tasks: the kind, and the seconds until it is due."""
RESULTS = "edokko_results"
"""The channel for the ids of tasks whose state has changed."""
POLL_INTERVAL = 1.0
"""Seconds between two queries where no message arrives."""
LONGEST_DELAY = 60.0
"""Seconds after which a wake-up is useless: the consumers poll."""
log = logging.getLogger("edokko.server.workers.task_queue")


class TaskQueue:
    """The queue of searches of a PostgreSQL.

    Args:
        database: the database.
        publish: sends a message on a channel to the other processes.
    """

    def __init__(self, database: Database, publish: Callable[[str, str], None]) -> None:
        self._database = database
        self._publish = publish
        self._idle: list[tuple[frozenset[str], asyncio.Event]] = []
        """The consumers of a worker that wait for tasks, with their kinds."""
        self._removals: set[asyncio.Task[None]] = set()
        self._changed: dict[str, asyncio.Event] = {}
        """Set when the state of a task has changed for which this process waits."""

    def receive(self, channel: str, message: str) -> None:
        """Handle a message of the bus."""
        if channel == RESULTS:
            if message in self._changed:
                self._changed[message].set()
        elif channel == TASKS and self._idle:
            kind, _, delay = message.partition(" ")
            asyncio.get_running_loop().call_later(min(max(float(delay), 0.0), LONGEST_DELAY), self._wake, kind)

    def _wake(self, kind: str) -> None:
        """Wake one consumer for a kind: it alone would find the task."""
        for place, (kinds, event) in enumerate(self._idle):
            if kind in kinds:
                event.set()
                del self._idle[place]
                return

    # --- requests

    async def put_turn(self, table: str, host: str, *, has_person: bool, pause: float) -> None:
        """Queue the turn of a computer player, as :func:`edokko.server.store.tasks.put_turn`."""
        delay = await self._run(
            lambda connection: tasks.put_turn(connection, table, host, has_person=has_person, pause=pause)
        )
        self._publish(TASKS, f"bots {delay:.3f}")

    async def put(self, kind: str, subject: str, owner: str, payload: bytes, *, replaces: bool = False) -> str | None:
        """Queue a task, as :func:`edokko.server.store.tasks.put`."""
        task = await self._run(
            lambda connection: tasks.put(connection, kind, subject, owner, payload.decode(), replaces=replaces)
        )
        if task is not None:
            self._publish(TASKS, f"{kind} 0")
        return task

    async def states(self, task: str) -> AsyncGenerator[TaskState, None]:
        """Yield the state of a task, at each change and at least each :data:`POLL_INTERVAL`, until it ends or is gone.

        Args:
            task: the id.
        """
        changed = self._changed[task] = asyncio.Event()
        try:
            while True:
                changed.clear()
                state = await self._database.query(lambda connection: tasks.state(connection, task))
                if state is None:
                    return
                yield state
                if state.state in ("done", "failed"):
                    return
                await wait_for_event(changed, POLL_INTERVAL)
        finally:
            del self._changed[task]

    async def state_of(self, kind: str, subject: str) -> tuple[str, TaskState] | None:
        """Return the id and the state of the task of a kind and subject; ``None`` if there is none."""

        def work(connection: Connection) -> tuple[str, TaskState] | None:
            task = tasks.find(connection, kind, subject)
            state = tasks.state(connection, task) if task is not None else None
            return (task, state) if task is not None and state is not None else None

        return await self._database.query(work)

    async def count(self, kind: str, owner: str) -> tuple[int, int]:
        """Return the number of unfinished tasks of a kind, and how many of them are an owner's."""
        return await self._database.query(lambda connection: tasks.count(connection, kind, owner))

    async def counts(self) -> dict[tuple[str, str], int]:
        """Return the number of tasks by kind and state."""
        return await self._database.query(tasks.counts)

    async def remove(self, task: str) -> None:
        """Remove a task whose result is not wanted any more."""
        await self._run(lambda connection: tasks.remove(connection, task))

    def discard(self, task: str) -> None:
        """Remove a task in the background: the caller may be cancelled, because its client has gone."""
        spawn(self._discard(task), self._removals)

    async def _discard(self, task: str) -> None:
        try:
            await self.remove(task)
        except Exception as error:
            # The worker ends it, and the sweep deletes it.
            log.warning("a task could not be removed: %s", type(error).__name__)

    async def watch(self, table: str) -> None:
        """Move the turn at a table that is watched now ahead of the unwatched ones."""
        await self._run(lambda connection: tasks.watch(connection, table))

    async def has_worker(self) -> bool:
        """Return whether a worker process is alive."""
        return await self._database.query(tasks.has_worker)

    # --- work

    async def take(self, kinds: Sequence[str], worker: str) -> Task:
        """Take the next task; wait until there is one.

        Args:
            kinds, worker: as for :func:`edokko.server.store.tasks.take`.
        """
        while True:
            event = asyncio.Event()
            entry = (frozenset(kinds), event)
            # Register before the query: a task that comes after it wakes this consumer.
            self._idle.append(entry)
            try:
                task = await self._run(functools.partial(tasks.take, kinds=kinds, worker=worker))
                if task is not None:
                    return task
                due = await self._database.query(functools.partial(tasks.next_due, kinds=kinds))
                # A task that is due and was not taken is for other consumers.
                is_soon = due is not None and 0 < due < POLL_INTERVAL
                await wait_for_event(event, due if due is not None and is_soon else POLL_INTERVAL)
            finally:
                with contextlib.suppress(ValueError):
                    self._idle.remove(entry)

    async def extend(self, worker: str, takes: Iterable[str]) -> set[str]:
        """Extend the leases of a worker's takes, and return those that it still has."""
        return await self._run(lambda connection: tasks.extend(connection, worker, takes))

    async def report(self, task: Task, done: int, total: int, result: bytes | None = None) -> bool:
        """Store the progress of a task, and return whether the worker still has it."""
        text = result.decode() if result is not None else None
        is_held = await self._run(lambda connection: tasks.report(connection, task, done, total, text))
        self._publish(RESULTS, task.id)
        return is_held

    async def end(self, task: Task, state: str, result: bytes | None = None) -> bool:
        """End a task whose result a process waits for, and return whether the worker still had it."""
        text = result.decode() if result is not None else None
        is_held = await self._run(lambda connection: tasks.end(connection, task, state, text))
        self._publish(RESULTS, task.id)
        return is_held

    async def finish(self, task: Task) -> bool:
        """Remove a task whose result is elsewhere, or queue it again if it was requested meanwhile."""
        is_held = await self._run(lambda connection: tasks.finish(connection, task))
        self._publish(RESULTS, task.id)
        return is_held

    async def release(self, task: Task, delay: float = 0.0) -> None:
        """Return a task to the queue if the worker still has it; it is due after a delay."""
        if await self._run(lambda connection: tasks.release(connection, task, delay)):
            self._publish(TASKS, f"{task.kind} {delay:.3f}")

    async def leave(self, worker: str) -> None:
        """Return all tasks of a worker to the queue."""
        for kind in await self._run(lambda connection: tasks.leave(connection, worker)):
            self._publish(TASKS, f"{kind} 0")

    async def sweep(self, age: float) -> int:
        """Queue the turns that are not queued, clean up, and return the number of the former."""
        for task in await self._run(tasks.clean):
            self._publish(RESULTS, task)
        count = await self._run(lambda connection: tasks.sweep(connection, age))
        if count:
            self._publish(TASKS, "bots 0")
        return count

    async def _run(self, work: Callable[[Connection], T]) -> T:
        return await self._database.transact(work)
