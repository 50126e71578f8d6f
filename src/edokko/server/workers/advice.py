"""Advice for players: hints and the costs of moves, searched one at a time in a low-priority thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from edokko.game import Game
from edokko.move import Move
from edokko.players import Budget
from edokko.players.analysis.cost import cost_of
from edokko.players.analysis.position import Analyst
from edokko.players.runtime import ready
from edokko.rules.engine.backends import COMPILED, PLAIN
from edokko.server.core.replay import Replay
from edokko.server.core.rows import Row, effective_rows
from edokko.server.core.setup import Setup
from edokko.server.views.advice import cost_view_of, hint_of
from edokko.server.views.problems import ApiProblem
from edokko.server.views.shapes.analysis import Hint, MoveCost
from edokko.server.workers.threads import lower_priority

T = TypeVar("T")
HINT_MILLISECONDS = 500.0
"""The time of a hint, and of the search for the best move of a decision whose cost is asked."""
MOST_WAITING = 20
"""Searches in the queue; the last one waits for as many times :data:`HINT_MILLISECONDS`, or twice that for costs."""


class Advice:
    """The hints and costs of this process."""

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
        return await self._run(guest, lambda: hint_of(game.analyse(self._budget(), engine="ready"), ply))

    async def cost(self, guest: str, setup: Setup, rows: Sequence[Row], ply: int) -> MoveCost:
        """Return what the moves of a request have cost their player.

        Args:
            guest: the guest who asks.
            setup: of the game.
            rows: all rows of the table.
            ply: before the first move of the request.

        Raises:
            ApiProblem: ``too_many``, as for :meth:`hint`; ``stale_ply``: no request of the
                guest began there, or it was taken back.
        """
        moves = moves_of_request(rows, ply, guest)
        return await self.cost_of_moves(guest, lambda: Replay(setup, rows).at(ply).copy_for_search(), ply, moves)

    async def cost_of_moves(
        self, guest: str, position: Callable[[], Game], ply: int, moves: Sequence[Move]
    ) -> MoveCost:
        """Return what moves have cost their player.

        Args:
            guest: the guest who asks.
            position: returns the game before the first move, in another thread.
            ply: of that position.
            moves: without chance between them.

        Raises:
            ApiProblem: ``too_many``, as for :meth:`hint`.
        """

        def work() -> MoveCost:
            ready.begin()
            analyst = Analyst(backend=COMPILED if ready.is_ready() else PLAIN)
            return cost_view_of(cost_of(analyst, position(), moves, self._budget()), ply, len(moves))

        return await self._run(guest, work)

    def _budget(self) -> Budget:
        return Budget(HINT_MILLISECONDS, None, self._stopping)

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


def moves_of_request(rows: Sequence[Row], ply: int, guest: str) -> list[Move]:
    """Return the moves of a guest's request that began at a ply.

    Raises:
        ApiProblem: ``stale_ply``: no request of the guest began there, or it was taken back.
    """
    moves = [row for row in effective_rows(rows) if row.kind == "move"]
    if ply >= len(moves) or moves[ply].guest != guest:
        raise ApiProblem("stale_ply")
    return [Move(row.text) for row in moves[ply:] if row.batch == moves[ply].batch]
