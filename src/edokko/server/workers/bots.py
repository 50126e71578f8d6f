"""The computer players of a process: a fair queue of tables, and worker threads that search one move at a time.

Each table is in the queue at most once, so tables take turns. No state of a computer player is stored: the database
tells which tables wait for one, also after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import NamedTuple

from sqlalchemy import exists, select

from edokko.game import Game
from edokko.players import Budget, Player, check_name, player
from edokko.server.settings import Settings
from edokko.server.store import models
from edokko.server.tables.venue import ServerVenue
from edokko.server.workers.fair_queue import FairQueue, Waiting
from edokko.server.workers.threads import lower_priority
from edokko.table.commands import playing
from edokko.table.hub import Hub
from edokko.table.problems import ApiProblem
from edokko.table.tasks import cancel, repeat
from edokko.table.views.live_table import LiveTable

SWEEP_INTERVAL = 15.0
"""Seconds between two queries for tables that no process serves."""
ABANDONED_SECONDS = 10.0
"""Seconds that a table waits for a computer player before any process takes it over."""
RETRY_DELAY = 5.0
"""Seconds before a move that failed is retried."""
LONGEST = 3_000.0
"""Time limit, in milliseconds, of a search that is limited by simulations: on a busy machine it would take long."""
COACHED_PAUSES = 3
"""How many pauses a computer player makes before a move at a table with a coach, so that a beginner can follow."""

log = logging.getLogger("edokko.server.workers.bots")
_thread_local = threading.local()


class Bots:
    """The computer players of this process.

    Args:
        venue: of the tables.
        hub: tells which tables are watched.
        settings: the number of threads, and the pause before a move.
    """

    def __init__(self, venue: ServerVenue, hub: Hub, settings: Settings) -> None:
        self._venue = venue
        self._venue = venue
        self._hub = hub
        self._settings = settings
        self._queue = FairQueue()
        self._queued: set[str] = set()
        self._threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot", initializer=lower_priority)
        self.thinking = 0
        """The number of searches that are running."""
        self._stopping = threading.Event()
        self._least_age = -math.inf
        """Seconds for which a table must have waited for the sweep: any time at first, after a restart."""
        self._tasks: list[asyncio.Task[None]] = []
        venue.on_change(self.consider)
        hub.on_presence(self._on_presence)

    @property
    def waiting(self) -> int:
        """The number of tables in the queue."""
        return len(self._queued)

    async def start(self) -> None:
        """Start the workers and the sweep."""
        self._tasks = [repeat("bots", self._work) for _ in range(self._settings.bot_threads)]
        self._tasks.append(repeat("sweep", self._sweep))

    async def stop(self) -> None:
        """Stop the workers and abandon their searches; the next start resumes them."""
        self._stopping.set()
        await cancel(*self._tasks)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def consider(self, live_table: LiveTable) -> None:
        """Add a table to the queue after a change, if a computer player has to move."""
        if deciding_level(live_table):
            table = live_table.info.id
            has_person = has_person_at(live_table)
            # On PostgreSQL a seated person may be connected to a process that this one has not heard of.
            may_be_watched = self._is_watched(table) or (has_person and self._venue.database.is_shared)
            pause = pause_at(live_table, self._settings) if may_be_watched else 0
            self._put(table, live_table.info.host, has_person, pause)

    def _put(self, table: str, host: str, has_person: bool, delay: float) -> None:
        """Add a table to the queue, unless it is in it.

        Args:
            table, host: ids.
            has_person: whether a person has a seat.
            delay: seconds before it enters the queue.
        """
        if table in self._queued:
            return
        self._queued.add(table)
        entry = Waiting(table, host, has_person or self._is_watched(table))
        if delay:
            asyncio.get_running_loop().call_later(delay, self._queue.put, entry)
        else:
            self._queue.put(entry)

    def _is_watched(self, table: str) -> bool:
        return bool(self._hub.listener_count(table)) or self._hub.has_remote_guests(table)

    def _on_presence(self, table: str) -> None:
        """Move a table that is watched now ahead of the unwatched ones."""
        if self._is_watched(table):
            self._queue.watch(table)

    async def _work(self) -> None:
        table, host, is_watched = await self._queue.get()
        self._queued.discard(table)
        try:
            await self._move(table)
        except ApiProblem as problem:
            # Another process has moved first, or the host has closed the table.
            log.debug("a computer player's move came too late: %s", problem.code)
        except Exception:
            log.exception("a computer player failed")
            self._put(table, host, is_watched, RETRY_DELAY)

    async def _move(self, table: str) -> None:
        async with self._venue.locked(table) as live_table:
            turn = turn_of(live_table)
            if turn is None:
                return
        self.thinking += turn.game is not None
        try:
            await play_turn(self._venue, table, turn, self._threads, self._stopping)
        finally:
            self.thinking -= turn.game is not None

    async def _sweep(self) -> None:
        """Queue tables that no process serves: after a restart, or after another process has died."""
        table, seat = models.Table, models.Seat
        has_person = exists().where(seat.table == table.id, seat.kind == "person")
        before = self._venue.states()
        statement = select(table.id, table.host, has_person, table.version, table.changed).where(
            table.status == "running", table.bot_decides
        )
        statement = statement.where(table.changed < time.time() - self._least_age)
        async with self._venue.database.read() as connection:
            for name, host, is_watched, version, changed in await connection.execute(statement):
                if name in before:
                    # The turn will be that of the copy in memory.
                    self._venue.on_state(name, before[name], (version, changed))
                self._put(name, host, is_watched, 0)
        self._least_age = ABANDONED_SECONDS
        await asyncio.sleep(SWEEP_INTERVAL)


class Turn(NamedTuple):
    """The turn of a computer player.

    Attributes:
        level: of the player.
        ply, version: of the position.
        move: the only legal move, or the first one.
        game: the position; ``None`` if there is only one legal move.
    """

    level: str
    ply: int
    version: int
    move: str
    game: Game | None


def turn_of(live_table: LiveTable) -> Turn | None:
    """Return the turn of the computer player that has to move; ``None`` if none has. Hold the table's lock."""
    level = deciding_level(live_table)
    if level is None:
        return None
    match = live_table.match
    legal = match.game.legal_moves
    game = match.copy_for_search() if len(legal) > 1 else None
    return Turn(level, match.ply, live_table.version, str(legal[0]), game)


