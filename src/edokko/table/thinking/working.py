"""The worker: consumers that take tasks from the queue and search. On a server each kind has threads of its own.

So a long review never delays a computer player there. A task of which the worker loses the lease is stopped; its
result is not accepted any more. The worker runs in the process of the venue, or in a process of its own.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import secrets
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeAlias, TypeVar

import msgspec

from edokko.game import Game
from edokko.move import Move
from edokko.players import Budget
from edokko.players.analysis.coaching import Act, look_back
from edokko.players.analysis.position import Analysis, Analyst
from edokko.players.analysis.review import choices, review
from edokko.table.problems import ApiProblem
from edokko.table.replay import game_of
from edokko.table.tasks import cancel, repeat
from edokko.table.thinking.queue import LEASE, Task
from edokko.table.thinking.requests import (
    ANALYSES_AT_ONCE,
    AnalysisTask,
    HintRequest,
    LookBackRequest,
    ReviewTask,
    Thinking,
    encode,
)
from edokko.table.thinking.turns import play_turn, turn_of
from edokko.table.views.thinking import hint_of, look_back_view_of, review_of, update_of

T = TypeVar("T")
Ending: TypeAlias = tuple[str | None, str | None]
"""The state of a task that has been worked, and its result, as for :meth:`TaskQueue.finish`."""
HEARTBEAT = LEASE / 3
"""Seconds between two extensions of the leases."""
SWEEP_INTERVAL = 15.0
"""Seconds between two queries for tables that no process serves."""
ABANDONED_SECONDS = 10.0
"""Seconds that a table waits for a computer player before any process takes it over."""
RETRY_DELAY = 5.0
"""Seconds before a move that failed is retried."""
HINT_SIMULATIONS = 2000
"""Simulations, not a time: the same position gets the same words on any machine."""
PARTS_OF_LOOK_BACK = 2
"""A look back searches several decisions, each with the simulations of a hint divided by this."""
SLICE = Budget(milliseconds=250)
"""The search between two updates of an analysis."""
ANALYSIS_SECONDS = 20.0
"""Time limit of an analysis, for a busy machine."""
ANALYSIS_MOVES = 5
REVIEW_MILLISECONDS = 500.0
"""Time limit of one search of a review, for a busy machine."""
PROGRESS_INTERVAL = 1.0
"""Seconds between two reports of the progress of a review."""

log = logging.getLogger("edokko.table.thinking.working")
_HINTS = msgspec.json.Decoder(HintRequest | LookBackRequest)


class Stopped(Exception):
    """The worker is shutting down, or its task has been taken over or is not wanted any more."""


class Searches(Protocol):
    """What runs searches: the threads of a server, or the caller itself."""

    async def run(self, kind: str, work: Callable[[], T]) -> T:
        """Run a search of a kind, and return its result."""

    def close(self) -> None:
        """Take no further searches."""


class SearchesHere:
    """Searches in the thread of the event loop, one after the other, for a program without threads."""

    async def run(self, kind: str, work: Callable[[], T]) -> T:
        return work()

    def close(self) -> None:
        pass


class Worker:
    """The consumers of a worker, for some kinds of tasks. ``threads`` is the number of computer players at once."""

    def __init__(self, thinking: Thinking, kinds: Sequence[str], searches: Searches, threads: int = 1) -> None:
        self.id = secrets.token_hex(10)
        # The number of tasks by kind and outcome: ``done``, ``failed``, ``late`` or ``stopped``.
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.seconds: dict[str, float] = {}  # the time spent by kind
        self._thinking = thinking
        self._venue = thinking.venue
        self._queue = thinking.queue
        self._kinds = kinds
        self._searches = searches
        self._held: dict[str, threading.Event] = {}
        """The stop event of each take that is being worked."""
        self._loops: list[asyncio.Task[None]] = []
        self._least_age = -math.inf if "bots" in kinds else ABANDONED_SECONDS
        """Seconds for which the sweep leaves a table alone: none after a restart."""
        self._consumers = {"bots": threads, "analyses": ANALYSES_AT_ONCE}
        self._works: dict[str, Callable[[Task, threading.Event], Awaitable[Ending]]] = {
            "bots": self._play,
            "hints": self._advise,
            "analyses": self._analyse,
            "reviews": self._review,
        }

    @property
    def running(self) -> int:
        """The number of tasks that are being worked."""
        return len(self._held)

    async def start(self) -> None:
        """Register this worker and start the consumers."""
        await self._queue.extend(self.id, ())
        for kind in self._kinds:
            consume = functools.partial(self._consume, kind)
            self._loops += [repeat(f"consumer of {kind}", consume) for _ in range(self._consumers.get(kind, 1))]
        self._loops += [repeat("leases", self._beat), repeat("sweep", self._sweep)]

    async def stop(self) -> None:
        """Stop the searches, and return their tasks to the queue for other workers."""
        for stop in self._held.values():
            stop.set()
        await cancel(*self._loops)
        self._searches.close()
        await self._queue.leave(self.id)

    async def _consume(self, kind: str) -> None:
        task = await self._queue.take(kind, self.id)
        with self._working(task) as stop:
            outcome = await self._outcome(task, stop)
        self.outcomes[kind, outcome] += 1

    async def _outcome(self, task: Task, stop: threading.Event) -> str:
        try:
            state, result = await self._works[task.kind](task, stop)
            is_held = await self._queue.finish(task, state, result)
            # A move may have queued the next turn in place of its own.
            return "done" if is_held or task.kind == "bots" else "late"
        except ApiProblem as problem:
            # Another process has moved first, or the table has been closed or deleted.
            log.debug("a task came too late: %s", problem.code)
            await self._queue.finish(task)
            return "late"
        except Stopped:
            # If this worker has lost the task, it releases nothing.
            await self._queue.release(task)
            return "stopped"
        except Exception:
            log.exception("a task of the kind %s failed", task.kind)
        if task.kind == "bots":
            await self._queue.release(task, RETRY_DELAY)
        else:
            await self._queue.finish(task, "failed")
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
        await self._queue.clean()
        await self._thinking.sweep(self._least_age)
        self._least_age = ABANDONED_SECONDS
        await asyncio.sleep(SWEEP_INTERVAL)

    async def _search(self, kind: str, work: Callable[[], T]) -> T:
        return await self._searches.run(kind, work)

    # --- kinds

    async def _play(self, task: Task, stop: threading.Event) -> Ending:
        async with self._venue.locked(task.subject) as live_table:
            turn = turn_of(live_table)
        if turn is not None:
            await play_turn(self._venue, task.subject, turn, functools.partial(self._search, "bots"), stop)
        if stop.is_set():
            raise Stopped
        return None, None

    async def _advise(self, task: Task, stop: threading.Event) -> Ending:
        request = _HINTS.decode(task.payload)

        def search() -> str:
            if isinstance(request, HintRequest):
                game = Game.from_position(request.position)
                return encode(hint_of(Analyst().analyse(game, Budget(None, HINT_SIMULATIONS, stop)), request.ply))
            budget = Budget(None, HINT_SIMULATIONS // PARTS_OF_LOOK_BACK, stop)
            found = look_back(Analyst(), _acts_of(request), request.month, budget)
            return encode(look_back_view_of(found, request.month))

        return "done", await self._search("hints", search)

    async def _analyse(self, task: Task, stop: threading.Event) -> Ending:
        request = msgspec.json.decode(task.payload, type=AnalysisTask)
        results, end = _growing(request, stop), time.monotonic() + ANALYSIS_SECONDS
        count, is_done = 0, False
        while not is_done:
            analysis = await self._search("analyses", lambda: next(results, None))
            if analysis is None:
                raise Stopped
            is_done = analysis.seat is None or analysis.simulations >= request.simulations or time.monotonic() >= end
            count, update = count + 1, encode(update_of(analysis, done=is_done))
            if not await self._queue.report(task, count, request.simulations, update):
                # The client has gone, or has asked for another analysis.
                break
        return "done", None

    async def _review(self, task: Task, stop: threading.Event) -> Ending:
        simulations, venue = msgspec.json.decode(task.payload, type=ReviewTask).simulations, self._venue
        setup = (await venue.get(task.subject)).info.setup
        rows, done, total = await venue.store.rows(task.subject), 0, 0

        def progress(decisions: int) -> None:
            nonlocal done
            done = decisions
            if stop.is_set():
                raise Stopped

        def search() -> bytes:
            nonlocal total
            game = game_of(setup, rows)
            total = len(choices(game))
            result = review(game, Budget(REVIEW_MILLISECONDS, simulations, stop), progress=progress)
            # A search that is stopped returns what it has: that is no review.
            progress(total)
            return msgspec.json.encode(review_of(result, simulations))

        async def report() -> None:
            await asyncio.sleep(PROGRESS_INTERVAL)
            if not await self._queue.report(task, done, total):
                stop.set()

        reporter = repeat("progress", report)
        try:
            body = await self._search("reviews", search)
        finally:
            await cancel(reporter)
        await venue.store.save_review(task.subject, body)
        return None, None


def _growing(request: AnalysisTask, stop: threading.Event) -> Iterator[Analysis]:
    game = Game.from_position(request.position, chance="manual")
    yield from Analyst().improve(game, Budget(simulations=request.simulations, stop=stop), SLICE, ANALYSIS_MOVES)


def _acts_of(request: LookBackRequest) -> list[Act]:
    return [
        Act(act.ply, Game.from_position(act.position), tuple(Move(words) for words in act.moves))
        for act in request.acts
    ]
