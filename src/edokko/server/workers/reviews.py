"""Reviews of finished games: computed on demand, one at a time, in a low-priority thread, and stored."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

import msgspec
from cachetools import TTLCache
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from edokko.players import Budget
from edokko.players.analysis.review import choices, review
from edokko.server.store import Database, models
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers.threads import lower_priority
from edokko.table.problems import ApiProblem
from edokko.table.replay import game_of
from edokko.table.shapes import analysis as shapes
from edokko.table.tasks import cancel, repeat
from edokko.table.views.thinking import review_of

MILLISECONDS = 500.0
"""Time limit of one search, for a busy machine."""
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


class Stopped(Exception):
    """The process is shutting down, or another one has taken the review over."""


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
        venue: the tables.
        simulations: of the search for the best move of a decision. The search of the move played takes at most the
            same number again.
    """

    def __init__(self, venue: ServerVenue, simulations: int) -> None:
        self._venue = venue
        self._simulations = simulations
        self._jobs: dict[str, Job] = {}
        self._failed: TTLCache[str, bool] = TTLCache(MOST_FAILED, FAILED_SECONDS)
        """Tables whose review has failed, until a client has been told."""
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="review", initializer=lower_priority)
        self._stopping = threading.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the worker."""
        self._tasks = [repeat("reviews", self._work)]

    async def stop(self) -> None:
        """Stop the worker and drop the queue; clients ask again after a restart."""
        self._stopping.set()
        await cancel(*self._tasks)
        self._thread.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """The number of reviews in the queue, the running one included."""
        return len(self._jobs)

    async def stored(self, table: str) -> bytes | None:
        """Return a table's stored review as JSON; ``None`` without one."""
        return await stored_review(self._venue.database, table)

    async def request(self, table: str, guest: str) -> shapes.Reviewing:
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
        table = await self._queue.get()
        job = self._jobs[table]
        try:
            body = await compute_review(self._venue, table, self._simulations, job, self._thread, self._stopping)
            await store_review(self._venue.database, table, body)
        except Stopped:
            return
        except Exception:
            log.exception("a review failed")
            self._failed[table] = True
        del self._jobs[table]


async def stored_review(database: Database, table: str) -> bytes | None:
    """Return a table's stored review as JSON; ``None`` without one."""
    statement = select(models.Review.body).where(models.Review.table == table)
    async with database.read() as connection:
        body: str | None = (await connection.execute(statement)).scalar()
    return body.encode() if body is not None else None


async def store_review(database: Database, table: str, body: bytes) -> None:
    """Store a table's review, unless there is one, or the table has been deleted."""
    values = {"table": table, "body": body.decode(), "time": time.time()}
    try:
        async with database.write() as connection:
            await connection.execute(models.Review.__table__.insert(), [values])  # type: ignore[attr-defined]
    except IntegrityError:
        # Another process has stored it first, or the table has been deleted.
        log.debug("a review was not stored: it exists, or its table does not")


async def compute_review(
    venue: ServerVenue, table: str, simulations: int, job: Job, executor: Executor, stopping: threading.Event
) -> bytes:
    """Return the encoded review of a table.

    Args:
        venue: the tables.
        table: a finished table.
        simulations: as for :class:`Reviews`.
        job: receives the progress.
        executor: runs the search.
        stopping: stops the search.

    Raises:
        Stopped: ``stopping`` was set.
    """
    live_table = await venue.get(table)
    rows = await venue.store.rows(table)
    setup = live_table.info.setup

    def progress(done: int) -> None:
        job.done = done
        if stopping.is_set():
            raise Stopped

    def compute() -> bytes:
        game = game_of(setup, rows)
        job.total = len(choices(game))
        budget = Budget(MILLISECONDS, simulations, stopping)
        result = review(game, budget, progress=progress)
        # A search that is stopped returns what it has: that is no review.
        progress(job.total)
        return _ENCODER.encode(review_of(result, simulations))

    return await asyncio.get_running_loop().run_in_executor(executor, compute)
