"""Thinking by worker processes: what a server puts in place of its own computer players, advice, analyses and reviews.

Each class here has the interface of the one that searches in the server's own threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Coroutine, Sequence
from typing import Any

import msgspec

from edokko.game import Game
from edokko.server.settings import Settings
from edokko.server.store.tasks import TaskState
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers.advice import own_acts
from edokko.server.workers.bots import deciding_level, has_person_at, pause_at
from edokko.server.workers.reviews import MOST_OF_A_GUEST, RETRY, stored_review
from edokko.server.workers.task_queue import TaskQueue
from edokko.table.hub import GUEST_TOPIC, Hub
from edokko.table.problems import ApiProblem
from edokko.table.rows import Row
from edokko.table.setup import Setup
from edokko.table.shapes.analysis import AnalysisUpdate, Hint, LookBack, Reviewing
from edokko.table.tasks import cancel, repeat, spawn
from edokko.table.views.live_table import LiveTable

MOST_WAITING = 200
"""Unfinished tasks of a kind, of all processes; a request beyond it is refused."""
ANSWER_SECONDS = 15.0
"""Seconds that a hint may take, with its time in the queue."""
NO_WORKER_RETRY = 5.0
"""Seconds after which a client may ask again where no worker process runs."""
COUNT_INTERVAL = 5.0
"""Seconds between two counts of the queue, for the metrics."""
log = logging.getLogger("edokko.server.workers.queued")


class HintRequest(msgspec.Struct, tag="hint"):
    """The payload of a hint: the position string."""

    position: str
    ply: int


class ActRequest(msgspec.Struct):
    """The position before an act, and its moves."""

    position: str
    ply: int
    moves: list[str]


class LookBackRequest(msgspec.Struct, tag="lookback"):
    """The payload of a look back."""

    month: int
    acts: list[ActRequest]


class AnalysisTask(msgspec.Struct):
    """The payload of an analysis."""

    position: str
    simulations: int


class ReviewTask(msgspec.Struct):
    """The payload of a review."""

    simulations: int


_ENCODER = msgspec.json.Encoder()


class QueuedBots:
    """The computer players: each turn goes to the queue.

    Args:
        venue: of the tables.
        hub: tells which tables are watched.
        settings: the pause before a move.
        queue: the queue.
    """

    def __init__(self, venue: ServerVenue, hub: Hub, settings: Settings, queue: TaskQueue) -> None:
        self._hub = hub
        self._settings = settings
        self._queue = queue
        self._tasks: set[asyncio.Task[None]] = set()
        self._counting: list[asyncio.Task[None]] = []
        self.counts: dict[tuple[str, str], int] = {}
        """The number of tasks in the queue by kind and state, as of a moment ago."""
        venue.on_change(self.consider)
        hub.on_presence(self._on_presence)

    @property
    def waiting(self) -> int:
        """The number of turns in the queue."""
        return self.counts.get(("bots", "waiting"), 0)

    @property
    def thinking(self) -> int:
        """The number of turns that workers are playing."""
        return self.counts.get(("bots", "taken"), 0)

    async def start(self) -> None:
        """Start to count the queue."""
        self._counting = [repeat("counts", self._count)]

    async def stop(self) -> None:
        """Stop; the workers find turns that could not be queued."""
        await cancel(*self._tasks, *self._counting)

    def consider(self, live_table: LiveTable) -> None:
        """Queue a table after a change, if a computer player has to move."""
        if deciding_level(live_table) is not None:
            info, pause = live_table.info, pause_at(live_table, self._settings)
            self._spawn(self._queue.put_turn(info.id, info.host, has_person=has_person_at(live_table), pause=pause))

    def _on_presence(self, table: str) -> None:
        if not table.startswith(GUEST_TOPIC) and self._hub.listener_count(table):
            self._spawn(self._queue.watch(table))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        spawn(_logged(work), self._tasks)

    async def _count(self) -> None:
        self.counts = await self._queue.counts()
        await asyncio.sleep(COUNT_INTERVAL)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        # The workers sweep the tables for turns that are not queued.
        log.warning("a turn could not be queued: %s", type(error).__name__)


class QueuedAdvice:
    """The hints and look backs: a worker answers within moments.

    Args:
        queue: the queue.
    """

    def __init__(self, queue: TaskQueue) -> None:
        self._queue = queue

    def stop(self) -> None:
        """Do nothing: clients ask again after a restart."""

    async def hint(self, guest: str, game: Game, ply: int) -> Hint:
        """Analyse the position at a ply.

        Raises:
            ApiProblem: ``too_many``: the guest has a search in the queue already, or the queue is full; ``busy``: no
                worker answers.
        """
        request = HintRequest(game.position.to_line(), ply)
        return msgspec.json.decode(await self._ask(guest, _ENCODER.encode(request)), type=Hint)

    async def look_back(self, guest: str, setup: Setup, rows: Sequence[Row], month: int) -> LookBack:
        """Look back at a guest's moves of a month, as :meth:`Advice.look_back` does.

        Raises:
            ApiProblem: as for :meth:`hint`.
        """

        def payload() -> bytes:
            acts = own_acts(setup, rows, guest, month)
            moved = [ActRequest(act.game.position.to_line(), act.ply, [m.words for m in act.moves]) for act in acts]
            return _ENCODER.encode(LookBackRequest(month, moved))

        return msgspec.json.decode(await self._ask(guest, await asyncio.to_thread(payload)), type=LookBack)

    async def _ask(self, guest: str, payload: bytes) -> str:
        await _require_worker(self._queue)
        if (await self._queue.count("hints", guest))[0] >= MOST_WAITING:
            raise ApiProblem("too_many", retry=5)
        task = await self._queue.put("hints", guest, guest, payload)
        if task is None:
            raise ApiProblem("too_many", retry=2)
        try:
            async with asyncio.timeout(ANSWER_SECONDS), contextlib.aclosing(self._queue.states(task)) as states:
                async for state in states:
                    if state.state == "done" and state.result is not None:
                        return state.result
        except TimeoutError:
            raise ApiProblem("busy", retry=NO_WORKER_RETRY) from None
        finally:
            self._queue.discard(task)
        raise ApiProblem("internal")


class QueuedAnalyses:
    """The analyses: a worker reports each update to the database, from where the stream takes it.

    Args:
        queue: the queue.
    """

    def __init__(self, queue: TaskQueue) -> None:
        self._queue = queue
        self.running = 0
        """The number of streams."""
        self._is_stopping = False

    def stop(self) -> None:
        """End the streams."""
        self._is_stopping = True

    async def request(self, guest: str, game: Game, simulations: int) -> AsyncGenerator[AnalysisUpdate, None]:
        """Return the growing analysis of a position, as :meth:`Analyses.request` does.

        Raises:
            ApiProblem: ``too_many``: the queue is full; ``busy``: no worker process runs.
        """
        await _require_worker(self._queue)
        if (await self._queue.count("analyses", guest))[0] >= MOST_WAITING:
            raise ApiProblem("too_many", retry=5)
        payload = _ENCODER.encode(AnalysisTask(game.position.to_line(), simulations))
        task = await self._queue.put("analyses", guest, guest, payload, replaces=True)
        if task is None:
            raise ApiProblem("too_many", retry=5)
        return self._updates(task)

    async def _updates(self, task: str) -> AsyncGenerator[AnalysisUpdate, None]:
        self.running += 1
        sent = 0
        try:
            async with contextlib.aclosing(self._queue.states(task)) as states:
                async for state in states:
                    if self._is_stopping:
                        return
                    if state.result is None and state.state == "waiting":
                        yield AnalysisUpdate(0, state.before + 1)
                    elif state.result is not None and state.done != sent:
                        sent = state.done
                        yield msgspec.json.decode(state.result, type=AnalysisUpdate)
        finally:
            self.running -= 1
            self._queue.discard(task)


class QueuedReviews:
    """The reviews: a worker stores them.

    Args:
        venue: the tables.
        simulations: of the search for the best move of a decision.
        queue: the queue.
    """

    def __init__(self, venue: ServerVenue, simulations: int, queue: TaskQueue) -> None:
        self._venue = venue
        self._simulations = simulations
        self._queue = queue

    async def start(self) -> None:
        """Do nothing: the workers run."""

    async def stop(self) -> None:
        """Do nothing: the queue is in the database."""

    async def stored(self, table: str) -> bytes | None:
        """Return a table's stored review as JSON; ``None`` without one."""
        return await stored_review(self._venue.database, table)

    async def request(self, table: str, guest: str) -> Reviewing:
        """Queue a review if it is not in the queue, and return its progress, as :meth:`Reviews.request` does.

        Raises:
            ApiProblem: ``too_many`` or ``internal``.
        """
        existing = await self._queue.state_of("reviews", table)
        if existing is None:
            everyone, own = await self._queue.count("reviews", guest)
            if everyone >= MOST_WAITING or own >= MOST_OF_A_GUEST:
                raise ApiProblem("too_many", retry=RETRY * 5)
            await self._queue.put("reviews", table, guest, _ENCODER.encode(ReviewTask(self._simulations)))
            existing = await self._queue.state_of("reviews", table)
        task, state = existing or ("", TaskState("done", 0, 0, None, 0))
        if state.state == "failed":
            await self._queue.remove(task)
            raise ApiProblem("internal")
        return Reviewing(state.done, state.total, state.before, RETRY)


async def _require_worker(queue: TaskQueue) -> None:
    if not await queue.has_worker():
        log.warning("no worker process is running: start edokko worker")
        raise ApiProblem("busy", retry=NO_WORKER_RETRY)
