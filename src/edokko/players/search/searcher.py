"""A search that lives through a game: its arrays, its tree from one decision to the next, its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from edokko.move import Move
from edokko.players.appraisal import appraise
from edokko.players.hasty import Rooms
from edokko.players.kit import kit
from edokko.players.lines import Lines
from edokko.players.outlook import Outlook
from edokko.players.search.settings import EXPLICIT, Settings
from edokko.players.search.simulate import GAMES, ROOT_GAME, Workspace, lead, results, search, start
from edokko.players.search.tree import (
    COUNTERS,
    NONE,
    ROOT,
    SIMULATIONS,
    STALE,
    Node,
    child_of,
    clear_tree,
    keep_subtree,
    main_line,
    walk,
)
from edokko.players.weights import Weights
from edokko.rules import referee
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.registry import rule
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables

if TYPE_CHECKING:
    from edokko.game import Game

NODES = 1 << 19
"""Nodes of a compiled search. There are two arrays of them and a node takes 64 bytes: 64 MiB for each thread."""
PLAIN_NODES = 1 << 13
"""Nodes of a plain search, which are Python objects."""
LONGEST_LINE = 8
"""Moves of a main line."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found out about one move.

    Attributes:
        move: the move.
        visits: how many simulations went through it.
        utility: the sum of the deciding seat's utility over them.
        fresh: how many of them are new since the search began; the following are sums over these.
        finals: the expected final scores by seat, in IKI.
        wins: the chances to win by seat.
    """

    move: Move
    visits: int
    utility: float
    fresh: int
    finals: tuple[float, ...]
    wins: tuple[float, ...]

    def __add__(self, other: Found) -> Found:
        """What two searches have found out about the same move."""
        return Found(
            self.move,
            self.visits + other.visits,
            self.utility + other.utility,
            self.fresh + other.fresh,
            tuple(mine + theirs for mine, theirs in zip(self.finals, other.finals, strict=True)),
            tuple(mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)),
        )


def best(found: Sequence[Found]) -> Found:
    """The move to play: the most visited one, and of equals the better one."""
    return max(found, key=lambda one: (one.visits, one.utility))


@dataclass(frozen=True, slots=True)
class _Root:
    """The position that the tree stands at."""

    tables: Tables
    moves: tuple[Move, ...]
    chance: int
    state: Any


class Searcher:
    """A tree, and all that simulations need. The same code runs compiled and plain.

    Args:
        settings: the constants of the search.
        weights: of the evaluation.
        seed: two words that fix the search's own chance.
        thread: of searches that run side by side, which one it is: each draws other chance.
        is_compiled: whether it runs compiled or plain.
        nodes: how many nodes the tree may hold.
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
        self._nodes, self._spare = self._kit.many(Node, size), self._kit.many(Node, size)
        self._games, self._spaces = self._kit.many(State, GAMES), self._kit.many(Workspace, 1)
        self._lines, self._rooms = self._kit.many(Lines, 1), self._kit.many(Rooms, 1)
        self._counters = self._kit.numbers(COUNTERS)
        self._inputs: tuple[Any, ...] = ()
        self._root: _Root | None = None

    @property
    def simulations(self) -> int:
        """How many simulations the tree holds, those kept from former decisions included."""
        return int(self._counters[SIMULATIONS])

    @property
    def memory(self) -> int:
        """The bytes that a compiled search has reserved."""
        arrays = (self._nodes, self._spare, self._games, self._spaces, self._lines, self._rooms, self._counters)
        return sum(array.nbytes for array in arrays)

    def begin(self, game: Game, outlook: Outlook, *, fresh: bool = False) -> None:
        """Turn to the position of a game; what the tree already knows about it stays.

        Args:
            game: where a seat decides.
            outlook: for its number of players.
            fresh: whether the tree is to forget everything.
        """
        if self._root is None or self._root.tables is not game.tables:
            one = self._kit.one
            worths = self._kit.all(appraise(game.tables, self._weights))
            self._inputs = one(game.tables), worths, one(self._settings), one(outlook)
        if fresh or not self._follow(game):
            self._kit.call(clear_tree)(self._nodes, self._counters)
        self._kit.put(self._games, ROOT_GAME, game.state)
        self._root = _Root(game.tables, game.moves, game.chance_count, game.state.copy())
        third = (crc32(game.state.to_records().tobytes()) + self._thread) & 0xFFFFFFFF
        seed = self._kit.numbers(3)
        seed[:] = [*self._seed, third]
        tables, worths, settings, _ = self._inputs
        self._kit.call(start)(tables, worths, settings, self._games, self._nodes, self._spaces, self._lines, seed)

    def _follow(self, game: Game) -> bool:
        """Keep the subtree that the moves since the last decision lead to; say whether there is one."""
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
        self._kit.call(keep_subtree)(self._nodes, node, self._spare, self._counters)
        self._nodes, self._spare = self._spare, self._nodes
        if has_crossed:
            self._counters[STALE] = 1
        return True

    def _walk(self, numbers: Sequence[int]) -> int:
        """The node that some moves lead to, or ``NONE``."""
        moves = self._kit.numbers(len(numbers))
        moves[:] = numbers
        return int(self._kit.call(walk)(self._nodes, moves, len(numbers)))

    def run(self, simulations: int) -> None:
        """Go on searching. Compiled, it lets other threads run."""
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

    def only(self, move: Move) -> None:
        """Let every simulation from here on begin with one move. What is known about the others is lost."""
        self._kit.call(keep_child)(self._nodes, move.number)

    def lead(self) -> int:
        """How many visits more than any other the most visited legal move has."""
        return int(self._kit.call(lead)(self._nodes, self._spaces))

    def found(self, game: Game) -> list[Found]:
        """What is known about each legal move of the position, in their order."""
        visits, fresh = np.zeros((2, MOST_LEGAL), np.int64)
        utilities = np.zeros(MOST_LEGAL)
        finals, wins = np.zeros((2, MOST_LEGAL, SEATS))
        outputs = (visits, utilities, fresh, finals, wins)
        count = self._kit.call(results)(self._games, self._nodes, self._spaces, *outputs)
        seats = game.players
        return [
            Found(
                move,
                int(visits[place]),
                float(utilities[place]),
                int(fresh[place]),
                tuple(finals[place, :seats].tolist()),
                tuple(wins[place, :seats].tolist()),
            )
            for place, move in zip(range(count), game.legal_moves, strict=True)
        ]

    def line(self, move: Move) -> list[Move]:
        """The main line that begins with a move: what the search expects everybody to play.

        It ends where the tree does. In open loop it may pass chance, and then names what is played most often.
        """
        node = self._walk([move.number])
        moves = self._kit.numbers(LONGEST_LINE)
        count = self._kit.call(main_line)(self._nodes, node, moves, LONGEST_LINE) if node != NONE else 0
        return [move, *(Move.of(int(number)) for number in moves[:count])]


@rule
def keep_child(nodes: list[Node], move: int) -> None:
    """Leave the root one child, if it has it."""
    child = child_of(nodes, ROOT, move)
    if child != NONE:
        nodes[ROOT].first = child
        nodes[child].next = NONE


def _leads_to(root: _Root, numbers: Sequence[int], game: Game) -> bool:
    """Whether moves without chance between them lead from one position to the other."""
    state = root.state.copy()
    for number in numbers:
        referee.play(root.tables, state, number)
    return bool(state == game.state)
