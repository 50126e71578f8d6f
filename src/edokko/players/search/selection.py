"""Selection and expansion: which child of a node a simulation follows, and how a node gets its children.

PUCT (Rosin, 2011) selects children, with a prior and a progressive bias (Chaslot et al., 2008) from the evaluation.
"""

from __future__ import annotations

from math import sqrt

from edokko.players.policies.desk import Desk
from edokko.players.search.storage import CURRENT, Search
from edokko.players.search.tree import NONE, add_child, child_of
from edokko.rules.engine.registry import rule


@rule
def select_child(desk: Desk, search: Search, node: int, count: int) -> int:
    """Select the child with the highest PUCT score for the seat that decides in ``games[CURRENT]``.

    Args:
        count: the number of moves in ``desk.legal``; 0 if all children are legal.
    """
    settings, nodes = search.settings[0], search.nodes
    seat = desk.games[CURRENT].seat
    visits = nodes[node].visits
    unvisited = 0.5
    if visits > 0:
        unvisited = nodes[node].value[seat] / visits - settings.first_play
    exploration = settings.exploration * sqrt(1.0 + visits)
    best = -1e18
    chosen = nodes[node].first
    child = nodes[node].first
    while child != NONE:
        if count == 0 or index_of(desk.legal, count, nodes[child].move) < count:
            child_visits = nodes[child].visits
            value = unvisited
            if child_visits > 0:
                value = nodes[child].value[seat] / child_visits
            value += (exploration * nodes[child].prior + settings.bias * nodes[child].bias) / (1.0 + child_visits)
            if value > best:
                best = value
                chosen = child
        child = nodes[child].next
    return chosen


@rule
def index_of(moves: list[int], count: int, move: int) -> int:
    """Return the index of a move in a list; ``count`` if the list lacks it."""
    for place in range(count):
        if moves[place] == move:
            return place
    return count


@rule
def count_missing(search: Search, node: int, legal: list[int], count: int) -> int:
    """Return how many legal moves of a node have no child. In open loop, later visits may find other legal moves.

    Args:
        node: the node.
        legal: the legal moves.
        count: their number.
    """
    nodes = search.nodes
    if nodes[node].first == NONE:
        return count
    missing = 0
    for place in range(count):
        missing += child_of(nodes, node, legal[place]) == NONE
    return missing


@rule
def add_children(desk: Desk, search: Search) -> None:
    """Add a child for each legal move of the path's last node that has none, with its prior and its bias."""
    nodes, counters, space, legal = search.nodes, search.counters, search.spaces[0], desk.legal
    node = space.path[space.depth - 1]
    # Each child becomes the head of the list, so add them backwards: the list then has the order of the legal moves.
    is_new = nodes[node].first == NONE
    for back in range(space.new_moves):
        place = space.new_moves - 1 - back
        if is_new or child_of(nodes, node, legal[place]) == NONE:
            child = add_child(nodes, counters, node, legal[place])
            nodes[child].prior = space.priors[place]
            nodes[child].bias = space.biases[place]
