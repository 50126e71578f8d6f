"""Advice for players: hints and the coach's look back, searched one at a time in a low-priority thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from edokko.game import Game
from edokko.move import Move
from edokko.players import Budget
from edokko.players.analysis.coaching import Act, acts_of, look_back
from edokko.players.analysis.position import Analyst
from edokko.server.workers.threads import lower_priority
from edokko.table.problems import ApiProblem
from edokko.table.replay import Replay
from edokko.table.rows import Row, effective_rows
from edokko.table.setup import Setup
from edokko.table.shapes.analysis import Hint, LookBack
from edokko.table.views.thinking import hint_of, look_back_view_of

T = TypeVar("T")
SIMULATIONS = 2000
"""The simulations of a hint."""
PARTS_OF_LOOK_BACK = 2
"""A look back searches several decisions, each with the simulations of a hint divided by this."""
MOST_WAITING = 20
"""Searches in the queue."""


class Advice:
    """The hints and look backs of this process."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="advice", initializer=lower_priority)
        self._guests: set[str] = set()
        """The guests with a search in the queue."""
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Abandon the searches; clients ask again after a restart."""
        self._stopping.set()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def hint(self, guest: str, game: Game, ply: int) -> Hint:
        """Analyse the position at a ply.

        Raises:
            ApiProblem: ``too_many``: the guest has a search in the queue already, or the queue is full.
        """
        return await self._run(guest, lambda: hint_of(Analyst().analyse(game, self._budget()), ply))

    async def look_back(self, guest: str, setup: Setup, rows: Sequence[Row], month: int) -> LookBack:
        """Look back at a guest's moves of a month.

        Args:
            guest: the guest who asks.
            setup: of the game.
            rows: all rows of the table.
            month: 1 to 13.

        Raises:
            ApiProblem: ``too_many``, as for :meth:`hint`.
        """
        return await self.look_back_at(guest, lambda: own_acts(setup, rows, guest, month), month)

    async def look_back_at(self, guest: str, acts: Callable[[], Sequence[Act]], month: int) -> LookBack:
        """Look back at acts, which another thread finds."""

        def work() -> LookBack:
            analyst = Analyst()
            return look_back_view_of(look_back(analyst, acts(), month, self._budget(PARTS_OF_LOOK_BACK)), month)

        return await self._run(guest, work)

    def _budget(self, parts: int = 1) -> Budget:
        """Return a number of simulations, not a time: the same position gets the same words on any machine."""
        return Budget(None, SIMULATIONS // parts, self._stopping)

    async def _run(self, guest: str, work: Callable[[], T]) -> T:
        if guest in self._guests:
            raise ApiProblem("too_many", retry=2)
        if len(self._guests) >= MOST_WAITING:
            raise ApiProblem("too_many", retry=5)
        self._guests.add(guest)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._guests.discard(guest)


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
