"""Analyses that a client watches while they grow. Slices of the searches take turns in one low-priority thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor

from edokko.game import Game
from edokko.players import Budget
from edokko.players.analysis.position import Analysis, Analyst
from edokko.server.workers.threads import lower_priority
from edokko.table.problems import ApiProblem
from edokko.table.shapes.analysis import AnalysisUpdate
from edokko.table.views.thinking import update_of

MOST_AT_ONCE = 2
"""Searches that take turns. Each holds a tree of 64 MiB, so further ones wait."""
MOST_WAITING = 20
"""Capacity of the queue of this process."""
SLICE = Budget(milliseconds=250)
"""The search between two lines of a stream."""
SECONDS = 20.0
"""Time limit of a search, for a busy machine."""
MOVES = 5
WAITING_INTERVAL = 1.0
"""Seconds between two lines of a stream that waits."""


class Analyses:
    """The analyses of this process. A guest has one at a time: a new one replaces the one before."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="analysis", initializer=lower_priority)
        self._places = asyncio.Semaphore(MOST_AT_ONCE)
        self._stops: dict[str, threading.Event] = {}
        """The stop event of each guest's analysis, in the order of their requests."""
        self._is_stopping = False

    @property
    def running(self) -> int:
        """The number of analyses, the waiting ones included."""
        return len(self._stops)

    def stop(self) -> None:
        """Stop all searches."""
        self._is_stopping = True
        for stop in self._stops.values():
            stop.set()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def request(self, guest: str, game: Game, simulations: int) -> AsyncGenerator[AnalysisUpdate, None]:
        """Return the growing analysis of a position. It ends early if the guest asks for another one.

        Args:
            guest: who asks.
            game: a game in which a seat decides, or that is over.
            simulations: the budget.

        Raises:
            ApiProblem: ``too_many``: the queue is full.
        """
        if len(self._stops) >= MOST_AT_ONCE + MOST_WAITING and guest not in self._stops:
            raise ApiProblem("too_many", retry=5)
        return self._updates(guest, game, simulations)

    async def _updates(self, guest: str, game: Game, simulations: int) -> AsyncGenerator[AnalysisUpdate, None]:
        earlier, stop = self._stops.pop(guest, None), threading.Event()
        if earlier is not None:
            earlier.set()
        self._stops[guest] = stop
        try:
            while not await self._has_place():
                if stop.is_set():
                    return
                yield AnalysisUpdate(0, max(1, list(self._stops.values()).index(stop) + 1 - MOST_AT_ONCE))
            try:
                async for update in self._search(game, simulations, stop):
                    yield update
            finally:
                self._places.release()
        finally:
            # The client has gone, or the budget is spent: the thread must not go on.
            stop.set()
            if self._stops.get(guest) is stop:
                del self._stops[guest]

    async def _has_place(self) -> bool:
        """Wait for a place for a moment, and return whether this analysis has one."""
        try:
            await asyncio.wait_for(self._places.acquire(), WAITING_INTERVAL)
        except TimeoutError:
            return False
        return True

    async def _search(
        self, game: Game, simulations: int, stop: threading.Event
    ) -> AsyncGenerator[AnalysisUpdate, None]:
        loop = asyncio.get_running_loop()
        end = loop.time() + SECONDS
        results = await loop.run_in_executor(self._thread, _begin, game, simulations, stop)
        is_done = False
        while not is_done and not self._is_stopping:
            analysis = await loop.run_in_executor(self._thread, next, results, None)
            if analysis is None:
                # The guest has asked for another analysis.
                return
            is_done = analysis.seat is None or analysis.simulations >= simulations or loop.time() >= end
            yield update_of(analysis, done=is_done)


def _begin(game: Game, simulations: int, stop: threading.Event) -> Iterator[Analysis]:
    return Analyst().improve(game, Budget(simulations=simulations, stop=stop), SLICE, MOVES)
