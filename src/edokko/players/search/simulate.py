"""The simulations of Monte Carlo tree search: selection, expansion, playout, evaluation, backup.

Nothing is allocated. Each seat maximises its own utility (max^n: Luckhardt and Irani, 1986). Chance is sampled from the
search's own stream, never from the game's. The tree is open loop: a node is the sequence of moves that leads to it
(Perez et al., 2015).
"""

from __future__ import annotations

from edokko.players.evaluation.outlook import predict
from edokko.players.policies.desk import Desk
from edokko.players.search.playout import draw_outcome, hasty_playout, random_rollout
from edokko.players.search.priors import compute_priors, is_hire, refresh_priors
from edokko.players.search.selection import add_children, count_missing, index_of, select_child
from edokko.players.search.storage import CURRENT, LONGEST_PATH, ROOT_GAME, Search
from edokko.players.search.tree import DEEPEST, NONE, ROOT, SIMULATIONS, STALE, USED
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.referee import is_chance, is_decision, legal_moves, play, reveal


@entry_point
def run_simulations(desk: Desk, search: Search, simulations: int) -> None:
    """Run simulations from the position ``games[ROOT_GAME]``; an entry point for Python.

    Args:
        desk: ``GAMES`` games, all but the first of them scratch.
        search: a search that was started (:func:`edokko.players.search.root.start`).
        simulations: the number of simulations.
    """
    for _ in range(simulations):
        simulate(desk, search)


@rule
def simulate(desk: Desk, search: Search) -> None:
    """Run one simulation: descend to a leaf, play out, evaluate, and back up the utilities."""
    tables, settings, space = desk.tables[0], search.settings[0], search.spaces[0]
    copy_game(desk.games, ROOT_GAME, CURRENT)
    begin_descent(search)
    while descend(desk, search):
        compute_priors(desk, search, space.new_moves, space.depth == 1)
        add_children(desk, search)
    if settings.rollout > 0:
        random_rollout(desk, search)
    if settings.playout > 0:
        hasty_playout(desk, search)
    state, prediction = desk.games[CURRENT], search.predictions[0]
    predict(tables, desk.worths, search.outlook[0], state, settings.win_share, prediction)
    back_up(search, tables.players)


@rule
def begin_descent(search: Search) -> None:
    """Begin the path of a simulation at the root."""
    space = search.spaces[0]
    space.path[0] = ROOT
    space.depth = 1
    space.is_at_leaf = 0
    space.crossed_chance = search.counters[STALE]
    space.new_moves = 0


@rule
def descend(desk: Desk, search: Search) -> bool:
    """Descend until a node lacks children, or to the end of the path.

    The path goes to ``space.path``, and the position at its end to ``games[CURRENT]``.

    Returns:
        Whether the last node lacks a child for some of its ``space.new_moves`` legal moves, which ``desk.legal`` lists.
        The caller then computes their priors, adds the children (:func:`add_children`) and calls again. False at the
        end of the path: a leaf with several moves, the end of the game, a full tree.
    """
    tables, games = desk.tables[0], desk.games
    settings, nodes, space = search.settings[0], search.nodes, search.spaces[0]
    while space.is_at_leaf == 0 and space.depth < LONGEST_PATH:
        if is_chance(games[CURRENT]):
            space.crossed_chance = 1
            reveal(tables, games[CURRENT], draw_outcome(desk, CURRENT, space.outcomes, space.weights))
            continue
        if not is_decision(games[CURRENT]):
            break
        node = space.path[space.depth - 1]
        count = space.new_moves
        space.new_moves = 0
        if count == 0:
            is_leaf = nodes[node].first == NONE
            if settings.lines > 0 and nodes[node].visits == settings.lines and is_hire(games[CURRENT]) and not is_leaf:
                refresh_priors(desk, search, node)
            if is_leaf or space.crossed_chance == 1:
                count = legal_moves(tables, games[CURRENT], desk.legal)
                missing = count_missing(search, node, desk.legal, count)
                if search.counters[USED] + missing > len(nodes):
                    break
                if missing > 0:
                    space.new_moves = count
                    space.is_at_leaf = int(is_leaf and count > 1)
                    return True
        child = select_child(desk, search, node, count)
        space.path[space.depth] = child
        space.depth += 1
        play(tables, games[CURRENT], nodes[child].move)
    return False


@rule
def back_up(search: Search, players: int) -> None:
    """Add the predicted utilities to the nodes of the path, and the prediction to the statistics of the root's move."""
    nodes, counters, space, prediction = search.nodes, search.counters, search.spaces[0], search.predictions[0]
    depth = space.depth
    for step in range(depth):
        node = space.path[step]
        nodes[node].visits += 1
        for seat in range(players):
            nodes[node].value[seat] += prediction.utilities[seat]
    counters[SIMULATIONS] += 1
    counters[DEEPEST] = max(counters[DEEPEST], depth)
    if depth > 1:
        root_move = search.root_moves[index_of(space.root_legal, space.root_count, nodes[space.path[1]].move)]
        root_move.new_visits += 1
        for seat in range(players):
            root_move.finals[seat] += prediction.finals[seat]
            root_move.wins[seat] += prediction.wins[seat]
