"""The work of a worker process: consumers that take tasks from the queue and search, each kind in its own threads.

A long review so never delays a computer player. A task of which the worker loses the lease is stopped; its result is
not accepted any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import msgspec

from edokko.game import Game
from edokko.move import Move
from edokko.players.analysis.coaching import Act
from edokko.server.settings import Settings
from edokko.server.store import tasks
from edokko.server.store.tasks import Task
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers.advice import Advice
from edokko.server.workers.analyses import MOST_AT_ONCE, Analyses
from edokko.server.workers.bots import ABANDONED_SECONDS, RETRY_DELAY, SWEEP_INTERVAL, play_turn, turn_of
from edokko.server.workers.queued import AnalysisTask, HintRequest, LookBackRequest, QueuedBots, ReviewTask
from edokko.server.workers.reviews import Job, Stopped, compute_review, store_review
from edokko.server.workers.task_queue import TaskQueue
from edokko.server.workers.threads import lower_priority
from edokko.table.hub import Hub
from edokko.table.problems import ApiProblem
from edokko.table.tasks import cancel, repeat

HEARTBEAT = tasks.LEASE / 3
"""Seconds between two extensions of the leases."""
PROGRESS_INTERVAL = 1.0
"""Seconds between two reports of the progress of a review."""

log = logging.getLogger("edokko.server.workers.working")
_HINTS = msgspec.json.Decoder(HintRequest | LookBackRequest)
_ENCODER = msgspec.json.Encoder()


class Worker:
    """The consumers of a worker process.

    Args:
        venue: of the tables; its changes queue the next turns.
        hub: of this process, without channels.
        settings: the pause before a computer player's move.
        queue: the queue.
        kinds: the kinds of tasks to take.
        threads: the computer players that search at once.

    Attributes:
        outcomes: the number of tasks by kind and outcome: ``done``, ``failed``, ``late`` or ``stopped``.
        seconds: the time spent by kind.
    """

    def __init__(
        self, venue: ServerVenue, hub: Hub, settings: Settings, queue: TaskQueue, kinds: Sequence[str], threads: int
    ) -> None:
        self.id = tasks.new_id()
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.seconds: dict[str, float] = {}
        self._venue = venue
        self._queue = queue
        self._kinds = kinds
        self._threads = threads
        self._turns = QueuedBots(venue, hub, settings, queue)
        self._players = ThreadPoolExecutor(threads, thread_name_prefix="bot", initializer=lower_priority)
        self._reviewer = ThreadPoolExecutor(1, thread_name_prefix="review", initializer=lower_priority)
        self._advice = Advice()
        self._analyses = Analyses()
        self._held: dict[str, threading.Event] = {}
        """The stop event of each take that is being worked."""
        self._consumers: list[asyncio.Task[None]] = []
        self._least_age = 0.0 if "bots" in kinds else ABANDONED_SECONDS
        """Seconds for which the sweep leaves a table alone: none after a restart."""
        self._is_stopping = False

    @property
    def running(self) -> int:
        """The number of tasks that are being worked."""
        return len(self._held)

    async def start(self) -> None:
        """Register this worker and start the consumers."""
        await self._queue.extend(self.id, ())
        works: dict[str, tuple[int, Callable[[Task, threading.Event], Awaitable[str]]]] = {
            "bots": (self._threads, self._play),
            "hints": (1, self._advise),
            "analyses": (MOST_AT_ONCE, self._analyse),
            "reviews": (1, self._review),
        }
        for kind in self._kinds:
            count, work = works[kind]
            consume = functools.partial(self._consume, kind, work)
            self._consumers += [repeat(f"consumer of {kind}", consume) for _ in range(count)]
        self._consumers += [repeat("leases", self._beat), repeat("sweep", self._sweep)]

    async def stop(self) -> None:
        """Stop the searches, and return their tasks to the queue for other workers."""
        self._is_stopping = True
        for stop in self._held.values():
            stop.set()
        self._analyses.stop()
        self._advice.stop()
        await cancel(*self._consumers)
        await self._turns.stop()
        for executor in (self._players, self._reviewer):
            executor.shutdown(wait=False, cancel_futures=True)
        await self._queue.leave(self.id)

    # --- consumers

    async def _consume(self, kind: str, work: Callable[[Task, threading.Event], Awaitable[str]]) -> None:
        task = await self._queue.take([kind], self.id)
        with self._working(task) as stop:
            outcome = await self._outcome(task, stop, work)
        self.outcomes[kind, outcome] += 1

    async def _outcome(
        self, task: Task, stop: threading.Event, work: Callable[[Task, threading.Event], Awaitable[str]]
    ) -> str:
        try:
            return await work(task, stop)
        except Stopped:
            # If this worker has lost the task, it releases nothing.
            await self._queue.release(task)
            return "stopped"
        except Exception:
            log.exception("a task of the kind %s failed", task.kind)
        if task.kind == "bots":
            await self._queue.release(task, RETRY_DELAY)
        else:
            await self._queue.end(task, "failed")
        return "failed"

    @contextmanager
    def _working(self, task: Task) -> Iterator[threading.Event]:
        stop, start = threading.Event(), time.monotonic()
        self._held[task.take] = stop
        try:
            yield stop
        finally:
            stop.set()
            del self._held[task.take]
            self.seconds[task.kind] = self.seconds.get(task.kind, 0.0) + time.monotonic() - start

    async def _beat(self) -> None:
        await asyncio.sleep(HEARTBEAT)
        held = dict(self._held)
        kept = await self._queue.extend(self.id, held)
        # Another worker has taken them over, or the client does not want them any more.
        for take in held.keys() - kept:
            held[take].set()

    async def _sweep(self) -> None:
        await self._queue.sweep(self._least_age)
        self._least_age = ABANDONED_SECONDS
        await asyncio.sleep(SWEEP_INTERVAL)

    # --- kinds

    async def _play(self, task: Task, stop: threading.Event) -> str:
        outcome, table = "done", task.subject
        try:
            async with self._venue.locked(table) as live_table:
                turn = turn_of(live_table)
            if turn is not None:
                await play_turn(self._venue, table, turn, self._players, stop)
            if stop.is_set():
                raise Stopped
        except ApiProblem as problem:
            # Another process has moved first, or the host has closed the table.
            log.debug("a computer player's move came too late: %s", problem.code)
            outcome = "late"
        await self._queue.finish(task)
        return outcome

    async def _advise(self, task: Task, stop: threading.Event) -> str:
        request = _HINTS.decode(task.payload)
        if isinstance(request, HintRequest):
            game = await asyncio.to_thread(Game.from_position, request.position)
            result = _ENCODER.encode(await self._advice.hint(task.owner, game, request.ply))
        else:
            look = await self._advice.look_back_at(task.owner, functools.partial(_acts_of, request), request.month)
            result = _ENCODER.encode(look)
        return "done" if await self._queue.end(task, "done", result) else "late"

    async def _analyse(self, task: Task, stop: threading.Event) -> str:
        request = msgspec.json.decode(task.payload, type=AnalysisTask)
        game = await asyncio.to_thread(Game.from_position, request.position, chance="manual")
        # The id of the task as the guest: an older analysis of the guest has another id, and ends by itself.
        updates = await self._analyses.request(task.id, game, request.simulations)
        count = 0
        async with contextlib.aclosing(updates):
            async for update in updates:
                if stop.is_set():
                    raise Stopped
                if update.waiting:
                    continue
                count += 1
                if not await self._queue.report(task, count, request.simulations, _ENCODER.encode(update)):
                    # The client has gone.
                    return "late"
        if self._is_stopping:
            raise Stopped
        return "done" if await self._queue.end(task, "done") else "late"

    async def _review(self, task: Task, stop: threading.Event) -> str:
        request, venue = msgspec.json.decode(task.payload, type=ReviewTask), self._venue
        job = Job(task.owner)
        reporter = repeat("progress", lambda: self._report_progress(task, job, stop))
        try:
            body = await compute_review(venue, task.subject, request.simulations, job, self._reviewer, stop)
        except ApiProblem:
            # The table has been deleted.
            return "done" if await self._queue.finish(task) else "late"
        finally:
            await cancel(reporter)
        await store_review(venue.database, task.subject, body)
        return "done" if await self._queue.finish(task) else "late"

    async def _report_progress(self, task: Task, job: Job, stop: threading.Event) -> None:
        await asyncio.sleep(PROGRESS_INTERVAL)
        if not await self._queue.report(task, job.done, job.total):
            stop.set()


def _acts_of(request: LookBackRequest) -> list[Act]:
    return [
        Act(act.ply, Game.from_position(act.position), tuple(Move(words) for words in act.moves))
        for act in request.acts
    ]
