"""The storage of a search: its tree, its constants and its scratch, as one argument."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from edokko.native.backends import Backend
from edokko.players.evaluation.outlook import BySeat, Outlook, Prediction
from edokko.players.policies.greedy import SCRATCH_GAMES
from edokko.players.policies.hasty import RoomValues
from edokko.players.policies.turn_plans import LINE_GAMES, Lines
from edokko.players.search.data import Settings
from edokko.players.search.tree import COUNTERS, Node
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.moves import MOST_LEGAL

ROOT_GAME, CURRENT, LOOKAHEAD = range(3)
"""Indexes of the games of a search: the root position, the current position of a simulation, look-ahead scratch."""
GAMES = LOOKAHEAD + max(SCRATCH_GAMES, LINE_GAMES)
LONGEST_PATH = 1024


@fields
class Workspace(Fields):
    """The scratch of a simulation, and the legal moves of the root."""

    priors: Annotated[list[float], Cells("f8", (MOST_LEGAL,))]
    biases: Annotated[list[float], Cells("f8", (MOST_LEGAL,))]
    outcomes: Annotated[list[int], Cells("i8", (MOST_OUTCOMES,))]
    weights: Annotated[list[int], Cells("i8", (MOST_OUTCOMES,))]
    path: Annotated[list[int], Cells("i4", (LONGEST_PATH,))]
    """The nodes from the root to the current position of the simulation."""
    depth: Annotated[int, Cells("i8")]
    """The number of nodes on the path."""
    is_at_leaf: Annotated[int, Cells("i8")]
    """Whether the path has reached its end, a leaf with several legal moves."""
    crossed_chance: Annotated[int, Cells("i8")]
    """Whether the path has crossed a chance step, so that the legal moves may differ from those of earlier visits."""
    new_moves: Annotated[int, Cells("i8")]
    """The number of legal moves of the last node of the path if some of them have no child yet, else 0."""
    root_legal: Annotated[list[int], Cells("i8", (MOST_LEGAL,))]
    root_count: Annotated[int, Cells("i8")]
    """The number of legal moves of the root."""


@fields
class RootMove(Fields):
    """The statistics of one legal move of the root."""

    visits: Annotated[int, Cells("i8")]
    """The visit count, including visits of a reused tree."""
    utility: Annotated[float, Cells("f8")]
    """The sum of the deciding seat's utility over these visits."""
    new_visits: Annotated[int, Cells("i8")]
    """The simulations through the move since the search was started."""
    finals: BySeat
    """The sums of the expected final scores over these simulations."""
    wins: BySeat
    """The sums of the win chances over these simulations."""


class Search(NamedTuple):
    """The tree, the constants and the scratch of a search.

    All but the tree and the root moves have one entry.
    """

    settings: list[Settings]
    outlook: list[Outlook]
    nodes: list[Node]
    """The tree (:mod:`edokko.players.search.tree`)."""
    counters: list[int]
    """The counters of the tree."""
    root_moves: list[RootMove]
    """The statistics of the root's legal moves, in their order."""
    spaces: list[Workspace]
    predictions: list[Prediction]
    lines: list[Lines]
    rooms: list[RoomValues]


def new_search(settings: Settings, nodes: int, backend: Backend) -> Search:
    """Return the storage of a search. It has no outlook yet: that depends on the number of players.

    Args:
        nodes: the maximum number of nodes.
        backend: how the search runs.
    """
    return Search(
        settings=backend.single(settings),
        outlook=backend.records(Outlook, 0),
        nodes=backend.records(Node, nodes),
        counters=backend.integers(COUNTERS),
        root_moves=backend.records(RootMove, MOST_LEGAL),
        spaces=backend.records(Workspace, 1),
        predictions=backend.records(Prediction, 1),
        lines=backend.records(Lines, 1),
        rooms=backend.records(RoomValues, 1),
    )
