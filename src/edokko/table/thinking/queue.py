"""The queue of searches: what those who request them and the workers ask of it, in memory or in PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

KINDS = ("bots", "hints", "analyses", "reviews")
"""The kinds of tasks: turns of computer players, hints and look backs, analyses, reviews."""
ENDED = ("done", "failed")
"""The states of a task that has ended; the others are ``waiting`` and ``taken``."""
LEASE = 15.0
"""Seconds after which a task of a worker that has died is taken over."""
KEPT_SECONDS = 600.0
"""How long the result of a task is kept for a client that asks for it, in seconds."""
POLL_INTERVAL = 1.0
"""Seconds between two looks at a task where no message arrives."""


class Task(NamedTuple):
    """A task that a worker has taken."""

    id: str
    kind: str  # one of :data:`KINDS`
    subject: str  # the table of a computer player or a review; the guest of a hint or an analysis
    owner: str  # the host of a computer player's table, or the guest who asks: owners take turns
    payload: str  # the request as JSON; empty for a computer player
    take: str  # the id of this take: a task that is taken again has another one
    serial: int = 0  # how often it had been requested


class TaskState(NamedTuple):
    """The state of a task, for those who wait for its result."""

    id: str
    state: str  # ``waiting``, ``taken``, ``done`` or ``failed``
    # ``done`` and ``total``: the progress.
    done: int
    total: int
    result: str | None  # the answer so far, as JSON
    before: int  # the number of unfinished tasks of its kind before it


class TaskQueue(Protocol):
    """A queue with one task of each kind and subject. The urgent tasks come first, then owners take turns."""

    @property
    def most_waiting(self) -> int:
        """Unfinished tasks of a kind; further requests are refused."""

    @property
    def answer_seconds(self) -> float | None:
        """Seconds that a hint may take, with its time in the queue; ``None`` for no limit."""

    # --- requests

    def put_turn(self, table: str, host: str, *, urgent: bool, pause: float) -> Awaitable[None]:
        """Queue the turn of a computer player. One that waits already stays; one that is being played is queued again.

        It is urgent if a person sits or watches there, and then due after a pause in seconds. One may await that it is
        queued. If that fails, it is logged, and a sweep finds the turn.
        """

    async def put(self, kind: str, subject: str, owner: str, payload: str, *, replaces: bool = False) -> str | None:
        """Queue a task, and return its id; ``None`` if there is an unfinished one that it does not replace."""

    def states(self, task: str) -> AsyncGenerator[TaskState, None]:
        """Yield the state of a task, at each change and each :data:`POLL_INTERVAL`, until it ends or is gone."""

    async def find(self, kind: str, subject: str) -> TaskState | None:
        """Return the state of the task of a kind and subject; ``None`` if there is none."""

    async def count(self, kind: str, owner: str) -> tuple[int, int]:
        """Return the number of unfinished tasks of a kind, and how many of them are an owner's."""

    async def counts(self) -> Mapping[tuple[str, str], int]:
        """Return the number of tasks by kind and state."""

    async def waiting(self, kind: str) -> Collection[str]:
        """Return the subjects of the waiting tasks of a kind."""

    def discard(self, task: str) -> None:
        """Remove a task whose result is not wanted any more, soon; its worker notices at its next report."""

    def urge(self, table: str) -> None:
        """Move the turn at a table that is watched now ahead of the unwatched ones, soon."""

    async def has_worker(self) -> bool:
        """Return whether a worker takes tasks."""

    async def close(self) -> None:
        """Remove the requests of this process that only memory has, and write no further ones."""

    # --- work

    async def take(self, kind: str, worker: str) -> Task:
        """Take the next task of a kind; wait until there is one."""

    async def extend(self, worker: str, takes: Iterable[str]) -> set[str]:
        """Register a worker as alive, extend the leases of its takes, and return those that it still has."""

    async def report(self, task: Task, done: int, total: int, result: str | None = None) -> bool:
        """Store the progress of a task, and return whether the worker still has it."""

    async def finish(self, task: Task, state: str | None = None, result: str | None = None) -> bool:
        """End a task, and return whether the worker still had it. A result of ``None`` keeps that of the last report.

        The state is one of :data:`ENDED`, for those who wait for the result; ``None`` if that is elsewhere: the task is
        removed, or queued again if it was requested meanwhile.
        """

    async def release(self, task: Task, delay: float = 0.0) -> None:
        """Return a task to the queue if the worker still has it; it is due after a delay."""

    async def leave(self, worker: str) -> None:
        """Unregister a worker, and return its tasks to the queue."""

    async def clean(self) -> None:
        """Fail the tasks over which too many workers have died, and delete old results."""
