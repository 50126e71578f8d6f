"""The queue of searches in PostgreSQL, from which worker processes take tasks.

A worker takes a task for the time of a lease, and extends the lease while it works on this task: a lease says that the
work goes on, not that the worker lives. A task that is taken and not worked, for whatever reason, is taken again after
the lease. Each take has an id of its own, which every later statement names: a worker that has lost its task can
neither report nor finish it, even if it has taken the same task again, so a result is written once. A computer player's
move is applied once because of its table's version.

A message on the bus says that a task is new or that a result has changed. If it is lost, polling finds it a little
later.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ARRAY, Boolean, Connection, Float, Integer, String, TextClause, bindparam, text
from sqlalchemy.types import TypeEngine

from edokko.server.store import Database
from edokko.table.tasks import cancel, spawn, wait_for_event
from edokko.table.thinking.queue import ENDED, KEPT_SECONDS, LEASE, POLL_INTERVAL, Task, TaskState

TASKS = "edokko_tasks"
"""The channel for new tasks: the kind, and the seconds until it is due."""
RESULTS = "edokko_results"
"""The channel for the ids of tasks whose state has changed."""
MOST_WAITING = 200
"""Unfinished tasks of a kind, of all processes."""
ANSWER_SECONDS = 15.0
"""Seconds that a hint may take, with its time in the queue."""
MOST_ATTEMPTS = 3
"""Workers that may die over a task before it counts as failed. A computer player's turn is tried for ever."""
LONGEST_DELAY = 60.0
"""Seconds after which a wake-up is useless: the consumers poll."""
WORKER = "worker:"
"""The beginning of a worker's id among the processes."""
log = logging.getLogger("edokko.server.workers.postgres_queue")

_NOW = "extract(epoch FROM clock_timestamp())::float8"
_TYPES: Mapping[str, TypeEngine[Any]] = {
    "takes": ARRAY(String),
    **dict.fromkeys(("pause", "lease", "kept", "delay"), Float()),
    **dict.fromkeys(("urgent", "replaces"), Boolean()),
    **dict.fromkeys(("most", "done", "total", "serial"), Integer()),
}
"""The types of parameters that are not text: PostgreSQL cannot deduce all of them."""


def _statement(sql: str) -> TextClause:
    names = dict.fromkeys(re.findall(r"(?<!:):([a-z_]+)", sql))
    return text(sql).bindparams(*(bindparam(name, type_=_TYPES.get(name, String())) for name in names))


_INSERT = """
    INSERT INTO tasks (id, kind, subject, owner, payload, urgent, round, serial, created, due, state, attempts, done,
        total)"""
_ROUND = """1 + greatest(
    coalesce((SELECT max(round) FROM tasks WHERE kind = :kind AND owner = :owner AND state = 'waiting'), 0),
    coalesce((SELECT min(round) - 1 FROM tasks WHERE kind = :kind AND state = 'waiting'), 0))"""
_PUT_TURN = _statement(f"""{_INSERT}
    SELECT :id, :kind, :subject, :owner, '', watched, {_ROUND}, 1, {_NOW},
        {_NOW} + CASE WHEN watched THEN :pause ELSE 0 END, 'waiting', 0, 0, 0
    FROM (SELECT :urgent OR EXISTS (SELECT 1 FROM presences WHERE "table" = :subject AND gone IS NULL) AS watched)
        AS audience
    ON CONFLICT (kind, subject) DO UPDATE SET serial = tasks.serial + 1, urgent = tasks.urgent OR excluded.urgent,
        due = CASE WHEN tasks.state = 'waiting' THEN least(tasks.due, excluded.due) ELSE excluded.due END
    RETURNING greatest(0, due - {_NOW})
""")
_PUT = _statement(f"""{_INSERT}
    VALUES (:id, :kind, :subject, :owner, :payload, TRUE, {_ROUND}, 1, {_NOW}, {_NOW}, 'waiting', 0, 0, 0)
    ON CONFLICT (kind, subject) DO UPDATE SET id = excluded.id, owner = excluded.owner, payload = excluded.payload,
        urgent = TRUE, round = excluded.round, serial = 1, created = excluded.created, due = excluded.due,
        state = 'waiting', worker = NULL, lease = NULL, attempts = 0, done = 0, total = 0, result = NULL
    WHERE :replaces OR tasks.state IN ('done', 'failed') RETURNING id
""")
TAKE = _statement(f"""
    UPDATE tasks SET state = 'taken', worker = :take, lease = {_NOW} + :lease, attempts = attempts + 1
    WHERE id = (
        SELECT id FROM tasks WHERE kind = :kind
            AND (state = 'waiting' AND due <= {_NOW}
                OR state = 'taken' AND lease < {_NOW} AND (kind = 'bots' OR attempts < :most))
        ORDER BY urgent DESC, round, created LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, subject, owner, payload, worker, serial
""")
_NEXT_DUE = _statement(f"SELECT min(due) - {_NOW} FROM tasks WHERE kind = :kind AND state = 'waiting'")
_EXTEND = _statement(f"""
    WITH heartbeat AS (INSERT INTO processes (id, seen) VALUES (:process, {_NOW})
        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen)
    UPDATE tasks SET lease = {_NOW} + :lease WHERE worker = ANY(:takes) AND state = 'taken' RETURNING worker
""")
_REPORT = _statement("""
    UPDATE tasks SET done = :done, total = :total, result = coalesce(:result, result)
    WHERE id = :id AND worker = :take AND state = 'taken' RETURNING id
""")
_END = _statement("""
    UPDATE tasks SET state = :state, result = coalesce(:result, result), worker = NULL, lease = NULL
    WHERE id = :id AND worker = :take AND state = 'taken' RETURNING id
""")
_REMOVE = _statement("DELETE FROM tasks WHERE id = :id AND worker = :take AND serial = :serial RETURNING id")
_WAIT_AGAIN = f"""SET state = 'waiting', worker = NULL, lease = NULL, due = greatest(due, {_NOW} + :delay),
        attempts = greatest(0, attempts - 1)"""
