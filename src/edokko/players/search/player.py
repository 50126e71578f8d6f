"""The Monte Carlo tree search player: a budget for each decision, tree reuse.

A search lasts for a whole game: it owns the arrays, reuses the tree between decisions, and reads results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, ClassVar
from zlib import crc32

from edokko.chance import split_seed
from edokko.game import Game
from edokko.move import Move
from edokko.native.backends import PLAIN, Backend, backend_of
from edokko.players.base import checked_seed
from edokko.players.budget import Budget
from edokko.players.evaluation.outlook import Outlook, outlook_for
from edokko.players.evaluation.weights import Weights, shipped
from edokko.players.evaluation.worth import Worths, appraise
from edokko.players.policies.desk import Desk
from edokko.players.search import data
from edokko.players.search.data import Settings
from edokko.players.search.simulate import (
    count_visits,
    keep_only_child,
    refresh_root,
    run_simulations,
    start,
    visit_lead,
)
from edokko.players.search.storage import (
    GAMES,
    LOOKAHEAD,
    NONE,
    ROOT_GAME,
    SIMULATIONS,
    STALE,
    Node,
    RootMove,
    clear_tree,
    copy_subtree,
    new_search,
    principal_variation,
    walk,
)
from edokko.rules import referee
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.state import State
from edokko.rules.tables import Tables

NODES = 1 << 19
"""The node limit of a native search.

A searcher holds two arrays of this length, the tree and a spare one into which a kept part is copied. A node takes 56
bytes, so a searcher needs 56 MiB.
"""
PLAIN_NODES = 1 << 13
"""The node limit of a plain search, whose nodes are Python objects."""
LONGEST_LINE = 8
"""The maximum number of moves of a principal variation after its first move."""


@dataclass(frozen=True, slots=True)
class MoveStatistics:
    """The statistics of one move of the root.

    Attributes:
        move: the move.
        visits: the visit count, including visits of a reused tree.
        utility: the sum of the deciding seat's utility over the visits.
        new_visits: the simulations through the move since the search began.
        finals: the sums over ``new_visits`` of the expected final scores, by seat, in IKI.
        wins: the sums over ``new_visits`` of the win chances, by seat.
    """

    move: Move
    visits: int
    utility: float
    new_visits: int
    finals: tuple[float, ...]
    wins: tuple[float, ...]

    def __add__(self, other: MoveStatistics) -> MoveStatistics:
        """Add the statistics of a move that does the same."""
        return MoveStatistics(
            self.move,
            self.visits + other.visits,
            self.utility + other.utility,
            self.new_visits + other.new_visits,
            tuple(mine + theirs for mine, theirs in zip(self.finals, other.finals, strict=True)),
            tuple(mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)),
        )


def best(moves: Sequence[MoveStatistics]) -> MoveStatistics:
    """Return the move to play: the most visited one; ties go to the higher utility."""
    return max(moves, key=lambda move: (move.visits, move.utility))


@dataclass(frozen=True, slots=True)
class _Root:
    """The position at the root of the tree."""

    tables: Tables
    moves: tuple[Move, ...]
    chance: int
    state: State


class Searcher:
    """A search tree with the storage of its simulations. The same code runs native and plain.

    Args:
        seed: two words that fix the search's random stream.
        backend: how it runs, ``PLAIN`` or ``NATIVE``; ``None`` for native, or plain without an engine.
        nodes: the maximum number of nodes.
    """

    is_kept_past_chance: ClassVar[bool] = True
    """Whether the tree is reused after a chance step, though its simulations have sampled other outcomes."""

    def __init__(
        self,
        settings: Settings,
        weights: Weights,
        seed: tuple[int, int],
        *,
        backend: Backend | None = None,
        nodes: int | None = None,
    ) -> None:
        self._weights = weights
        self._seed = seed
        self._backend = backend = backend or backend_of()
        size = nodes or (PLAIN_NODES if backend is PLAIN else NODES)
        self._spare_nodes = backend.records(Node, size)
        # The tables, the worths and the outlook come with the first position.
        self._desk = Desk(
            tables=backend.records(Tables, 0),
            worths=backend.records(Worths, 0),
            games=backend.records(State, GAMES),
            spare=LOOKAHEAD,
            legal=backend.integers(MOST_LEGAL),
            inner=backend.integers(MOST_LEGAL),
            words=backend.integers(4),
        )
        self._search = new_search(settings, size, backend)
        self._root: _Root | None = None

    @property
    def simulations(self) -> int:
        """The number of simulations that the tree holds, including those reused from earlier decisions."""
        return int(self._search.counters[SIMULATIONS])

    def begin(self, game: Game, outlook: Outlook, *, fresh: bool = False) -> None:
        """Move the root to the position of a game, and reuse the matching part of the tree.

        Args:
            outlook: the value model for its number of players.
            fresh: whether to discard the tree instead.
        """
        backend = self._backend
        if self._root is None or self._root.tables is not game.tables:
            worths = backend.shared(appraise(game.tables, self._weights))
            self._desk = self._desk._replace(tables=backend.single(game.tables), worths=worths)
            self._search = self._search._replace(outlook=backend.single(outlook))
        if fresh or not self._reuse_subtree(game):
            backend.call(clear_tree)(self._search.nodes, self._search.counters)
        backend.write_state(self._desk.games, ROOT_GAME, game.state)
        self._root = _Root(game.tables, game.moves, game.chance_count, game.state.copy())
        # The stream depends on the position, never on the game's seed, which fixes the game's chance.
        seed = backend.integers(3)
        seed[:] = [*self._seed, crc32(game.state.to_bytes())]
        self._refresh_root()
        backend.call(start)(self._desk, self._search, seed)

    def _refresh_root(self) -> None:
        """Recompute the priors at the root of a reused tree."""
        self._backend.call(refresh_root)(self._desk, self._search)

    def _reuse_subtree(self, game: Game) -> bool:
        """Move the root along the moves since the last decision; return whether the tree has that node."""
        root = self._root
        if root is None or root.tables is not game.tables or game.moves[: len(root.moves)] != root.moves:
            return False
        numbers = [move.number for move in game.moves[len(root.moves) :]]
        has_crossed = game.chance_count != root.chance
        if not numbers or (has_crossed and not self.is_kept_past_chance):
            return False
        if not has_crossed and not _leads_to(root, numbers, game):
            return False
        node = self._walk(numbers)
        if node == NONE:
            return False
        nodes, spare, counters = self._search.nodes, self._spare_nodes, self._search.counters
        self._backend.call(copy_subtree)(nodes, node, spare, counters)
        self._search, self._spare_nodes = self._search._replace(nodes=spare), nodes
        if has_crossed:
            counters[STALE] = 1
        return True

    def _walk(self, numbers: Sequence[int]) -> int:
        """Return the node that a sequence of moves leads to, or ``NONE``."""
        moves = self._backend.integers(len(numbers))
        moves[:] = numbers
        return int(self._backend.call(walk)(self._search.nodes, moves, len(numbers)))

    def run(self, simulations: int) -> None:
        """Run simulations. Native code releases the GIL, so other threads run meanwhile."""
        self._backend.call(run_simulations)(self._desk, self._search, simulations)

    def restrict_to(self, move: Move) -> None:
        """Make every further simulation begin with this move. The root loses its other children."""
        self._backend.call(keep_only_child)(self._search.nodes, move.number)

    def visit_lead(self) -> int:
        """Return the difference in visits between the two most visited legal moves."""
        return int(self._backend.call(visit_lead)(self._search))

    def statistics(self, game: Game) -> list[MoveStatistics]:
        """Return the statistics of each legal move of the position, in their order."""
        count = self._backend.call(count_visits)(self._desk, self._search)
        rows = self._backend.values(RootMove, self._search.root_moves, count)
        return [
            MoveStatistics(
                move,
                row.visits,
                row.utility,
                row.new_visits,
                tuple(row.finals[: game.players]),
                tuple(row.wins[: game.players]),
            )
            for row, move in zip(rows, game.legal_moves, strict=True)
        ]

    def principal_variation(self, move: Move) -> list[Move]:
        """Return the principal variation that begins with a move.

        It ends where the tree ends. It may cross chance steps; its moves are then those visited most.
        """
        node = self._walk([move.number])
        if node == NONE:
            return [move]
        moves = self._backend.integers(LONGEST_LINE)
        count = self._backend.call(principal_variation)(self._search.nodes, node, moves, LONGEST_LINE)
        return [move, *(Move.of(int(number)) for number in moves[:count])]


def _leads_to(root: _Root, numbers: Sequence[int], game: Game) -> bool:
    """Check whether the moves, without chance between them, lead from the root to the game's position."""
    state = root.state.copy()
    for number in numbers:
        referee.play(root.tables, state, number)
    return bool(state == game.state)


