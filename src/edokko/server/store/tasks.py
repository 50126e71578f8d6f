"""The queue of searches in PostgreSQL, from which worker processes take tasks.

A worker takes a task for the time of a lease, and extends the lease while it works on this task: a lease says that the
work goes on, not that the worker lives. A task that is taken and not worked, for whatever reason, is taken again after
the lease. Each take has an id of its own, which every later statement names: a worker that has lost its task can
neither report nor finish it, even if it has taken the same task again, so a result is written once. A computer player's
move is applied once because of its table's version.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ARRAY, Boolean, Connection, Float, Integer, String, TextClause, bindparam, text
from sqlalchemy.types import TypeEngine

KINDS = ("bots", "hints", "analyses", "reviews")
"""The kinds of tasks: turns of computer players, hints and costs, analyses, reviews."""
LEASE = 15.0
"""Seconds after which a task of a worker that has died is taken over."""
MOST_ATTEMPTS = 3
"""Workers that may die over a task before it counts as failed. A computer player's turn is tried for ever."""
KEPT_SECONDS = 600.0
"""How long the result of a task is kept for a client that asks for it, in seconds."""
WORKER = "worker:"
"""The beginning of a worker's id among the processes."""

_NOW = "extract(epoch FROM clock_timestamp())::float8"


class Task(NamedTuple):
    """A task that a worker has taken.

    Attributes:
        id, kind, subject, owner, payload, serial: the columns of :class:`edokko.server.store.models.Task`.
        take: the id of this take: the column ``worker``.
    """

    id: str
    kind: str
    subject: str
    owner: str
    payload: str
    serial: int
    take: str


class TaskState(NamedTuple):
    """The state of a task, for the process that waits for its result.

    Attributes:
        state, done, total, result: the columns of :class:`edokko.server.store.models.Task`.
        before: the number of unfinished tasks of its kind that were created before it.
    """

    state: str
    done: int
    total: int
    result: str | None
    before: int


_TYPES: Mapping[str, TypeEngine[Any]] = {
    **dict.fromkeys(("kinds", "takes"), ARRAY(String)),
    **dict.fromkeys(("pause", "lease", "age", "kept", "delay"), Float()),
    **dict.fromkeys(("has_person", "replaces"), Boolean()),
    **dict.fromkeys(("most", "done", "total", "serial"), Integer()),
}
"""The types of parameters that are not text: PostgreSQL cannot deduce all of them."""


def _statement(sql: str) -> TextClause:
    names = dict.fromkeys(re.findall(r"(?<!:):([a-z_]+)", sql))
    return text(sql).bindparams(*(bindparam(name, type_=_TYPES.get(name, String())) for name in names))


_ROUND = """1 + greatest(
    coalesce((SELECT max(round) FROM tasks WHERE kind = :kind AND owner = :owner AND state = 'waiting'), 0),
    coalesce((SELECT min(round) - 1 FROM tasks WHERE kind = :kind AND state = 'waiting'), 0))"""