_RELEASE = _statement(f"UPDATE tasks {_WAIT_AGAIN} WHERE worker = :take AND state = 'taken' RETURNING kind")
_LEAVE = _statement(f"""
    WITH left_process AS (DELETE FROM processes WHERE id = :process)
    UPDATE tasks {_WAIT_AGAIN} WHERE starts_with(worker, :takes_of) AND state = 'taken' RETURNING kind
""")
_STATE = """
    SELECT id, state, done, total, result, (SELECT count(*) FROM tasks other WHERE other.kind = task.kind
        AND other.state IN ('waiting', 'taken') AND (other.round, other.created) < (task.round, task.created))
    FROM tasks task WHERE """
_STATE_OF = _statement(f"{_STATE} id = :id")
_FIND = _statement(f"{_STATE} kind = :kind AND subject = :subject")
_COUNT = _statement("""
    SELECT count(*), count(*) FILTER (WHERE owner = :owner) FROM tasks
    WHERE kind = :kind AND state IN ('waiting', 'taken')
""")
_CLEAN = _statement(f"""
    WITH old AS (DELETE FROM tasks WHERE state IN ('done', 'failed') AND created < {_NOW} - :kept)
    UPDATE tasks SET state = 'failed', worker = NULL, lease = NULL
    WHERE state = 'taken' AND lease < {_NOW} AND kind <> 'bots' AND attempts >= :most RETURNING id
""")
_WAITING = _statement("SELECT subject FROM tasks WHERE kind = :kind AND state = 'waiting'")
_URGE = _statement("""
    UPDATE tasks SET urgent = TRUE WHERE kind = 'bots' AND subject = :subject AND NOT urgent RETURNING id
""")
_DELETE = _statement("DELETE FROM tasks WHERE id = :id RETURNING id")
_COUNTS = _statement("SELECT kind, state, count(*) FROM tasks GROUP BY kind, state")
_HAS_WORKER = _statement(
    f"SELECT id FROM processes WHERE starts_with(id, '{WORKER}') AND seen > {_NOW} - :lease LIMIT 1"
)


