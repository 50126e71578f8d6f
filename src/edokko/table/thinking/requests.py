"""What is requested of the queue: turns of computer players, hints, look backs, analyses and reviews."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import TypeVar

import msgspec

from edokko.game import Game
from edokko.move import Move
from edokko.players.analysis.coaching import Act, acts_of
from edokko.table.hub import is_table
from edokko.table.problems import ApiProblem
from edokko.table.replay import Replay
from edokko.table.rows import Row, effective_rows
from edokko.table.setup import Setup
from edokko.table.shapes.analysis import AnalysisUpdate, Hint, LookBack, Reviewing
from edokko.table.tasks import cancel, repeat
from edokko.table.thinking.queue import TaskQueue
from edokko.table.thinking.turns import deciding_level
from edokko.table.venue import Venue
from edokko.table.views.live_table import LiveTable

T = TypeVar("T")
ANALYSES_AT_ONCE = 2
"""Analyses that a worker searches in turn. Each holds a tree of 56 MiB, so further ones wait."""
REVIEWS_OF_A_GUEST = 2
"""Reviews of one guest in the queue."""
REVIEW_RETRY = 2.0
"""Polling interval for the client of a review, in seconds."""
NO_WORKER_RETRY = 5.0
"""Seconds after which a client may ask again where no worker answers."""
COACHED_PAUSES = 3
"""How many pauses a computer player makes before a move at a table with a coach, so that a beginner can follow."""
COUNT_INTERVAL = 5.0
"""Seconds between two counts of the queue, for the metrics."""
log = logging.getLogger("edokko.table.thinking.requests")


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
    """The payload of a review: the simulations of the search for the best move of a decision."""

    simulations: int


class Thinking:
    """The searches that this process requests, for its guests and for the tables that it changes.

    They become a part of the venue, which operations find. A computer player's move that people may watch has a pause
    of so many seconds before it; a review searches for the best move of each decision by so many simulations.
    """

    def __init__(self, venue: Venue, queue: TaskQueue, pause: float = 0.0, simulations: int = 100) -> None:
        self.venue = venue
        self.queue = queue
        # The number of tasks in the queue by kind and state, as of a moment ago.
        self.counts: Mapping[tuple[str, str], int] = {}
        self.streams = 0  # the number of analyses that clients watch
        self._hub = venue.hub
        self._pause = pause
        self._simulations = simulations
        self._counting: list[asyncio.Task[None]] = []
        self._is_stopping = False
        venue.add_part(self, Thinking)
        venue.on_change(self.consider)
        venue.hub.on_presence(self._on_presence)

    async def start(self) -> None:
        """Start to count the queue."""
        self._counting = [repeat("counts", self._count)]

    async def stop(self) -> None:
        """End the streams; workers find turns that could not be queued."""
        self._is_stopping = True
        await cancel(*self._counting)
        await self.queue.close()

    async def _count(self) -> None:
        self.counts = await self.queue.counts()
        await asyncio.sleep(COUNT_INTERVAL)

    # --- turns of computer players

    def consider(self, live_table: LiveTable) -> None:
        """Queue a table after a change, if a computer player has to move."""
        if deciding_level(live_table) is None:
            return
        info, is_watched = live_table.info, self._is_watched(live_table.info.id)
        has_person = any(seat.kind == "person" for seat in live_table.seats)
        # On PostgreSQL people may be connected to a process that this one has not heard of.
        may_be_watched = is_watched or self.venue.store.is_shared
        pauses = COACHED_PAUSES if info.settings.coach else 1
        pause = self._pause * pauses if may_be_watched else 0.0
        self.queue.put_turn(info.id, info.host, urgent=has_person or is_watched, pause=pause)

    def _on_presence(self, topic: str) -> None:
        if is_table(topic) and self._is_watched(topic):
            self.queue.urge(topic)

    def _is_watched(self, table: str) -> bool:
        return bool(self._hub.listener_count(table)) or self._hub.has_remote_guests(table)

    async def sweep(self, age: float) -> None:
        """Queue the turns of an age in seconds that are not queued: after a restart, or the death of a process."""
        venue = self.venue
        before = venue.states()
        turns = await venue.store.bot_turns(venue.now() - age)
        waiting = await self.queue.waiting("bots") if turns else ()
        for table, host, has_person, version, changed in turns:
            if table in before:
                # The turn will be that of the copy in memory.
                venue.on_state(table, before[table], (version, changed))
            if table not in waiting:
                await self.queue.put_turn(table, host, urgent=has_person or self._is_watched(table), pause=0.0)

    # --- searches for guests

    async def hint(self, guest: str, game: Game, ply: int) -> Hint:
        """Analyse the position at a ply.

        Raises:
            ApiProblem: ``too_many``: the guest has a search in the queue already, or the queue is full; ``busy``: no
                worker answers.
        """
        return await self._answer(guest, HintRequest(game.position.to_line(), ply), Hint)

    async def look_back(self, guest: str, setup: Setup, rows: Sequence[Row], month: int) -> LookBack:
        """Look back at a guest's moves of a month, 1 to 13, in all rows of a table.

        Raises:
            ApiProblem: as for :meth:`hint`.
        """

        def request() -> LookBackRequest:
            acts = own_acts(setup, rows, guest, month)
            moved = [ActRequest(act.game.position.to_line(), act.ply, [m.words for m in act.moves]) for act in acts]
            return LookBackRequest(month, moved)

        return await self._answer(guest, await self.venue.aside(request), LookBack)

    async def analyse(self, guest: str, game: Game, simulations: int) -> AsyncGenerator[AnalysisUpdate, None]:
        """Return the growing analysis of a position. It ends early if the guest asks for another one.

        Raises:
            ApiProblem: ``too_many``: the queue is full; ``busy``: no worker runs.
        """
        request = AnalysisTask(game.position.to_line(), simulations)
        return self._updates(await self._put("analyses", guest, request, replaces=True))

    async def review(self, table: str, guest: str) -> Reviewing:
        """Queue a review of a finished table without one, if it is not in the queue, and return its progress.

        Raises:
            ApiProblem: ``too_many`` if the guest's part of the queue, or the queue, is full; ``internal`` if the review
                has failed.
        """
        state = await self.queue.find("reviews", table)
        if state is None:
            everyone, own = await self.queue.count("reviews", guest)
            if everyone >= self.queue.most_waiting or own >= REVIEWS_OF_A_GUEST:
                raise ApiProblem("too_many", retry=REVIEW_RETRY * 5)
            await self.queue.put("reviews", table, guest, encode(ReviewTask(self._simulations)))
            state = await self.queue.find("reviews", table)
        if state is None:
            # It has been stored meanwhile.
            return Reviewing(0, 0, 0, REVIEW_RETRY)
        if state.state == "failed":
            self.queue.discard(state.id)
            raise ApiProblem("internal")
        return Reviewing(state.done, state.total, state.before, REVIEW_RETRY)

    async def _put(self, kind: str, guest: str, request: msgspec.Struct, *, replaces: bool = False) -> str:
        """Queue a search for which a guest waits, and return its id."""
        if not await self.queue.has_worker():
            log.warning("no worker process is running: start edokko worker")
            raise ApiProblem("busy", retry=NO_WORKER_RETRY)
        everyone, own = await self.queue.count(kind, guest)
        if everyone >= self.queue.most_waiting and not own:
            raise ApiProblem("too_many", retry=5)
        task = await self.queue.put(kind, guest, guest, encode(request), replaces=replaces)
        if task is None:
            raise ApiProblem("too_many", retry=2)
        return task

    async def _answer(self, guest: str, request: msgspec.Struct, shape: type[T]) -> T:
        """Request a search that a worker answers within moments, and return the answer."""
        task = await self._put("hints", guest, request)
        try:
            async with asyncio.timeout(self.queue.answer_seconds), contextlib.aclosing(self.queue.states(task)) as all_:
                async for state in all_:
                    if state.state == "done" and state.result is not None:
                        return msgspec.json.decode(state.result, type=shape)
        except TimeoutError:
            raise ApiProblem("busy", retry=NO_WORKER_RETRY) from None
        finally:
            self.queue.discard(task)
        raise ApiProblem("internal")

    async def _updates(self, task: str) -> AsyncGenerator[AnalysisUpdate, None]:
        self.streams += 1
        sent = 0
        try:
            async with contextlib.aclosing(self.queue.states(task)) as states:
                async for state in states:
                    if self._is_stopping:
                        return
                    if state.result is None and state.state == "waiting":
                        yield AnalysisUpdate(0, max(1, state.before + 1 - ANALYSES_AT_ONCE))
                    elif state.result is not None and state.done != sent:
                        sent = state.done
                        yield msgspec.json.decode(state.result, type=AnalysisUpdate)
        finally:
            # The client has gone, or the budget is spent.
            self.streams -= 1
            self.queue.discard(task)


def encode(shape: msgspec.Struct) -> str:
    """Return a payload or a result as JSON."""
    return msgspec.json.encode(shape).decode()


def own_acts(setup: Setup, rows: Sequence[Row], guest: str, month: int) -> list[Act]:
    """Return what a guest has done in a month, without the moves that were taken back."""
    replay, decisions = Replay(setup, rows), []
    moves = [row for row in effective_rows(rows) if row.kind == "move"]
    for ply, row in enumerate(moves):
        if row.guest == guest:
            game = replay.at(ply).copy_for_search()
            if game.month == month:
                decisions.append((ply, game, Move(row.text)))
    return acts_of(decisions)