_PUT_TURN = _statement(f"""
    INSERT INTO tasks (id, kind, subject, owner, payload, urgent, round, serial, created, due, state, attempts, done,
        total)
    SELECT :id, :kind, :subject, :owner, '', watched, {_ROUND}, 1, {_NOW},
        {_NOW} + CASE WHEN watched THEN :pause ELSE 0 END, 'waiting', 0, 0, 0
    FROM (SELECT :has_person OR EXISTS (SELECT 1 FROM presences WHERE "table" = :subject AND gone IS NULL) AS watched)
        AS audience
    ON CONFLICT (kind, subject) DO UPDATE SET serial = tasks.serial + 1, urgent = tasks.urgent OR excluded.urgent,
        due = CASE WHEN tasks.state = 'waiting' THEN least(tasks.due, excluded.due) ELSE excluded.due END
    RETURNING greatest(0, due - {_NOW})
""")
_PUT = _statement(f"""
    INSERT INTO tasks (id, kind, subject, owner, payload, urgent, round, serial, created, due, state, attempts, done,
        total)
    VALUES (:id, :kind, :subject, :owner, :payload, TRUE, {_ROUND}, 1, {_NOW}, {_NOW}, 'waiting', 0, 0, 0)
    ON CONFLICT (kind, subject) DO UPDATE SET id = excluded.id, owner = excluded.owner, payload = excluded.payload,
        urgent = TRUE, round = excluded.round, serial = 1, created = excluded.created, due = excluded.due,
        state = 'waiting', worker = NULL, lease = NULL, attempts = 0, done = 0, total = 0, result = NULL
    WHERE :replaces OR tasks.state IN ('done', 'failed') RETURNING id
""")
_SWEEP = _statement(f"""
    INSERT INTO tasks (id, kind, subject, owner, payload, urgent, round, serial, created, due, state, attempts, done,
        total)
    SELECT md5(t.id || random()), 'bots', t.id, t.host, '',
        EXISTS (SELECT 1 FROM seats WHERE "table" = t.id AND kind = 'person')
            OR EXISTS (SELECT 1 FROM presences WHERE "table" = t.id AND gone IS NULL),
        1 + row_number() OVER (PARTITION BY t.host ORDER BY t.changed), 1, {_NOW}, {_NOW}, 'waiting', 0, 0, 0
    FROM tables t WHERE t.status = 'running' AND t.bot_decides AND t.changed < {_NOW} - :age
        AND NOT EXISTS (SELECT 1 FROM tasks WHERE kind = 'bots' AND subject = t.id)
    ON CONFLICT (kind, subject) DO NOTHING
""")
_TAKE = _statement(f"""
    UPDATE tasks SET state = 'taken', worker = :take, lease = {_NOW} + :lease, attempts = attempts + 1
    WHERE id = (
        SELECT id FROM tasks WHERE kind = ANY(:kinds)
            AND (state = 'waiting' AND due <= {_NOW}
                OR state = 'taken' AND lease < {_NOW} AND (kind = 'bots' OR attempts < :most))
        ORDER BY urgent DESC, round, created LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, subject, owner, payload, serial, worker
""")
_NEXT_DUE = _statement(f"SELECT min(due) - {_NOW} FROM tasks WHERE kind = ANY(:kinds) AND state = 'waiting'")
_EXTEND = _statement(
    f"UPDATE tasks SET lease = {_NOW} + :lease WHERE worker = ANY(:takes) AND state = 'taken' RETURNING worker"
)
_REPORT = _statement("""
    UPDATE tasks SET done = :done, total = :total, result = coalesce(:result, result)
    WHERE id = :id AND worker = :take AND state = 'taken' RETURNING id
""")
_END = _statement("""
    UPDATE tasks SET state = :state, result = coalesce(:result, result), worker = NULL, lease = NULL
    WHERE id = :id AND worker = :take AND state = 'taken' RETURNING id
""")
_REMOVE = _statement("DELETE FROM tasks WHERE id = :id AND worker = :take AND serial = :serial RETURNING id")
_RELEASE = _statement(f"""
    UPDATE tasks SET state = 'waiting', worker = NULL, lease = NULL, due = greatest(due, {_NOW} + :delay),
        attempts = greatest(0, attempts - 1)
    WHERE starts_with(worker, :take) AND state = 'taken' RETURNING kind
""")
_STATE = _statement("""
    SELECT state, done, total, result, (SELECT count(*) FROM tasks other WHERE other.kind = task.kind
        AND other.state IN ('waiting', 'taken') AND (other.round, other.created) < (task.round, task.created))
    FROM tasks task WHERE id = :id
""")
_FIND = _statement("SELECT id FROM tasks WHERE kind = :kind AND subject = :subject")
_COUNT = _statement("""
    SELECT count(*), count(*) FILTER (WHERE owner = :owner) FROM tasks
    WHERE kind = :kind AND state IN ('waiting', 'taken')
""")
_FAIL_LOST = _statement(f"""
    UPDATE tasks SET state = 'failed', worker = NULL, lease = NULL
    WHERE state = 'taken' AND lease < {_NOW} AND kind <> 'bots' AND attempts >= :most RETURNING id
""")
_CLEAN = _statement(f"DELETE FROM tasks WHERE state IN ('done', 'failed') AND created < {_NOW} - :kept")
_WATCH = _statement("UPDATE tasks SET urgent = TRUE WHERE kind = 'bots' AND subject = :subject AND NOT urgent")
_DELETE = _statement("DELETE FROM tasks WHERE id = :id")
_COUNTS = _statement("SELECT kind, state, count(*) FROM tasks GROUP BY kind, state")
_BEAT = _statement(f"""
    INSERT INTO processes (id, seen) VALUES (:id, {_NOW}) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
""")
_LEAVE = _statement("DELETE FROM processes WHERE id = :id")
_HAS_WORKER = _statement(f"""
    SELECT EXISTS (SELECT 1 FROM processes WHERE starts_with(id, '{WORKER}') AND seen > {_NOW} - :lease)
""")


def new_id() -> str:
    """Return an id for a task or a worker."""
    return secrets.token_hex(10)


# --- requests


def put_turn(connection: Connection, table: str, host: str, *, has_person: bool, pause: float) -> float:
    """Queue the turn of a computer player, and return the seconds until it is due.

    A turn that is queued already stays so; one that a worker is playing is queued again.

    Args:
        connection: a transaction.
        table, host: ids.
        has_person: whether a person sits at the table.
        pause: seconds before the move, if a person sits or watches there.
    """
    values = {"id": new_id(), "kind": "bots", "subject": table, "owner": host}
    delay = connection.execute(_PUT_TURN, values | {"has_person": has_person, "pause": pause}).scalar()
    return float(delay or 0.0)


def put(
    connection: Connection, kind: str, subject: str, owner: str, payload: str, *, replaces: bool = False
) -> str | None:
    """Queue a task, and return its id; ``None`` if there is an unfinished one of this kind and subject.

    Args:
        connection: a transaction.
        kind, subject, owner, payload: the columns.
        replaces: whether to replace an unfinished one.
    """
    values = {"id": new_id(), "kind": kind, "subject": subject, "owner": owner, "payload": payload}
    task: str | None = connection.execute(_PUT, values | {"replaces": replaces}).scalar()
    return task


