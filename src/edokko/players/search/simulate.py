"""The simulations of Monte Carlo tree search: selection, expansion, playout, evaluation, backup.

Nothing is allocated. Each seat maximises its own utility (max^n: Luckhardt and Irani, 1986). Chance is sampled from the
search's own stream, never from the game's. The tree is open loop: a node is the sequence of moves that leads to it
(Perez et al., 2015).

PUCT (Rosin, 2011) selects children. Their priors are a softmax over the evaluations of the positions that the moves
lead to. Within a turn, that position is the end of the best line with the move; in the hire phase, searching all lines
costs more than a simulation.
"""

from __future__ import annotations

from math import sqrt

from edokko.players.evaluation.outlook import predict
from edokko.players.evaluation.seat import evaluate
from edokko.players.policies.desk import Desk
from edokko.players.policies.greedy import try_move
from edokko.players.policies.hasty import hasty_move
from edokko.players.policies.turn_plans import is_in_turn, search_lines
from edokko.players.search.storage import (
    CURRENT,
    DEEPEST,
    LONGEST_PATH,
    LOOKAHEAD,
    NONE,
    ROOT,
    ROOT_GAME,
    SIMULATIONS,
    STALE,
    USED,
    Node,
    Search,
    add_child,
    child_of,
)
from edokko.rules.chance import below, seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.exponential import exponential
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.phases import INCOME_OR_HIRE, PLACE_HIRED
from edokko.rules.referee import chance_outcomes, is_chance, is_decision, legal_moves, pick, play, reveal
from edokko.rules.state import NEW_YEAR, SEATS, State


@entry_point
def run_simulations(desk: Desk, search: Search, simulations: int) -> None:
    """Run simulations from the position ``games[ROOT_GAME]``; an entry point for Python.

    Args:
        desk: ``GAMES`` games, all but the first of them scratch.
        search: a search that was started (:func:`edokko.players.search.simulate.start`).
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


# --- selection and expansion


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
            value += exploration * nodes[child].prior / (1.0 + child_visits)
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
    """Return how many legal moves of a node have no child. In open loop, later visits may find other legal moves."""
    nodes = search.nodes
    if nodes[node].first == NONE:
        return count
    missing = 0
    for place in range(count):
        missing += child_of(nodes, node, legal[place]) == NONE
    return missing


@rule
def add_children(desk: Desk, search: Search) -> None:
    """Add a child for each legal move of the path's last node that has none, with its prior."""
    nodes, counters, space, legal = search.nodes, search.counters, search.spaces[0], desk.legal
    node = space.path[space.depth - 1]
    # Each child becomes the head of the list, so add them backwards: the list then has the order of the legal moves.
    is_new = nodes[node].first == NONE
    for back in range(space.new_moves):
        place = space.new_moves - 1 - back
        if is_new or child_of(nodes, node, legal[place]) == NONE:
            child = add_child(nodes, counters, node, legal[place])
            nodes[child].prior = space.priors[place]


# --- the playout from a leaf to a position that the outlook can score


@rule
def hasty_playout(desk: Desk, search: Search) -> None:
    """Play the hasty policy for all seats to the beginning of a month, where the outlook scores the position.

    At that point salaries are paid, fires are out and no turn is half done. From New Year on, the playout continues to
    the end of the game.
    """
    tables, games, space = desk.tables[0], desk.games, search.spaces[0]
    until = games[CURRENT].month + search.settings[0].playout
    while games[CURRENT].month < until or games[CURRENT].month == NEW_YEAR:
        if is_chance(games[CURRENT]):
            reveal(tables, games[CURRENT], draw_outcome(desk, CURRENT, space.outcomes, space.weights))
        elif is_decision(games[CURRENT]):
            play(tables, games[CURRENT], hasty_move(desk, CURRENT, search.rooms[0]))
        else:
            break


@rule
def draw_outcome(desk: Desk, index: int, outcomes: list[int], weights: list[int]) -> int:
    """Draw an outcome of the chance step that a game waits for from the desk's own stream.

    Args:
        outcomes, weights: scratch, ``MOST_OUTCOMES`` long.
    """
    count = chance_outcomes(desk.tables[0], desk.games[index], outcomes, weights)
    total = 0
    for place in range(count):
        total += weights[place]
    return pick(outcomes, weights, count, below(desk.words, total))


# --- the priors of moves


@rule
def compute_priors(desk: Desk, search: Search, count: int, search_hires: bool) -> None:
    """Compute the prior of each legal move of ``games[CURRENT]``.

    Args:
        count: the number of moves in ``desk.legal``.
        search_hires: whether to search all lines in the hire phase too.
    """
    settings, space = search.settings[0], search.spaces[0]
    if count == 1:
        space.priors[0] = 1.0
        return
    state = desk.games[CURRENT]
    if settings.lines > 0 and is_in_turn(state, state.seat) and (search_hires or not is_hire(state)):
        best = evaluate_lines(desk, search, count)
    else:
        best = evaluate_moves(desk, search, count)
    total = 0.0
    for place in range(count):
        space.priors[place] = exponential((space.priors[place] - best) / settings.prior_temperature)
        total += space.priors[place]
    for place in range(count):
        share = space.priors[place] / total
        space.priors[place] = (1.0 - settings.prior_uniform) * share + settings.prior_uniform / count


@rule
def evaluate_lines(desk: Desk, search: Search, count: int) -> float:
    """Write the evaluation at the end of each move's best line to ``space.priors``, and return the highest one."""
    lines, space = search.lines[0], search.spaces[0]
    search_lines(desk, CURRENT, desk.games[CURRENT].seat, lines)
    best = -1e18
    for place in range(count):
        space.priors[place] = lines.values[place]
        best = max(best, space.priors[place])
    return best


@rule
def evaluate_moves(desk: Desk, search: Search, count: int) -> float:
    """Write the evaluation after each move to ``space.priors``, and return the highest one."""
    tables, games, space = desk.tables[0], desk.games, search.spaces[0]
    seat = games[CURRENT].seat
    best = -1e18
    for place in range(count):
        copy_game(games, CURRENT, LOOKAHEAD)
        try_move(tables, games[LOOKAHEAD], desk.legal[place])
        space.priors[place] = evaluate(tables, desk.worths, games[LOOKAHEAD], seat)
        best = max(best, space.priors[place])
    return best


@rule
def is_hire(state: State) -> bool:
    """Check whether the deciding seat is about to hire a character or to place it."""
    return state.phase == INCOME_OR_HIRE or state.phase == PLACE_HIRED


@rule
def refresh_priors(desk: Desk, search: Search, node: int) -> None:
    """Recompute the priors of a node's children from complete lines, also in the hire phase."""
    nodes, space, legal = search.nodes, search.spaces[0], desk.legal
    count = legal_moves(desk.tables[0], desk.games[CURRENT], legal)
    compute_priors(desk, search, count, True)
    for place in range(count):
        child = child_of(nodes, node, legal[place])
        if child != NONE:
            nodes[child].prior = space.priors[place]


# --- the root, as Python prepares and reads it


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