SLICE_SECONDS = 0.004
"""How long native code runs between two checks of the clock and the stop event, in seconds."""
FIRST_SLICE = 16
"""The number of simulations of the first slice, which measures the speed."""
DEFAULT = Budget(milliseconds=500)


class SearchPlayer:
    """A player that plays the most visited move of a tree search.

    Args:
        seed: fixes the search's random stream; ``None`` takes one from the system's generator. With a number of
            simulations, the seed fixes the move.
        budget: the budget of each decision unless :meth:`choose` gets another.
        settings, weights: replace the shipped constants and weights.
        backend: how it runs, ``PLAIN`` or ``NATIVE``; ``None`` for native, or plain without an engine.
        nodes: the maximum number of nodes of the tree.
        name: the name that records and tables show.
    """

    default = DEFAULT
    """The default budget."""

    def __init__(
        self,
        seed: int | None = None,
        budget: Budget | str = DEFAULT,
        *,
        settings: Settings | None = None,
        weights: Weights | None = None,
        backend: Backend | None = None,
        nodes: int | None = None,
        name: str = "mcts",
    ) -> None:
        self.name = name
        self.budget = Budget.of(budget, DEFAULT)
        words = split_seed(checked_seed(seed))
        self._searcher = self._create_searcher(
            settings or data.settings(), weights or shipped(), words, backend=backend, nodes=nodes
        )

    def _create_searcher(self, *arguments: Any, **options: Any) -> Searcher:
        """Create the tree; the arguments are those of :class:`edokko.players.search.player.Searcher`."""
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
            until_settled: whether the search may stop early, see :func:`run`.
        """
        bound = Budget.of(budget, self.budget)
        began = perf_counter()
        self._searcher.begin(game, outlook_for(game.players), fresh=fresh)
        run(self._searcher, bound, began, until_settled=until_settled)
        return self._searcher.statistics(game)

    def principal_variation(self, move: Move) -> list[Move]:
        """Return the principal variation that begins with a move."""
        return self._searcher.principal_variation(move)


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
