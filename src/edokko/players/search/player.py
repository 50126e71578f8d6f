"""The player that searches: a budget for each decision, one or several threads, a tree that it keeps."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import TYPE_CHECKING

from edokko.chance import split_seed
from edokko.move import Move
from edokko.players.base import checked_seed
from edokko.players.budget import Budget
from edokko.players.outlook import outlook_for
from edokko.players.search import data
from edokko.players.search.searcher import Found, Searcher, best
from edokko.players.search.settings import Settings
from edokko.players.weights import Weights, shipped

if TYPE_CHECKING:
    from edokko.game import Game

SLICE_SECONDS = 0.004
"""How long compiled code runs before it looks at the clock and at the stop signal again."""
FIRST_SLICE = 16
DEFAULT = Budget(milliseconds=500)


class SearchPlayer:
    """Plays the move that a tree search has visited most.

    Args:
        seed: fixes what the search draws; ``None`` for the system's generator. With a number of simulations and one
            thread it fixes the move.
        budget: for each decision, where :meth:`choose` is given none.
        threads: trees that grow side by side and vote.
        settings, weights: other constants than the shipped ones.
        is_compiled: whether it runs compiled; compiling takes a minute once.
        nodes: how many nodes each tree may hold.
        name: how tables call it.
    """

    default = DEFAULT
    """The budget of who is given none."""

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | str = DEFAULT,
        threads: int = 1,
        *,
        settings: Settings | None = None,
        weights: Weights | None = None,
        is_compiled: bool = True,
        nodes: int | None = None,
        name: str = "mcts",
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads: {threads!r} is not from 1 to {MOST_THREADS}")
        self.name = name
        self.budget = Budget.of(budget, DEFAULT)
        words = split_seed(checked_seed(seed))
        self._searchers = [
            Searcher(
                settings or data.settings(),
                weights or shipped(),
                words,
                thread,
                is_compiled=is_compiled,
                nodes=nodes,
            )
            for thread in range(threads)
        ]

    def choose(self, game: Game, budget: Budget | str | None = None) -> Move:
        """The most visited move; at once where there is only one."""
        legal = list(game.legal_moves)
        if not legal:
            raise ValueError("nobody decides in this game now")
        if len(legal) == 1:
            return legal[0]
        return best(self.search(game, budget, until_settled=True)).move

    def search(
        self, game: Game, budget: Budget | str | None = None, *, fresh: bool = False, until_settled: bool = False
    ) -> list[Found]:
        """Search, and say what has been found out about each legal move, in their order.

        Args:
            game: where a seat decides.
            budget: for this decision; ``None`` for the player's own.
            fresh: whether to forget what former decisions have found.
            until_settled: whether one tree alone may leave time unused, see :func:`run`. Of several that vote none
                knows what the others have seen.
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
        return added([searcher.found(game) for searcher in self._searchers])

    def line(self, move: Move) -> list[Move]:
        """The main line that begins with a move, as the first tree has it."""
        return self._searchers[0].line(move)


MOST_THREADS = 64


def run(searcher: Searcher, budget: Budget, began: float, *, until_settled: bool = False) -> None:
    """Search until the budget is spent or the stop signal comes. At least one simulation is run.

    Args:
        searcher: a search at its position.
        budget: without any bound it is the default one.
        began: when the decision began, by ``perf_counter``.
        until_settled: whether to end, where only time bounds the search, as soon as the simulations that are left can
            no longer change which move is visited most. A number of simulations is always run to the last, for where
            a slice ends depends on the clock and what follows depends on the tree.
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
            # By the speed of the whole search: a slice in which something else ran says nothing of the time to come.
            to_come = done / max(now - first, 1e-6) * (deadline - now)
            if searcher.lead() > to_come:
                return
        rate = size / max(now - started, 1e-6)
        seconds = SLICE_SECONDS if deadline is None else min(SLICE_SECONDS, deadline - now)
        size = max(1, min(int(rate * seconds), 4 * size))


def added(all_found: Sequence[Sequence[Found]]) -> list[Found]:
    """What several searches have found, move by move."""
    total = list(all_found[0])
    for found in all_found[1:]:
        total = [mine + theirs for mine, theirs in zip(total, found, strict=True)]
    return total
