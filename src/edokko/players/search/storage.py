"""The storage of a search: its tree, its constants and its scratch, as one argument.

The nodes of the tree are in one preallocated array, so that a search allocates nothing and its memory is bounded. The
children of a node form a linked list: ``first``, then ``next`` of each. Node 0 is the root; link 0 means none.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from edokko.native.backends import Backend
from edokko.players.evaluation.outlook import BySeat, Outlook, Prediction
from edokko.players.evaluation.style import Style
from edokko.players.policies.greedy import SCRATCH_GAMES
from edokko.players.policies.hasty import RoomValues
from edokko.players.policies.turn_plans import LINE_GAMES, Lines
from edokko.players.search.data import Settings
from edokko.rules.chance import MOST_OUTCOMES
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.state import SEATS

ROOT = 0
NONE = 0
USED = 0
"""The index of the counter of nodes in use."""
DEEPEST = 1
"""The index of the counter of the longest path."""
SIMULATIONS = 2
"""The index of the counter of simulations that the tree holds."""
STALE = 3
"""The index of a flag: 1 if the tree is older than a chance step of the game. Some of its moves may be illegal now."""
COUNTERS = 4


@fields
class Node(Fields):
    """A node of the tree."""

    value: Annotated[list[float], Cells("f8", (SEATS,))]
    """The sum of each seat's utility over the visits."""
    prior: Annotated[float, Cells("f8")]
    """The prior of the node's move; the priors of siblings sum to 1."""
    visits: Annotated[int, Cells("i4")]
    first: Annotated[int, Cells("i4")]
    next: Annotated[int, Cells("i4")]
    move: Annotated[int, Cells("i4")]
    """The move that leads to the node."""


@entry_point
def clear_tree(nodes: list[Node], counters: list[int]) -> None:
    """Reset the tree to an unvisited root."""
    clear_node(nodes[ROOT])
    counters[USED] = 1
    counters[DEEPEST] = 0
    counters[SIMULATIONS] = 0
    counters[STALE] = 0


@rule
def clear_node(node: Node) -> None:
    """Reset a node."""
    for seat in range(SEATS):
        node.value[seat] = 0.0
    node.prior = 0.0
    node.visits = 0
    node.first = NONE
    node.next = NONE
    node.move = 0


@rule
def add_child(nodes: list[Node], counters: list[int], parent: int, move: int) -> int:
    """Insert a new node at the head of a parent's list of children.

    Returns:
        The index of the node, or ``NONE`` if the array is full.
    """
    child = counters[USED]
    if child >= len(nodes):
        return NONE
    counters[USED] += 1
    clear_node(nodes[child])
    nodes[child].move = move
    nodes[child].next = nodes[parent].first
    nodes[parent].first = child
    return child


@rule
def child_of(nodes: list[Node], parent: int, move: int) -> int:
    """Return the child that a move leads to, or ``NONE``."""
    child = nodes[parent].first
    while child != NONE and nodes[child].move != move:
        child = nodes[child].next
    return child


@rule
def copy_node(nodes: list[Node], source: int, others: list[Node], target: int) -> None:
    """Copy a node into another array."""
    for seat in range(SEATS):
        others[target].value[seat] = nodes[source].value[seat]
    others[target].prior = nodes[source].prior
    others[target].visits = nodes[source].visits
    others[target].first = nodes[source].first
    others[target].next = nodes[source].next
    others[target].move = nodes[source].move


@entry_point
def copy_subtree(nodes: list[Node], root: int, others: list[Node], counters: list[int]) -> None:
    """Copy a subtree to another array, where its top becomes the root: tree reuse between decisions.

    The copy is breadth-first and compact.

    Args:
        root: the top of the subtree.
        others: output, an array of the same length.
        counters: the counters of the tree; on return, those of the copy.
    """
    copy_node(nodes, root, others, ROOT)
    others[ROOT].next = NONE
    used = 1
    for parent in range(len(others)):
        if parent >= used:
            break
        old = others[parent].first
        link = NONE
        while old != NONE:
            copy_node(nodes, old, others, used)
            others[used].next = NONE
            if link == NONE:
                others[parent].first = used
            else:
                others[link].next = used
            link = used
            used += 1
            old = nodes[old].next
    counters[USED] = used
    counters[DEEPEST] = 0
    counters[SIMULATIONS] = others[ROOT].visits


@entry_point
def walk(nodes: list[Node], moves: list[int], count: int) -> int:
    """Return the node that a sequence of moves from the root leads to.

    Returns:
        The index of the node, or ``NONE`` if the tree lacks it or ``count`` is 0.
    """
    node = ROOT
    for step in range(count):
        node = child_of(nodes, node, moves[step])
        if node == NONE:
            return NONE
    return node


@entry_point
def principal_variation(nodes: list[Node], node: int, moves: list[int], most: int) -> int:
    """Write the principal variation from a node: the most visited child at each ply.

    Args:
        most: the maximum number of moves.

    Returns:
        The number of moves.
    """
    length = 0
    while length < most:
        best = NONE
        child = nodes[node].first
        while child != NONE:
            if nodes[child].visits > 0 and (best == NONE or nodes[child].visits > nodes[best].visits):
                best = child
            child = nodes[child].next
        if best == NONE:
            return length
        moves[length] = nodes[best].move
        length += 1
        node = best
    return length


ROOT_GAME, CURRENT, LOOKAHEAD = range(3)
"""Indexes of the games of a search: the root position, the current position of a simulation, look-ahead scratch."""
GAMES = LOOKAHEAD + max(SCRATCH_GAMES, LINE_GAMES)
LONGEST_PATH = 1024


@fields
class Workspace(Fields):
    """The scratch of a simulation, and the legal moves of the root."""

    priors: Annotated[list[float], Cells("f8", (MOST_LEGAL,))]
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
    style: list[Style]
    """What the player likes; only the champion's search counts with it."""
    outlook: list[Outlook]
    nodes: list[Node]
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
        style=backend.single(Style()),
        outlook=backend.records(Outlook, 0),
        nodes=backend.records(Node, nodes),
        counters=backend.integers(COUNTERS),
        root_moves=backend.records(RootMove, MOST_LEGAL),
        spaces=backend.records(Workspace, 1),
        predictions=backend.records(Prediction, 1),
        lines=backend.records(Lines, 1),
        rooms=backend.records(RoomValues, 1),
    )