class PostgresQueue:
    """A :class:`~edokko.table.thinking.queue.TaskQueue` of the processes on one PostgreSQL, which get its messages."""

    most_waiting = MOST_WAITING
    answer_seconds = ANSWER_SECONDS

    def __init__(self, database: Database, publish: Callable[[str, str], None]) -> None:
        self._database = database
        self._publish = publish
        self._idle: defaultdict[str, list[asyncio.Event]] = defaultdict(list)
        """The consumers of a worker that wait for tasks, by kind."""
        self._background: set[asyncio.Task[None]] = set()
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
        if self._idle[kind]:
            self._idle[kind].pop(0).set()

    async def _change(self, *statements: TextClause, **values: Any) -> Sequence[Any]:
        """Run statements in a transaction until one returns rows, and return these."""

        def work(connection: Connection) -> Sequence[Any]:
            return next((rows for each in statements if (rows := connection.execute(each, values).all())), [])

        return await self._database.transact(work)

    async def _read(self, statement: TextClause, **values: Any) -> Sequence[Any]:
        return await self._database.query(lambda connection: connection.execute(statement, values).all())

    # --- requests

    def put_turn(self, table: str, host: str, *, urgent: bool, pause: float) -> Awaitable[None]:
        values = {"id": new_id(), "kind": "bots", "subject": table, "owner": host, "urgent": urgent, "pause": pause}

        async def put() -> None:
            [(delay,)] = await self._change(_PUT_TURN, **values)
            self._publish(TASKS, f"bots {delay:.3f}")

        return self._soon(put())

    async def put(self, kind: str, subject: str, owner: str, payload: str, *, replaces: bool = False) -> str | None:
        values = {"id": new_id(), "kind": kind, "subject": subject, "owner": owner, "payload": payload}
        for (task,) in await self._change(_PUT, replaces=replaces, **values):
            self._publish(TASKS, f"{kind} 0")
            return str(task)
        return None

    async def states(self, task: str) -> AsyncGenerator[TaskState, None]:
        changed = self._changed[task] = asyncio.Event()
        try:
            while True:
                changed.clear()
                rows = await self._read(_STATE_OF, id=task)
                if not rows:
                    return
                state = TaskState(*rows[0])
                yield state
                if state.state in ENDED:
                    return
                await wait_for_event(changed, POLL_INTERVAL)
        finally:
            del self._changed[task]

    async def find(self, kind: str, subject: str) -> TaskState | None:
        rows = await self._read(_FIND, kind=kind, subject=subject)
        return TaskState(*rows[0]) if rows else None

    async def count(self, kind: str, owner: str) -> tuple[int, int]:
        [(everyone, own)] = await self._read(_COUNT, kind=kind, owner=owner)
        return everyone, own

    async def counts(self) -> Mapping[tuple[str, str], int]:
        return {(kind, state): number for kind, state, number in await self._read(_COUNTS)}

    async def waiting(self, kind: str) -> Collection[str]:
        return {subject for (subject,) in await self._read(_WAITING, kind=kind)}

    def discard(self, task: str) -> None:
        # The caller may be cancelled, because its client has gone.
        self._soon(self._change(_DELETE, id=task))

    def urge(self, table: str) -> None:
        self._soon(self._change(_URGE, subject=table))

    def _soon(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[None]:
        """Begin a task that logs its failure: what it does not change a worker will find in its sweep."""

        async def logged() -> None:
            try:
                await work
            except Exception as error:
                log.warning("a task could not be changed: %s", type(error).__name__)

        return spawn(logged(), self._background)

    async def has_worker(self) -> bool:
        return bool(await self._read(_HAS_WORKER, lease=LEASE))

    async def close(self) -> None:
        await cancel(*self._background)

    # --- work

    async def take(self, kind: str, worker: str) -> Task:
        while True:
            event = asyncio.Event()
            # Register before the query: a task that comes after it wakes this consumer.
            self._idle[kind].append(event)
            try:
                task = await self.take_now(kind, worker)
                if task is not None:
                    return task
                [(due,)] = await self._read(_NEXT_DUE, kind=kind)
                # A task that is due and was not taken is for other consumers.
                is_soon = due is not None and 0 < due < POLL_INTERVAL
                await wait_for_event(event, due if is_soon else POLL_INTERVAL)
            finally:
                if event in self._idle[kind]:
                    self._idle[kind].remove(event)

    async def take_now(self, kind: str, worker: str) -> Task | None:
        """Take the next task of a kind that is due, or one whose lease has run out; ``None`` if there is none."""
        rows = await self._change(TAKE, **take_values(kind, worker))
        return Task(*rows[0]) if rows else None

    async def extend(self, worker: str, takes: Iterable[str]) -> set[str]:
        rows = await self._change(_EXTEND, process=WORKER + worker, takes=list(takes), lease=LEASE)
        return {take for (take,) in rows}

    async def report(self, task: Task, done: int, total: int, result: str | None = None) -> bool:
        return await self._tell(task, _REPORT, done=done, total=total, result=result)

    async def finish(self, task: Task, state: str | None = None, result: str | None = None) -> bool:
        if state is None:
            return await self._tell(task, _REMOVE, _RELEASE, serial=task.serial, delay=0.0)
        return await self._tell(task, _END, state=state, result=result)

    async def _tell(self, task: Task, *statements: TextClause, **values: Any) -> bool:
        """Change a task, tell those who wait for it, and return whether the worker still had it."""
        rows = await self._change(*statements, id=task.id, take=task.take, **values)
        self._publish(RESULTS, task.id)
        return bool(rows)

    async def release(self, task: Task, delay: float = 0.0) -> None:
        for (kind,) in await self._change(_RELEASE, take=task.take, delay=delay):
            self._publish(TASKS, f"{kind} {delay:.3f}")

    async def leave(self, worker: str) -> None:
        for (kind,) in await self._change(_LEAVE, process=WORKER + worker, takes_of=f"{worker}.", delay=0.0):
            self._publish(TASKS, f"{kind} 0")

    async def clean(self) -> None:
        for (task,) in await self._change(_CLEAN, kept=KEPT_SECONDS, most=MOST_ATTEMPTS):
            self._publish(RESULTS, task)


def new_id() -> str:
    """Return an id for a task."""
    return secrets.token_hex(10)


def take_values(kind: str, worker: str) -> dict[str, Any]:
    """Return the parameters of :data:`TAKE`; each take has an id of its own."""
    take = f"{worker}.{secrets.token_hex(6)}"
    return {"kind": kind, "take": take, "lease": LEASE, "most": MOST_ATTEMPTS}
