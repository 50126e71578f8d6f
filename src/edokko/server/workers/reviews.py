"""Reviews of finished games: computed on demand, one at a time, in a low-priority thread, and stored."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import msgspec
from cachetools import TTLCache
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from edokko.game import Game
from edokko.players import Budget
from edokko.players.analysis.review import Decision, Swing, choices, review
from edokko.players.analysis.review import Review as GameReview
from edokko.players.runtime import ready
from edokko.server.core.record import record_of
from edokko.server.store import models
from edokko.server.tables.commands import Tables
from edokko.server.views import shapes
from edokko.server.views.problems import ApiProblem
from edokko.server.workers.threads import lower_priority

MILLISECONDS = 500.0
"""Time limit of one search, for a process without compiled code or on a busy machine."""
MOST_WAITING = 20
"""Capacity of the queue of this process."""
MOST_OF_A_GUEST = 2
"""Reviews of one guest in the queue."""
MOST_FAILED = 1_000
FAILED_SECONDS = 600.0
"""How long a failed review is remembered, in seconds, for the client that polls it."""
RETRY = 2.0
"""Polling interval for the client, in seconds."""

log = logging.getLogger("edokko.server.workers.reviews")
_ENCODER = msgspec.json.Encoder()


class _Stopped(Exception):
    """The server is shutting down."""


@dataclass(slots=True)
class Job:
    """A review in the queue.

    Attributes:
        guest: the guest who asked for it first.
        done, total: the progress in decisions; 0 while the job waits.
    """

    guest: str
    done: int = 0
    total: int = 0


class Reviews:
    """The reviews of this process.

    Args:
        tables: the tables.
        simulations: of the search for the best move of a decision. The search of the move played takes at most the
            same number again.
    """

    def __init__(self, tables: Tables, simulations: int) -> None:
        self._tables = tables
        self._simulations = simulations
        self._jobs: dict[str, Job] = {}
        self._failed: TTLCache[str, bool] = TTLCache(MOST_FAILED, FAILED_SECONDS)
        """Tables whose review has failed, until a client has been told."""
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="review", initializer=lower_priority)
        self._stopping = threading.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the worker."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Stop the worker and drop the queue; clients ask again after a restart."""
        self._stopping.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """The number of reviews in the queue, the running one included."""
        return len(self._jobs)

    async def stored(self, table: str) -> bytes | None:
        """Return a table's stored review, JSON of :class:`edokko.server.views.shapes.Review`; ``None`` without one."""
        statement = select(models.Review.body).where(models.Review.table == table)
        async with self._tables.database.read() as connection:
            body: str | None = (await connection.execute(statement)).scalar()
        return body.encode() if body is not None else None

    def request(self, table: str, guest: str) -> shapes.Reviewing:
        """Queue a review if it is not in the queue, and return its progress.

        Args:
            table: a finished table without a stored review.
            guest: the guest who asks.

        Raises:
            ApiProblem: ``too_many`` if the guest's part of the queue, or the queue, is full; ``internal`` if the review
                has failed.
        """
        job = self._jobs.get(table)
        if job is None:
            if self._failed.pop(table, False):
                raise ApiProblem("internal")
            if len(self._jobs) >= MOST_WAITING or self._jobs_of(guest) >= MOST_OF_A_GUEST:
                raise ApiProblem("too_many", retry=RETRY * 5)
            job = self._jobs[table] = Job(guest)
            self._queue.put_nowait(table)
        return shapes.Reviewing(job.done, job.total, list(self._jobs).index(table), RETRY)

    def _jobs_of(self, guest: str) -> int:
        return sum(job.guest == guest for job in self._jobs.values())

    async def _work(self) -> None:
        while True:
            table = await self._queue.get()
            job = self._jobs[table]
            try:
                await self._store(table, await self._compute(table, job))
            except _Stopped:
                return
            except Exception:
                log.exception("a review failed")
                self._failed[table] = True
            del self._jobs[table]

    async def _compute(self, table: str, job: Job) -> bytes:
        """Return the encoded review of a table."""
        live_table = await self._tables.get(table)
        rows = await self._tables.rows(table)
        setup, names = live_table.info.setup, [seat.name for seat in live_table.seats]

        def compute() -> bytes:
            game = Game.from_record(record_of(setup, names, rows))
            return _ENCODER.encode(self._review(game, job))

        return await asyncio.get_running_loop().run_in_executor(self._thread, compute)

    def _review(self, game: Game, job: Job) -> shapes.Review:
        def progress(done: int) -> None:
            job.done = done
            if self._stopping.is_set():
                raise _Stopped

        job.total = len(choices(game))
        engine = "compiled" if ready.wait() else "plain"
        budget = Budget(MILLISECONDS, self._simulations, self._stopping)
        return shape_of(review(game, budget, engine=engine, progress=progress), self._simulations)

    async def _store(self, table: str, body: bytes) -> None:
        values = {"table": table, "body": body.decode(), "time": time.time()}
        try:
            async with self._tables.database.write() as connection:
                await connection.execute(models.Review.__table__.insert(), [values])  # type: ignore[attr-defined]
        except IntegrityError:
            # Another process has stored it first, or the table has been deleted.
            log.debug("a review was not stored: it exists, or its table does not")


def shape_of(game_review: GameReview, simulations: int) -> shapes.Review:
    """Return a review in the shape of the API.

    Args:
        game_review: of a finished game.
        simulations: the budget of each search.
    """
    game = game_review.game
    winner = game.ranking[0]
    curve = [
        shapes.ReviewPoint(decision.ply, decision.month, _rounded(decision.before))
        for decision in game_review.decisions
    ]
    curve.append(shapes.ReviewPoint(game.ply, game.month, [float(seat == winner) for seat in range(game.players)]))
    turning_points: list[Decision | Swing] = [*game_review.losses, *game_review.largest_swings]
    turning_points.sort(key=_weight, reverse=True)
    return shapes.Review(
        game.ply,
        simulations,
        curve,
        [_decision(decision) for decision in game_review.decisions],
        [_turning_point(point) for point in turning_points],
        [
            shapes.ReviewSeat(
                seat.seat, seat.decisions, round(seat.loss, 4), round(seat.iki, 2), seat.mistakes, seat.blunders
            )
            for seat in game_review.accuracy
        ],
    )


def _weight(point: Decision | Swing) -> float:
    return point.weight if isinstance(point, Decision) else point.change


def _decision(decision: Decision) -> shapes.ReviewDecision:
    grade = {"blunder": "blunder", "mistake": "mistake"}.get(decision.grade)
    return shapes.ReviewDecision(
        decision.ply,
        decision.month,
        decision.seat,
        decision.move.words,
        decision.best.words,
        round(decision.loss, 4),
        round(decision.iki, 2),
        _rounded(decision.before),
        _rounded(decision.after),
        grade,  # type: ignore[arg-type] # "blunder", "mistake" or None
    )


def _turning_point(point: Decision | Swing) -> shapes.ReviewTurn:
    before, after = _rounded(point.before), _rounded(point.after)
    if isinstance(point, Decision):
        moves = point.seat, point.move.words, point.best.words
        return shapes.ReviewTurn("decision", point.ply, point.month, before, after, *moves)
    events = [shapes.Event(**event.to_json()) for event in point.events]
    return shapes.ReviewTurn("chance", point.ply, point.month, before, after, events=events)


def _rounded(shares: tuple[float, ...]) -> list[float]:
    return [round(share, 4) for share in shares]
