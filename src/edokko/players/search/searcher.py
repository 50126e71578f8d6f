"""A search that lasts for a whole game: it owns the arrays, reuses the tree between decisions, and reads results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from edokko.move import Move
from edokko.players.evaluation.appraisal import appraise
from edokko.players.evaluation.outlook import Outlook
from edokko.players.evaluation.weights import Weights
from edokko.players.kit import kit
from edokko.players.policies.hasty import RoomValues
from edokko.players.policies.lines import Lines
from edokko.players.search.settings import EXPLICIT, Settings
from edokko.players.search.simulate import GAMES, ROOT_GAME, Workspace, root_statistics, search, start, visit_lead
from edokko.players.search.tree import (
    COUNTERS,
    NONE,
    ROOT,
    SIMULATIONS,
    STALE,
    Node,
    child_of,
    clear_tree,
    copy_subtree,
    principal_variation,
    walk,
)
from edokko.rules import referee
from edokko.rules.engine.registry import rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables

if TYPE_CHECKING:
    from edokko.game import Game

NODES = 1 << 19
"""The node limit of a compiled search. It has two arrays, and a node takes 64 bytes: 64 MiB for each thread."""
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
        """Add the statistics that two searches have of the same move."""
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
    state: Any


class Searcher:
    """A search tree with the storage of its simulations. The same code runs compiled and plain.

    Args:
        settings: the constants of the search.
        weights: the weights of the evaluation.
        seed: two words that fix the search's random stream.
        thread: the index of this search among parallel ones; each has another random stream.
        is_compiled: whether it runs compiled or plain.
        nodes: the maximum number of nodes.
    """

    def __init__(
        self,
        settings: Settings,
        weights: Weights,
        seed: tuple[int, int],
        thread: int = 0,
        *,
        is_compiled: bool = True,
        nodes: int | None = None,
    ) -> None:
        self._settings = settings
        self._weights = weights
        self._seed = seed
        self._thread = thread
        self._kit = kit(is_compiled)
        size = nodes or (NODES if is_compiled else PLAIN_NODES)
        self._nodes, self._spare = self._kit.records(Node, size), self._kit.records(Node, size)
        self._games, self._spaces = self._kit.records(State, GAMES), self._kit.records(Workspace, 1)
        self._lines, self._rooms = self._kit.records(Lines, 1), self._kit.records(RoomValues, 1)
        self._counters = self._kit.integers(COUNTERS)
        self._inputs: tuple[Any, ...] = ()
        self._root: _Root | None = None

    @property
    def simulations(self) -> int:
        """The number of simulations that the tree holds, including those reused from earlier decisions."""
        return int(self._counters[SIMULATIONS])

    @property
    def memory(self) -> int:
        """The memory of a compiled search, in bytes."""
        arrays = (self._nodes, self._spare, self._games, self._spaces, self._lines, self._rooms, self._counters)
        return sum(array.nbytes for array in arrays)

    def begin(self, game: Game, outlook: Outlook, *, fresh: bool = False) -> None:
        """Move the root to the position of a game, and reuse the matching part of the tree.

        Args:
            game: a game in which a seat decides.
            outlook: the value model for its number of players.
            fresh: whether to discard the tree instead.
        """
        if self._root is None or self._root.tables is not game.tables:
            single = self._kit.single
            worths = self._kit.shared(appraise(game.tables, self._weights))
            self._inputs = single(game.tables), worths, single(self._settings), single(outlook)
        if fresh or not self._reuse_subtree(game):
            self._kit.call(clear_tree)(self._nodes, self._counters)
        self._kit.write_state(self._games, ROOT_GAME, game.state)
        self._root = _Root(game.tables, game.moves, game.chance_count, game.state.copy())
        # The stream depends on the position, never on the game's seed, which fixes the game's chance.
        third = (crc32(game.state.to_records().tobytes()) + self._thread) & 0xFFFFFFFF
        seed = self._kit.integers(3)
        seed[:] = [*self._seed, third]
        tables, worths, settings, _ = self._inputs
        self._kit.call(start)(tables, worths, settings, self._games, self._nodes, self._spaces, self._lines, seed)

    def _reuse_subtree(self, game: Game) -> bool:
        """Move the root along the moves since the last decision; return whether the tree has that node."""
        root = self._root
        if root is None or root.tables is not game.tables or game.moves[: len(root.moves)] != root.moves:
            return False
        numbers = [move.number for move in game.moves[len(root.moves) :]]
        has_crossed = game.chance_count != root.chance
        if not numbers or (has_crossed and self._settings.chance == EXPLICIT):
            return False
        if not has_crossed and not _leads_to(root, numbers, game):
            return False
        node = self._walk(numbers)
        if node == NONE:
            return False
        self._kit.call(copy_subtree)(self._nodes, node, self._spare, self._counters)
        self._nodes, self._spare = self._spare, self._nodes
        if has_crossed:
            self._counters[STALE] = 1
        return True

    def _walk(self, numbers: Sequence[int]) -> int:
        """Return the node that a sequence of moves leads to, or ``NONE``."""
        moves = self._kit.integers(len(numbers))
        moves[:] = numbers
        return int(self._kit.call(walk)(self._nodes, moves, len(numbers)))

    def run(self, simulations: int) -> None:
        """Run simulations. Compiled code releases the GIL, so other threads run meanwhile."""
        self._kit.call(search)(
            *self._inputs,
            self._games,
            self._nodes,
            self._counters,
            self._spaces,
            self._lines,
            self._rooms,
            simulations,
        )

    def restrict_to(self, move: Move) -> None:
        """Make every further simulation begin with this move. The root loses its other children."""
        self._kit.call(keep_only_child)(self._nodes, move.number)

    def visit_lead(self) -> int:
        """Return the difference in visits between the two most visited legal moves."""
        return int(self._kit.call(visit_lead)(self._nodes, self._spaces))

    def statistics(self, game: Game) -> list[MoveStatistics]:
        """Return the statistics of each legal move of the position, in their order."""
        visits, new_visits = np.zeros((2, MOST_LEGAL), np.int64)
        utilities = np.zeros(MOST_LEGAL)
        finals, wins = np.zeros((2, MOST_LEGAL, SEATS))
        outputs = (visits, utilities, new_visits, finals, wins)
        count = self._kit.call(root_statistics)(self._games, self._nodes, self._spaces, *outputs)
        seats = game.players
        return [
            MoveStatistics(
                move,
                int(visits[place]),
                float(utilities[place]),
                int(new_visits[place]),
                tuple(finals[place, :seats].tolist()),
                tuple(wins[place, :seats].tolist()),
            )
            for place, move in zip(range(count), game.legal_moves, strict=True)
        ]

    def principal_variation(self, move: Move) -> list[Move]:
        """Return the principal variation that begins with a move.

        It ends where the tree ends. In open loop it may cross chance steps; its moves are then those visited most.
        """
        node = self._walk([move.number])
        moves = self._kit.integers(LONGEST_LINE)
        count = self._kit.call(principal_variation)(self._nodes, node, moves, LONGEST_LINE) if node != NONE else 0
        return [move, *(Move.of(int(number)) for number in moves[:count])]


@rule
def keep_only_child(nodes: list[Node], move: int) -> None:
    """Remove all children of the root but the one of this move; do nothing if it has no such child."""
    child = child_of(nodes, ROOT, move)
    if child != NONE:
        nodes[ROOT].first = child
        nodes[child].next = NONE


def _leads_to(root: _Root, numbers: Sequence[int], game: Game) -> bool:
    """Check whether the moves, without chance between them, lead from the root to the game's position."""
    state = root.state.copy()
    for number in numbers:
        referee.play(root.tables, state, number)
    return bool(state == game.state)
