"""The root of a search, as Python prepares and reads it: its statistics and its children."""

from __future__ import annotations

from edokko.players.policies.desk import Desk
from edokko.players.search.priors import refresh_priors
from edokko.players.search.storage import CURRENT, ROOT_GAME, Search
from edokko.players.search.tree import NONE, ROOT, Node, child_of
from edokko.rules.chance import seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point
from edokko.rules.referee import legal_moves
from edokko.rules.state import SEATS


@entry_point
def start(desk: Desk, search: Search, seed: list[int]) -> None:
    """Prepare a search: seed its random stream, and reset the root statistics.

    Args:
        desk: the position is ``games[ROOT_GAME]``.
        seed: three 32-bit words.
    """
    space = search.spaces[0]
    seed_words(desk.words, seed[0], seed[1], seed[2])
    space.root_count = legal_moves(desk.tables[0], desk.games[ROOT_GAME], space.root_legal)
    for place in range(space.root_count):
        root_move = search.root_moves[place]
        root_move.new_visits = 0
        for seat in range(SEATS):
            root_move.finals[seat] = 0.0
            root_move.wins[seat] = 0.0


@entry_point
def refresh_root(desk: Desk, search: Search) -> None:
    """Recompute the priors of the root's children in a reused tree, which has some from before a chance step."""
    if search.nodes[ROOT].first != NONE:
        copy_game(desk.games, ROOT_GAME, CURRENT)
        refresh_priors(desk, search, ROOT)


@entry_point
def count_visits(desk: Desk, search: Search) -> int:
    """Write the visits and utilities of the root's legal moves to their statistics.

    Returns:
        The number of legal moves.
    """
    seat = desk.games[ROOT_GAME].seat
    nodes, space = search.nodes, search.spaces[0]
    for place in range(space.root_count):
        child = child_of(nodes, ROOT, space.root_legal[place])
        root_move = search.root_moves[place]
        root_move.visits = 0
        root_move.utility = 0.0
        if child != NONE:
            root_move.visits = nodes[child].visits
            root_move.utility = nodes[child].value[seat]
    return space.root_count


@entry_point
def visit_lead(search: Search) -> int:
    """Return the difference in visits between the two most visited legal moves of the root."""
    nodes, space = search.nodes, search.spaces[0]
    most = 0
    second = 0
    for place in range(space.root_count):
        child = child_of(nodes, ROOT, space.root_legal[place])
        if child != NONE:
            visits = nodes[child].visits
            if visits > most:
                second = most
                most = visits
            else:
                second = max(second, visits)
    return most - second


@entry_point
def keep_only_child(nodes: list[Node], move: int) -> None:
    """Remove all children of the root but the one of this move; do nothing if it has no such child."""
    child = child_of(nodes, ROOT, move)
    if child != NONE:
        nodes[ROOT].first = child
        nodes[child].next = NONE
