"""The queue of searches in memory, for a process that works off its own requests."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Awaitable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from edokko.table.tasks import wait_for_event
from edokko.table.thinking.queue import ENDED, KEPT_SECONDS, KINDS, POLL_INTERVAL, Task, TaskState

MOST_WAITING = 20
"""Unfinished tasks of a kind."""


@dataclass(slots=True, eq=False)
class _Entry:
    """A task in the queue, as in :class:`TaskState`. ``changed`` is set when its state changes, or when it is gone."""

    id: str
    kind: str
    subject: str
    owner: str
    payload: str
    urgent: bool
    state: str = "waiting"
    take: str = ""
    done: int = 0
    total: int = 0
    result: str | None = None
    created: float = field(default_factory=time.monotonic)
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class MemoryQueue:
    """A :class:`~edokko.table.thinking.queue.TaskQueue` of one process and one worker."""

    most_waiting = MOST_WAITING
    answer_seconds = None

    def __init__(self) -> None:
        self._entries: dict[str, dict[str, _Entry]] = {kind: {} for kind in KINDS}
        """By kind and subject, in the order of the requests."""
        self._lanes: defaultdict[tuple[str, bool], dict[str, dict[str, _Entry]]] = defaultdict(dict)
        """The tasks that are due, by kind and urgency; the owner served longest ago is the first one of a lane."""
        self._tickets = {kind: asyncio.Semaphore(0) for kind in KINDS}
        """At least one for each task in a lane."""
        self._numbers = count()

    # --- requests

    def put_turn(self, table: str, host: str, *, urgent: bool, pause: float) -> Awaitable[None]:
        # At once: the owner may be the next one whom the caller serves.
        entry = self._entries["bots"].get(table)
        if entry is None or entry.state != "waiting":
            self._add("bots", table, host, "", urgent, pause if urgent else 0.0)
        elif urgent:
            self.urge(table)
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    async def put(self, kind: str, subject: str, owner: str, payload: str, *, replaces: bool = False) -> str | None:
        entry = self._entries[kind].get(subject)
        if entry is not None and entry.state not in ENDED and not replaces:
            return None
        return self._add(kind, subject, owner, payload, urgent=True)

    def _add(self, kind: str, subject: str, owner: str, payload: str, urgent: bool, delay: float = 0.0) -> str:
        earlier = self._entries[kind].get(subject)
        if earlier is not None:
            self._remove(earlier)
        entry = _Entry(f"{kind}/{subject}/{next(self._numbers)}", kind, subject, owner, payload, urgent)
        self._entries[kind][subject] = entry
        self._enter(entry, delay)
        return entry.id

    def _enter(self, entry: _Entry, delay: float = 0.0) -> None:
        """Put an entry into its lane after a delay, unless it has been removed."""
        if delay:
            asyncio.get_running_loop().call_later(delay, self._enter, entry)
        elif self._entries[entry.kind].get(entry.subject) is entry:
            self._lanes[entry.kind, entry.urgent].setdefault(entry.owner, {})[entry.id] = entry
            self._tickets[entry.kind].release()

    def _leave_lane(self, entry: _Entry) -> bool:
        """Remove an entry from its lane, and return whether it was there."""
        lane = self._lanes[entry.kind, entry.urgent]
        own = lane.get(entry.owner, {})
        was_there = own.pop(entry.id, None) is not None
        if was_there and not own:
            del lane[entry.owner]
        return was_there

    def _remove(self, entry: _Entry) -> None:
        self._leave_lane(entry)
        del self._entries[entry.kind][entry.subject]
        entry.changed.set()

    def _find(self, task: str) -> _Entry | None:
        kind, subject, _ = task.split("/")
        entry = self._entries[kind].get(subject)
        return entry if entry is not None and entry.id == task else None

    def _all(self) -> Iterator[_Entry]:
        return (entry for entries in self._entries.values() for entry in entries.values())

    async def states(self, task: str) -> AsyncGenerator[TaskState, None]:
        while (entry := self._find(task)) is not None:
            entry.changed.clear()
            state = self._state_of(entry)
            yield state
            if state.state in ENDED:
                return
            await wait_for_event(entry.changed, POLL_INTERVAL)

    def _state_of(self, entry: _Entry) -> TaskState:
        unfinished = [each for each in self._entries[entry.kind].values() if each.state not in ENDED]
        before = unfinished.index(entry) if entry in unfinished else 0
        return TaskState(entry.id, entry.state, entry.done, entry.total, entry.result, before)

    async def find(self, kind: str, subject: str) -> TaskState | None:
        entry = self._entries[kind].get(subject)
        return self._state_of(entry) if entry is not None else None

    async def count(self, kind: str, owner: str) -> tuple[int, int]:
        owners = [entry.owner for entry in self._entries[kind].values() if entry.state not in ENDED]
        return len(owners), owners.count(owner)

    async def counts(self) -> Mapping[tuple[str, str], int]:
        return Counter((entry.kind, entry.state) for entry in self._all())

    async def waiting(self, kind: str) -> Collection[str]:
        return {entry.subject for entry in self._entries[kind].values() if entry.state == "waiting"}

    def discard(self, task: str) -> None:
        if (entry := self._find(task)) is not None:
            self._remove(entry)

    def urge(self, table: str) -> None:
        entry = self._entries["bots"].get(table)
        if entry is not None and not entry.urgent:
            is_due = self._leave_lane(entry)
            entry.urgent = True
            if is_due:
                self._enter(entry)

    async def has_worker(self) -> bool:
        return True

    async def close(self) -> None:
        for entry in list(self._all()):
            self._remove(entry)

    # --- work

    async def take(self, kind: str, worker: str) -> Task:
        while True:
            await self._tickets[kind].acquire()
            for urgent in (True, False):
                if lane := self._lanes[kind, urgent]:
                    owner = next(iter(lane))
                    own = lane.pop(owner)
                    entry = own.pop(next(iter(own)))
                    if own:
                        lane[owner] = own
                    entry.state, entry.take = "taken", str(next(self._numbers))
                    entry.changed.set()
                    return Task(entry.id, kind, entry.subject, owner, entry.payload, entry.take)

    def _taken(self, task: Task) -> _Entry | None:
        """Return the entry of a task, if it is still that of this take."""
        entry = self._entries[task.kind].get(task.subject)
        return entry if entry is not None and (entry.state, entry.take) == ("taken", task.take) else None

    async def extend(self, worker: str, takes: Iterable[str]) -> set[str]:
        return set(takes) & {entry.take for entry in self._all() if entry.state == "taken"}

    async def report(self, task: Task, done: int, total: int, result: str | None = None) -> bool:
        entry = self._taken(task)
        if entry is not None:
            entry.done, entry.total, entry.result = done, total, result or entry.result
            entry.changed.set()
        return entry is not None

    async def finish(self, task: Task, state: str | None = None, result: str | None = None) -> bool:
        entry = self._taken(task)
        if entry is not None and state is None:
            self._remove(entry)
        elif entry is not None and state is not None:
            entry.state, entry.result = state, result or entry.result
            entry.changed.set()
        return entry is not None

    async def release(self, task: Task, delay: float = 0.0) -> None:
        entry = self._taken(task)
        if entry is not None:
            entry.state = "waiting"
            entry.changed.set()
            self._enter(entry, delay)

    async def leave(self, worker: str) -> None:
        """Do nothing: no other worker would take the tasks."""

    async def clean(self) -> None:
        end = time.monotonic() - KEPT_SECONDS
        for entry in [entry for entry in self._all() if entry.state in ENDED and entry.created < end]:
            self._remove(entry)
