"""The Monte Carlo tree search player: a budget for each decision, one or several threads, tree reuse."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

from edokko.chance import split_seed
from edokko.game import Game
from edokko.move import Move
from edokko.native.backends import Backend
from edokko.players.base import checked_seed
from edokko.players.budget import Budget
from edokko.players.evaluation.outlook import outlook_for
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.search import data
from edokko.players.search.data import Settings
from edokko.players.search.searcher import MoveStatistics, Searcher, best

SLICE_SECONDS = 0.004
"""How long native code runs between two checks of the clock and the stop event, in seconds."""
FIRST_SLICE = 16
"""The number of simulations of the first slice, which measures the speed."""
DEFAULT = Budget(milliseconds=500)


class SearchPlayer:
    """A player that plays the most visited move of a tree search.

    Args:
        seed: fixes the search's random stream; ``None`` takes one from the system's generator. With a number of
            simulations and one thread, the seed fixes the move.
        budget: the budget of each decision unless :meth:`choose` gets another.
        threads: the number of trees that grow in parallel; their visits are added.
        settings, weights: replace the shipped constants and weights.
        backend: how it runs, ``PLAIN`` or ``NATIVE``; ``None`` for native, or plain without an engine.
        nodes: the maximum number of nodes of each tree.
        name: the name that records and tables show.
    """

    default = DEFAULT
    """The default budget."""

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | str = DEFAULT,
        threads: int = 1,
        *,
        settings: Settings | None = None,
        weights: Weights | None = None,
        backend: Backend | None = None,
        nodes: int | None = None,
        name: str = "mcts",
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads: {threads!r} is not from 1 to {MOST_THREADS}")
        self.name = name
        self.budget = Budget.of(budget, DEFAULT)
        words = split_seed(checked_seed(seed))
        self._searchers = [
            self._searcher(
                settings or data.settings(),
                weights or shipped(),
                words,
                thread,
                backend=backend,
                nodes=nodes,
            )
            for thread in range(threads)
        ]

    def _searcher(self, *arguments: Any, **options: Any) -> Searcher:
        """Return one tree; the arguments are those of :class:`edokko.players.search.searcher.Searcher`."""
        return Searcher(*arguments, **options)

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """Return the most visited move; a single legal move at once."""
        legal = list(game.legal_moves)
        if not legal:
            raise ValueError("no seat has a decision to make in this game now")
        if len(legal) == 1:
            return legal[0]
        return best(self.search(game, budget, until_settled=True)).move

    def search(
        self, game: Game, budget: Budget | str | None = None, *, fresh: bool = False, until_settled: bool = False
    ) -> list[MoveStatistics]:
        """Search, and return the statistics of each legal move, in their order.

        Args:
            budget: the budget of this decision; ``None`` for the player's own.
            fresh: whether to discard the tree of earlier decisions.
            until_settled: whether a single tree may stop early, see :func:`run`. Parallel trees never stop early,
                because none of them knows the visits of the others.
        """
        bound = Budget.of(budget, self.budget)
        outlook = outlook_for(game.players)
        began = perf_counter()
        for searcher in self._searchers:
            searcher.begin(game, outlook, fresh=fresh)
        if len(self._searchers) == 1:
            run(self._searchers[0], bound, began, until_settled=until_settled)
        else:
            with ThreadPoolExecutor(len(self._searchers)) as pool:
                list(pool.map(lambda searcher: run(searcher, bound, began), self._searchers))
        return total([searcher.statistics(game) for searcher in self._searchers])

    def principal_variation(self, move: Move) -> list[Move]:
        """Return the principal variation of the first tree that begins with a move."""
        return self._searchers[0].principal_variation(move)


MOST_THREADS = 64


def run(searcher: Searcher, budget: Budget, began: float, *, until_settled: bool = False) -> None:
    """Search until the budget is spent or the stop event is set. At least one simulation is run.

    Args:
        budget: a budget without any bound means the default one.
        began: the ``perf_counter`` time at which the decision began.
        until_settled: whether to stop early, under a time budget, once the remaining simulations cannot change which
            move is visited most. A number of simulations is always run completely: slices depend on the clock, so
            stopping early would make the tree, and later moves, depend on it too.
    """
    if budget.milliseconds is None and budget.simulations is None:
        budget = Budget(DEFAULT.milliseconds, None, budget.stop)
    left = budget.simulations
    deadline = None if budget.milliseconds is None else began + budget.milliseconds / 1000
    size = FIRST_SLICE
    done, first = 0, perf_counter()
    while left is None or left > 0:
        size = size if left is None else min(size, left)
        started = perf_counter()
        searcher.run(size)
        now = perf_counter()
        done += size
        if left is not None:
            left -= size
        if (budget.stop is not None and budget.stop.is_set()) or (deadline is not None and now >= deadline):
            return
        if until_settled and left is None and deadline is not None:
            # Estimate from the average speed: another process may have slowed down a single slice.
            to_come = done / max(now - first, 1e-6) * (deadline - now)
            if searcher.visit_lead() > to_come:
                return
        rate = size / max(now - started, 1e-6)
        seconds = SLICE_SECONDS if deadline is None else min(SLICE_SECONDS, deadline - now)
        size = max(1, min(int(rate * seconds), 4 * size))


def total(searches: Sequence[Sequence[MoveStatistics]]) -> list[MoveStatistics]:
    """Add up the statistics of several searches, move by move."""
    sums = list(searches[0])
    for moves in searches[1:]:
        sums = [mine + theirs for mine, theirs in zip(sums, moves, strict=True)]
    return sums
