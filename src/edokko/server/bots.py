"""Computer players: who of them has to move, thought about in worker threads, one move of a table at a time.

A table stands in the queue once, so tables take turns however many there are; whose turn it is, the queue says.
Nothing about a bot is kept: the table tells that it has to move, so after a restart it is found again.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import exists, select

from edokko.game import Game
from edokko.players import Budget, Player, check_name, player, ready
from edokko.players.search.analysis import Analysis
from edokko.server.database import models
from edokko.server.fair import FairQueue, Waiting
from edokko.server.hub import Hub
from edokko.server.loaded import Loaded
from edokko.server.problems import ApiProblem
from edokko.server.settings import Settings
from edokko.server.tables import Tables
from edokko.server.threads import give_way

SWEEP = 15.0
"""Seconds between looks for tables that everybody has forgotten."""
FORGOTTEN = 10.0
"""Seconds after which a table that waits for a computer player counts as forgotten."""
AGAIN = 5.0
COMPILING = 2.0
"""Seconds between looks whether the players are compiled, at tables where nobody is: plain ones hold up people."""
LONGEST = 3_000.0
"""Milliseconds of a search that is bounded by simulations, in case nothing can be compiled here."""
HINT = Budget(milliseconds=500)
MOST_HINTS = 20
"""That wait for their turn; the last of them comes after as many times :data:`HINT`."""

log = logging.getLogger("edokko.server.bots")
_of_thread = threading.local()


class Bots:
    """The computer players of this process.

    Args:
        tables: where they play.
        hub: who looks on.
        settings: how many think at a time, and how long they pause.
    """

    def __init__(self, tables: Tables, hub: Hub, settings: Settings) -> None:
        self._tables = tables
        self._hub = hub
        self._settings = settings
        self._queue = FairQueue()
        self._queued: set[str] = set()
        self._threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot", initializer=give_way)
        self._advice = ThreadPoolExecutor(1, thread_name_prefix="hint", initializer=give_way)
        self._thinking = 0
        self._hinted: set[str] = set()
        self._stopping = threading.Event()
        self._tasks: list[asyncio.Task[None]] = []
        tables.on_change(self.consider)
        hub.on_presence(self._bring_forward)

    @property
    def waiting(self) -> int:
        """How many tables wait for a computer player."""
        return len(self._queued)

    @property
    def thinking(self) -> int:
        """How many computer players think now."""
        return self._thinking

    async def start(self) -> None:
        """Begin to play."""
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self._settings.bot_threads)]
        self._tasks.append(asyncio.create_task(self._sweep()))

    async def stop(self) -> None:
        """Stop; what is being thought about is thought about again after the next start."""
        self._stopping.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._advice.shutdown(wait=False, cancel_futures=True)

    def consider(self, loaded: Loaded) -> None:
        """A table has changed: perhaps a computer player has to move."""
        if _bot_that_decides(loaded):
            table = loaded.info.id
            sits = any(one.kind == "person" for one in loaded.seats)
            # Whoever sits there may look on at another process, of which this one need not know.
            is_seen = self._is_watched(table) or (sits and not self._tables.database.is_sqlite)
            self._put(table, loaded.info.host, sits, self._settings.bot_pause if is_seen else 0)

    def _put(self, table: str, host: str, sits: bool, pause: float) -> None:
        """Let a table wait.

        Args:
            table, host: which, and whose.
            sits: whether a person sits there.
            pause: seconds before it does.
        """
        if table in self._queued:
            return
        self._queued.add(table)
        one = Waiting(table, host, sits or self._is_watched(table))
        if pause:
            asyncio.get_running_loop().call_later(pause, self._queue.put, one)
        else:
            self._queue.put(one)

    def _is_watched(self, table: str) -> bool:
        return bool(self._hub.watchers(table)) or self._hub.is_elsewhere(table)

    def _bring_forward(self, table: str) -> None:
        """Somebody has come to a table or gone: nobody shall wait for tables that no one looks at."""
        if self._is_watched(table):
            self._queue.watch(table)

    async def _work(self) -> None:
        while True:
            table, host, is_watched = await self._queue.get()
            self._queued.discard(table)
            try:
                await self._move(table)
            except ApiProblem as problem:
                # Somebody else was quicker: another process, or the host closed the table.
                log.debug("a computer player's move came too late: %s", problem.code)
            except Exception:
                log.exception("a computer player failed")
                self._put(table, host, is_watched, AGAIN)

    async def _move(self, table: str) -> None:
        async with self._tables.at(table) as loaded:
            level = _bot_that_decides(loaded)
            if not level:
                return
            if ready.is_at_work() and not loaded.guests and not self._is_watched(table):
                self._put(table, loaded.info.host, False, COMPILING)
                return
            ply, version = loaded.match.ply, loaded.version
            legal = loaded.match.game.legal_moves
            game = loaded.match.for_a_player() if len(legal) > 1 else None
            move = str(legal[0])
        if game is not None:
            self._thinking += 1
            try:
                loop = asyncio.get_running_loop()
                move = await loop.run_in_executor(self._threads, _choose, level, game, self._stopping)
            finally:
                self._thinking -= 1
        await self._tables.play(table, None, ply, [move], version=version)

    async def _sweep(self) -> None:
        """Find tables that wait for a computer player: after a restart, or when another process has died."""
        kept, seats = models.Table, models.Seat
        sits = exists().where(seats.table == kept.id, seats.kind == "person")
        longest = 0.0
        while True:
            statement = select(kept.id, kept.host, sits).where(kept.status == "running", kept.bot_decides)
            if longest:
                statement = statement.where(kept.changed < time.time() - FORGOTTEN)
            try:
                async with self._tables.database.read() as connection:
                    for one in await connection.execute(statement):
                        self._put(*one, 0)
                longest = SWEEP
            except Exception:
                # The database may be away for a while; the next look finds what waits.
                log.exception("tables that wait for a computer player could not be looked for")
            await asyncio.sleep(SWEEP)

    async def hint(self, guest: str, game: Game) -> Analysis:
        """What a search thinks of a position; one at a time for everybody.

        Raises:
            ApiProblem: ``too_many``: that guest waits for one already, or too many others do.
        """
        if guest in self._hinted:
            raise ApiProblem("too_many", retry=2)
        if len(self._hinted) >= MOST_HINTS:
            raise ApiProblem("too_many", retry=5)
        self._hinted.add(guest)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._advice, _analyse, game)
        finally:
            self._hinted.discard(guest)


def _bot_that_decides(loaded: Loaded) -> str | None:
    """The level of the computer player that has to move; ``None`` where none has."""
    seat = loaded.match.seat if loaded.info.status == "running" else None
    if seat is None or loaded.seats[seat].kind != "bot":
        return None
    return loaded.seats[seat].level


def _choose(level: str, game: Game, stop: threading.Event) -> str:
    own = check_name(level).budget
    budget = Budget(own.milliseconds or LONGEST, own.simulations, stop) if own else None
    try:
        return str(_player(level).choose(game, budget))
    except Exception as error:
        # For the log, which never has the ids of tables.
        error.add_note(f"{level} at a table of {game.players}, edition {game.edition}, move {game.ply}")
        raise


def _player(level: str) -> Player:
    """A player of this thread: none of them is shared between threads."""
    players: dict[str, Player] | None = getattr(_of_thread, "players", None)
    if players is None:
        players = _of_thread.players = {}
    if level not in players:
        players[level] = player(level, engine="ready")
    return players[level]


def _analyse(game: Game) -> Analysis:
    return game.analyse(HINT, engine="ready")