def find(connection: Connection, kind: str, subject: str) -> str | None:
    """Return the id of a task; ``None`` if there is none."""
    task: str | None = connection.execute(_FIND, {"kind": kind, "subject": subject}).scalar()
    return task


def count(connection: Connection, kind: str, owner: str) -> tuple[int, int]:
    """Return the number of unfinished tasks of a kind, and how many of them are an owner's."""
    everyone, own = connection.execute(_COUNT, {"kind": kind, "owner": owner}).one()
    return everyone, own


def state(connection: Connection, task: str) -> TaskState | None:
    """Return the state of a task; ``None`` if it is gone."""
    row = connection.execute(_STATE, {"id": task}).first()
    return TaskState(*row) if row is not None else None


def remove(connection: Connection, task: str) -> None:
    """Remove a task whose result is not wanted any more; its worker notices at its next report."""
    connection.execute(_DELETE, {"id": task})


def watch(connection: Connection, table: str) -> None:
    """Move the turn at a table that is watched now ahead of the unwatched ones."""
    connection.execute(_WATCH, {"subject": table})


# --- work


def take(connection: Connection, kinds: Sequence[str], worker: str) -> Task | None:
    """Take the next task that is due, or one whose lease has run out; ``None`` if there is none.

    Args:
        connection: a transaction.
        kinds: the kinds of tasks.
        worker: the id of the worker.
    """
    values = {"kinds": list(kinds), "take": f"{worker}.{secrets.token_hex(6)}", "lease": LEASE, "most": MOST_ATTEMPTS}
    row = connection.execute(_TAKE, values).first()
    return Task(*row) if row is not None else None


def next_due(connection: Connection, kinds: Sequence[str]) -> float | None:
    """Return the seconds until the next waiting task is due; ``None`` if none waits."""
    seconds: float | None = connection.execute(_NEXT_DUE, {"kinds": list(kinds)}).scalar()
    return seconds


def extend(connection: Connection, worker: str, takes: Iterable[str]) -> set[str]:
    """Register a worker as alive, extend the leases of its takes, and return those that it still has."""
    connection.execute(_BEAT, {"id": WORKER + worker})
    return set(connection.execute(_EXTEND, {"takes": list(takes), "lease": LEASE}).scalars())


def report(connection: Connection, task: Task, done: int, total: int, result: str | None = None) -> bool:
    """Store the progress of a task, and return whether the worker still has it."""
    values: dict[str, Any] = {"id": task.id, "take": task.take, "done": done, "total": total, "result": result}
    return connection.execute(_REPORT, values).first() is not None


def end(connection: Connection, task: Task, state: str, result: str | None = None) -> bool:
    """End a task whose result a process waits for, and return whether the worker still had it.

    Args:
        connection: a transaction.
        task: the task.
        state: ``done`` or ``failed``.
        result: the last one; ``None`` to keep that of the last report.
    """
    values = {"id": task.id, "take": task.take, "state": state, "result": result}
    return connection.execute(_END, values).first() is not None


def finish(connection: Connection, task: Task) -> bool:
    """Remove a task whose result is elsewhere, or queue it again if it was requested meanwhile.

    Returns:
        Whether the worker still had it.
    """
    values = {"id": task.id, "take": task.take, "serial": task.serial}
    return connection.execute(_REMOVE, values).first() is not None or release(connection, task)


def release(connection: Connection, task: Task, delay: float = 0.0) -> bool:
    """Return a task to the queue, and return whether the worker still had it.

    Args:
        connection: a transaction.
        task: the task.
        delay: seconds before it is due.
    """
    return connection.execute(_RELEASE, {"take": task.take, "delay": delay}).first() is not None


def leave(connection: Connection, worker: str) -> list[str]:
    """Unregister a worker, return its tasks to the queue, and return their kinds."""
    connection.execute(_LEAVE, {"id": WORKER + worker})
    return list(connection.execute(_RELEASE, {"take": f"{worker}.", "delay": 0.0}).scalars())


def has_worker(connection: Connection) -> bool:
    """Return whether a worker process is alive."""
    return bool(connection.execute(_HAS_WORKER, {"lease": LEASE}).scalar())


# --- upkeep


def sweep(connection: Connection, age: float) -> int:
    """Queue the turns of computer players that are not queued, and return their number.

    Args:
        connection: a transaction.
        age: seconds for which such a table must not have changed.
    """
    return connection.execute(_SWEEP, {"age": age}).rowcount


def clean(connection: Connection) -> list[str]:
    """Fail the tasks over which too many workers have died, delete old results, and return the ids of the former."""
    failed = list(connection.execute(_FAIL_LOST, {"most": MOST_ATTEMPTS}).scalars())
    connection.execute(_CLEAN, {"kept": KEPT_SECONDS})
    return failed


def counts(connection: Connection) -> dict[tuple[str, str], int]:
    """Return the number of tasks by kind and state."""
    rows: Iterable[Any] = connection.execute(_COUNTS)
    return {(kind, state): number for kind, state, number in rows}
