"""Reviews of finished games: made when somebody asks, one at a time, in a thread that gives way, and kept."""

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
from edokko.players import Budget, ready
from edokko.players.review import Decision, Swing, choices, review
from edokko.players.review import Review as Found
from edokko.server import shapes
from edokko.server.database import models
from edokko.server.match import Match, record_of
from edokko.server.problems import ApiProblem
from edokko.server.tables import Tables
from edokko.server.threads import give_way

MILLISECONDS = 500.0
"""Of one search at most, where nothing can be compiled or the machine has other things to do."""
MOST_WAITING = 20
"""Reviews of this process that are asked for and not made yet."""
MOST_OF_A_GUEST = 2
MOST_FAILED = 1_000
FAILED_SECONDS = 600.0
RETRY = 2.0

log = logging.getLogger("edokko.server.reviews")
_ENCODER = msgspec.json.Encoder()


class _Stopped(Exception):
    """The server ends."""


@dataclass(slots=True)
class Job:
    """A review that is asked for.

    Attributes:
        guest: who has asked first.
        done, total: its decisions; nothing is known of them while it waits.
    """

    guest: str
    done: int = 0
    total: int = 0


class Reviews:
    """The reviews of this process.

    Args:
        tables: where the games are.
        simulations: of the search for the best move of one decision; the move played takes the same again at most.
    """

    def __init__(self, tables: Tables, simulations: int) -> None:
        self._tables = tables
        self._simulations = simulations
        self._jobs: dict[str, Job] = {}
        self._failed: TTLCache[str, bool] = TTLCache(MOST_FAILED, FAILED_SECONDS)
        """Those that could not be made, until somebody has been told."""
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="review", initializer=give_way)
        self._stopping = threading.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Stop; what was being made is made anew when somebody asks again."""
        self._stopping.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """How many are asked for and not made yet."""
        return len(self._jobs)

    async def kept(self, table: str) -> bytes | None:
        """The review of a table as JSON, if it has been made; a :class:`edokko.server.shapes.Review`."""
        statement = select(models.Review.body).where(models.Review.table == table)
        async with self._tables.database.read() as connection:
            found: str | None = (await connection.execute(statement)).scalar()
        return found.encode() if found is not None else None

    def ask(self, table: str, guest: str) -> shapes.Reviewing:
        """Have a review made, or hear how far it is.

        Args:
            table: a finished one.
            guest: who asks.

        Raises:
            ApiProblem: ``too_many``: that guest, or everybody together, has asked for too many; ``internal``.
        """
        job = self._jobs.get(table)
        if job is None:
            if self._failed.pop(table, False):
                raise ApiProblem("internal")
            if len(self._jobs) >= MOST_WAITING or self._asked_by(guest) >= MOST_OF_A_GUEST:
                raise ApiProblem("too_many", retry=RETRY * 5)
            job = self._jobs[table] = Job(guest)
            self._queue.put_nowait(table)
        return shapes.Reviewing(job.done, job.total, list(self._jobs).index(table), RETRY)

    def _asked_by(self, guest: str) -> int:
        return sum(job.guest == guest for job in self._jobs.values())

    async def _work(self) -> None:
        while True:
            table = await self._queue.get()
            job = self._jobs[table]
            try:
                await self._keep(table, await self._made(table, job))
            except _Stopped:
                return
            except Exception:
                log.exception("a game cannot be reviewed")
                self._failed[table] = True
            del self._jobs[table]

    async def _made(self, table: str, job: Job) -> bytes:
        loaded = await self._tables.get(table)
        rows = await self._tables.rows(table)
        setup, names = loaded.info.setup, [one.name for one in loaded.seats]

        def made() -> bytes:
            match = Match(setup)
            for row in rows:
                match.apply(row)
            game = Game.from_record(record_of(setup, names, rows, match))
            return _ENCODER.encode(self._searched(game, job))

        return await asyncio.get_running_loop().run_in_executor(self._thread, made)

    def _searched(self, game: Game, job: Job) -> shapes.Review:
        def progress(done: int) -> None:
            job.done = done
            if self._stopping.is_set():
                raise _Stopped

        job.total = len(choices(game))
        engine = "compiled" if ready.wait() else "plain"
        budget = Budget(MILLISECONDS, self._simulations, self._stopping)
        return shape_of(review(game, budget, engine=engine, progress=progress), self._simulations)

    async def _keep(self, table: str, body: bytes) -> None:
        values = {"table": table, "body": body.decode(), "time": time.time()}
        try:
            async with self._tables.database.write() as connection:
                await connection.execute(models.Review.__table__.insert(), [values])  # type: ignore[attr-defined]
        except IntegrityError:
            # Another process was quicker, or the table is gone.
            log.debug("a review was made twice")


def shape_of(found: Found, simulations: int) -> shapes.Review:
    """A review in the shape of the API.

    Args:
        found: of a game that is over.
        simulations: what a search was given.
    """
    game = found.game
    winner = game.ranking[0]
    curve = [shapes.ReviewPoint(one.ply, one.month, _rounded(one.before)) for one in found.decisions]
    curve.append(shapes.ReviewPoint(game.ply, game.month, [float(seat == winner) for seat in range(game.players)]))
    turning: list[Decision | Swing] = [*found.losses, *found.turns]
    turning.sort(key=_weight, reverse=True)
    return shapes.Review(
        game.ply,
        simulations,
        curve,
        [_decision(one) for one in found.decisions],
        [_turn(one) for one in turning],
        [
            shapes.ReviewSeat(
                one.seat, one.decisions, round(one.loss, 4), round(one.iki, 2), one.mistakes, one.blunders
            )
            for one in found.accuracy
        ],
    )


def _weight(one: Decision | Swing) -> float:
    return one.weight if isinstance(one, Decision) else one.change


def _decision(one: Decision) -> shapes.ReviewDecision:
    return shapes.ReviewDecision(
        one.ply,
        one.month,
        one.seat,
        one.move.words,
        one.best.words,
        round(one.loss, 4),
        round(one.iki, 2),
        _rounded(one.before),
        _rounded(one.after),
        {"blunder": "blunder", "mistake": "mistake"}.get(one.grade),  # type: ignore[arg-type] # those two or nothing
    )


def _turn(one: Decision | Swing) -> shapes.ReviewTurn:
    before, after = _rounded(one.before), _rounded(one.after)
    if isinstance(one, Decision):
        moves = one.seat, one.move.words, one.best.words
        return shapes.ReviewTurn("decision", one.ply, one.month, before, after, *moves)
    events = [shapes.Event(**event.to_json()) for event in one.events]
    return shapes.ReviewTurn("chance", one.ply, one.month, before, after, events=events)


def _rounded(shares: tuple[float, ...]) -> list[float]:
    return [round(share, 4) for share in shares]