async def play_turn(venue: ServerVenue, table: str, turn: Turn, executor: Executor, stopping: threading.Event) -> None:
    """Choose a move and play it. The version of the position makes sure that it is played once.

    Args:
        venue: of the tables.
        table, turn: the table and its turn.
        executor: runs the search.
        stopping: stops the search; then no move is played.

    Raises:
        ApiProblem: another process has moved first, or the table has changed.
    """
    move = turn.move
    if turn.game is not None:
        move = await asyncio.get_running_loop().run_in_executor(executor, _choose, turn.level, turn.game, stopping)
        if stopping.is_set():
            return
    await playing.play(venue, table, None, turn.ply, [move], version=turn.version)


def deciding_level(live_table: LiveTable) -> str | None:
    """Return the level of the computer player that has to move; ``None`` if none has."""
    seat = live_table.match.seat if live_table.info.status == "running" else None
    if seat is None or live_table.seats[seat].kind != "bot":
        return None
    return live_table.seats[seat].level


def has_person_at(live_table: LiveTable) -> bool:
    """Return whether a person has a seat at a table."""
    return any(seat.kind == "person" for seat in live_table.seats)


def pause_at(live_table: LiveTable, settings: Settings) -> float:
    """Return the seconds before a computer player's move, if people watch the table."""
    return settings.bot_pause * (COACHED_PAUSES if live_table.info.settings.coach else 1)


def _choose(level: str, game: Game, stop: threading.Event) -> str:
    own = check_name(level).budget
    budget = Budget(own.milliseconds or LONGEST, own.simulations, stop) if own else None
    try:
        return str(_player(level).choose(game, budget))
    except Exception as error:
        # Context for the log, which must not contain ids of tables.
        error.add_note(f"{level} at a table of {game.players}, edition {game.edition}, move {game.ply}")
        raise


def _player(level: str) -> Player:
    """Return this thread's player of a level; players are not thread-safe."""
    players: dict[str, Player] | None = getattr(_thread_local, "players", None)
    if players is None:
        players = _thread_local.players = {}
    if level not in players:
        players[level] = player(level)
    return players[level]
