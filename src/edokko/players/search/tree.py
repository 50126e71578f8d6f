"""The search tree: nodes in one preallocated array, so that a search allocates nothing and its memory is bounded.

The children of a node form a linked list: ``first``, then ``next`` of each. Node 0 is the root; link 0 means none.
"""

from __future__ import annotations

from typing import Annotated

from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import entry_point, rule
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
    bias: Annotated[float, Cells("f8")]
    """The evaluation of the node's move less that of the best sibling, in utility: 0 or less."""
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
    node.bias = 0.0
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
    others[target].bias = nodes[source].bias
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
