"""The simulations of Monte Carlo tree search: selection, expansion, playout, evaluation, backup.

Nothing is allocated. Each seat maximises its own utility (max^n: Luckhardt and Irani, 1986). PUCT (Rosin, 2011)
selects children, with a prior and a progressive bias (Chaslot et al., 2008) from the evaluation. Chance is sampled
from the search's own stream, never from the game's. The tree is either open loop, where a node is the sequence of moves
that leads to it (Perez et al., 2015), or has explicit chance nodes with progressive widening (Couetoux et al., 2011).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Annotated

from edokko.players.evaluation.features import FEATURE_COUNT
from edokko.players.evaluation.outlook import MARGIN, SCRATCH, Outlook, predict
from edokko.players.evaluation.seat import evaluate
from edokko.players.evaluation.worth import ONE_IKI, Worths
from edokko.players.policies.greedy import SCRATCH_GAMES, move_at, try_move
from edokko.players.policies.hasty import RoomValues, hasty_move
from edokko.players.policies.lines import LINE_GAMES, Lines, is_in_turn, search_lines
from edokko.players.search.settings import EXPLICIT, Settings
from edokko.players.search.tree import DEEPEST, NONE, ROOT, SIMULATIONS, STALE, USED, Node, add_child, child_of
from edokko.rules.chance import MOST_OUTCOMES, below, seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import rule
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.phases import INCOME_OR_HIRE, PLACE_HIRED
from edokko.rules.referee import chance_outcomes, is_chance, is_decision, legal_moves, pick, play, reveal
from edokko.rules.state import NEW_YEAR, SEATS, State
from edokko.rules.tables import Tables

ROOT_GAME, CURRENT, LOOKAHEAD = range(3)
"""Indexes of the games of a search: the root position, the current position of a simulation, look-ahead scratch."""
GAMES = LOOKAHEAD + max(SCRATCH_GAMES, LINE_GAMES)
LONGEST_PATH = 1024

BySeat = Annotated[list[float], Cells("f8", (SEATS,))]


@fields
class Workspace(Fields):
    """The random stream, scratch and root statistics of a search."""

    words: Annotated[list[int], Cells("i8", (4,))]
    """The search's own random stream."""
    legal: Annotated[list[int], Cells("i8", (MOST_LEGAL,))]
    inner: Annotated[list[int], Cells("i8", (MOST_LEGAL,))]
    priors: Annotated[list[float], Cells("f8", (MOST_LEGAL,))]
    biases: Annotated[list[float], Cells("f8", (MOST_LEGAL,))]
    outcomes: Annotated[list[int], Cells("i8", (MOST_OUTCOMES,))]
    weights: Annotated[list[int], Cells("i8", (MOST_OUTCOMES,))]
    path: Annotated[list[int], Cells("i4", (LONGEST_PATH,))]
    features: Annotated[list[float], Cells("f8", (FEATURE_COUNT,))]
    finals: BySeat
    wins: BySeat
    utilities: BySeat
    totals: Annotated[list[int], Cells("i8", (SCRATCH,))]
    order: Annotated[list[int], Cells("i8", (SCRATCH,))]
    root_legal: Annotated[list[int], Cells("i8", (MOST_LEGAL,))]
    """The legal moves of the root; the statistics below are in the same order."""
    root_count: Annotated[int, Cells("i8")]
    root_visits: Annotated[list[int], Cells("i8", (MOST_LEGAL,))]
    """The simulations through each move since the search was started; visits of a reused tree are not included."""
    root_finals: Annotated[list[list[float]], Cells("f8", (MOST_LEGAL, SEATS))]
    """The sums of the expected final scores over these simulations."""
    root_wins: Annotated[list[list[float]], Cells("f8", (MOST_LEGAL, SEATS))]
    """The sums of the win chances over these simulations."""


@rule
def start(
    tables: list[Tables],
    worths: list[Worths],
    settings: list[Settings],
    games: list[State],
    nodes: list[Node],
    spaces: list[Workspace],
    lines: list[Lines],
    seed: list[int],
) -> None:
    """Prepare a search: seed its random stream, reset the root statistics, and refresh the priors of a reused tree.

    Args:
        tables, settings, spaces, lines: one entry each.
        worths: the worths of every period.
        games: the position is ``games[ROOT_GAME]``.
        nodes: the tree.
        seed: three 32-bit words.
    """
    space = spaces[0]
    if nodes[ROOT].first != NONE:
        copy_game(games, ROOT_GAME, CURRENT)
        refresh_priors(tables[0], worths, settings[0], games, nodes, space, lines[0], ROOT)
    seed_words(space.words, seed[0], seed[1], seed[2])
    space.root_count = legal_moves(tables[0], games[ROOT_GAME], space.root_legal)
    for place in range(MOST_LEGAL):
        space.root_visits[place] = 0
        for seat in range(SEATS):
            space.root_finals[place][seat] = 0.0
            space.root_wins[place][seat] = 0.0


@rule
def root_statistics(
    games: list[State],
    nodes: list[Node],
    spaces: list[Workspace],
    visits: list[int],
    utilities: list[float],
    new_visits: list[int],
    finals: list[list[float]],
    wins: list[list[float]],
) -> int:
    """Write the statistics of the root's legal moves, in their order.

    Args:
        games, nodes, spaces: the state of the search.
        visits: output, the visits of each move.
        utilities: output, the sums of the deciding seat's utilities over the visits.
        new_visits: output, the simulations through each move since the search was started.
        finals, wins: output, the sums over ``new_visits`` of expected final scores and win chances, by seat.

    Returns:
        The number of legal moves.
    """
    space = spaces[0]
    for place in range(space.root_count):
        child = child_of(nodes, ROOT, 0 + space.root_legal[place])
        visits[place] = 0
        utilities[place] = 0.0
        if child != NONE:
            visits[place] = nodes[child].visits
            utilities[place] = nodes[child].value[games[ROOT_GAME].seat]
        new_visits[place] = space.root_visits[place]
        for seat in range(SEATS):
            finals[place][seat] = space.root_finals[place][seat]
            wins[place][seat] = space.root_wins[place][seat]
    return 0 + space.root_count


@rule
def visit_lead(nodes: list[Node], spaces: list[Workspace]) -> int:
    """Return the difference in visits between the two most visited legal moves of the root."""
    space = spaces[0]
    most = 0
    second = 0
    for place in range(space.root_count):
        child = child_of(nodes, ROOT, 0 + space.root_legal[place])
        if child != NONE:
            visits = 0 + nodes[child].visits
            if visits > most:
                second = most
                most = visits
            else:
                second = max(second, visits)
    return most - second


@rule
def search(
    tables: list[Tables],
    worths: list[Worths],
    settings: list[Settings],
    outlook: list[Outlook],
    games: list[State],
    nodes: list[Node],
    counters: list[int],
    spaces: list[Workspace],
    lines: list[Lines],
    rooms: list[RoomValues],
    simulations: int,
) -> None:
    """Run simulations from the position ``games[ROOT_GAME]``.

    Args:
        tables, settings, outlook, spaces, lines, rooms: one entry each.
        worths: the worths of every period.
        games: ``GAMES`` games, all but the first of them scratch.
        nodes, counters: the tree (:mod:`edokko.players.search.tree`).
        simulations: the number of simulations.
    """
    for _ in range(simulations):
        simulate(tables[0], worths, settings[0], outlook[0], games, nodes, counters, spaces[0], lines[0], rooms[0])


@rule
def simulate(
    tables: Tables,
    worths: list[Worths],
    settings: Settings,
    outlook: Outlook,
    games: list[State],
    nodes: list[Node],
    counters: list[int],
    space: Workspace,
    lines: Lines,
    rooms: RoomValues,
) -> None:
    """Run one simulation: descend to a leaf, play out, evaluate, and back up the utilities."""
    copy_game(games, ROOT_GAME, CURRENT)
    depth = descend(tables, worths, settings, games, nodes, counters, space, lines)
    if settings.rollout > 0:
        random_rollout(tables, games[CURRENT], space, settings.rollout)
    if settings.playout > 0:
        hasty_playout(tables, worths, games, space, rooms, settings.playout)
    predict(
        tables,
        worths,
        0.0 + settings.win_share,
        outlook,
        games[CURRENT],
        space.finals,
        space.wins,
        space.utilities,
        space.features,
        space.totals,
        space.order,
    )
    for step in range(depth):
        node = space.path[step]
        nodes[node].visits += 1
        for seat in range(tables.players):
            nodes[node].value[seat] += space.utilities[seat]
    counters[SIMULATIONS] += 1
    counters[DEEPEST] = max(0 + counters[DEEPEST], depth)
    if depth > 1:
        place = index_of(space.root_legal, space.root_count, nodes[space.path[1]].move)
        space.root_visits[place] += 1
        for seat in range(tables.players):
            space.root_finals[place][seat] += space.finals[seat]
            space.root_wins[place][seat] += space.wins[seat]


@rule
def descend(
    tables: Tables,
    worths: list[Worths],
    settings: Settings,
    games: list[State],
    nodes: list[Node],
    counters: list[int],
    space: Workspace,
    lines: Lines,
) -> int:
    """Descend from the root to a leaf or to the end of the game, and expand the leaf.

    The path goes to ``space.path``, and the position at its end to ``games[CURRENT]``.

    Returns:
        The length of the path, in nodes.
    """
    node = ROOT
    space.path[0] = ROOT
    depth = 1
    crossed_chance = counters[STALE] == 1
    while depth < LONGEST_PATH:
        if is_chance(games[CURRENT]):
            outcome = draw_outcome(tables, games[CURRENT], space)
            if settings.chance == EXPLICIT:
                node, outcome = select_outcome(settings, nodes, counters, node, outcome, space)
                if node == NONE:
                    reveal(tables, games[CURRENT], outcome)
                    break
                space.path[depth] = node
                depth += 1
            else:
                crossed_chance = True
            reveal(tables, games[CURRENT], outcome)
            continue
        if not is_decision(games[CURRENT]):
            break
        is_leaf = nodes[node].first == NONE
        if settings.lines > 0 and nodes[node].visits == settings.lines and is_hire(games[CURRENT]) and not is_leaf:
            refresh_priors(tables, worths, settings, games, nodes, space, lines, node)
        if is_leaf or crossed_chance:
            count = legal_moves(tables, games[CURRENT], space.legal)
            if not expand(tables, worths, settings, games, nodes, counters, space, lines, node, count):
                break
            if is_leaf and count > 1:
                break
            node = select_child(settings, nodes, node, games[CURRENT].seat, count, space.legal)
        else:
            node = select_child(settings, nodes, node, games[CURRENT].seat, 0, space.legal)
        space.path[depth] = node
        depth += 1
        play(tables, games[CURRENT], nodes[node].move)
    return depth


@rule
def draw_outcome(tables: Tables, state: State, space: Workspace) -> int:
    """Draw a chance outcome from the search's own stream."""
    count = chance_outcomes(tables, state, space.outcomes, space.weights)
    total = 0
    for index in range(count):
        total += space.weights[index]
    return pick(space.outcomes, space.weights, count, below(space.words, total))


@rule
def select_outcome(
    settings: Settings, nodes: list[Node], counters: list[int], node: int, drawn: int, space: Workspace
) -> tuple[int, int]:
    """Follow the drawn outcome, or an existing child if the node may not widen yet (progressive widening).

    Returns:
        The child, or ``NONE`` if the tree is full; and the outcome that is followed.
    """
    child = child_of(nodes, node, drawn)
    if child != NONE:
        return child, drawn
    children = 0
    sibling = 0 + nodes[node].first
    while sibling != NONE:
        children += 1
        sibling = 0 + nodes[sibling].next
    if children > 0 and children >= settings.widening * (1.0 + nodes[node].visits) ** settings.widening_power:
        skip = below(space.words, children)
        child = 0 + nodes[node].first
        for _ in range(skip):
            child = 0 + nodes[child].next
        return child, 0 + nodes[child].move
    return add_child(nodes, counters, node, drawn), drawn


@rule
def expand(
    tables: Tables,
    worths: list[Worths],
    settings: Settings,
    games: list[State],
    nodes: list[Node],
    counters: list[int],
    space: Workspace,
    lines: Lines,
    node: int,
    count: int,
) -> bool:
    """Add a child for each legal move that has none. In open loop, later visits may find other legal moves.

    Returns:
        Whether all legal moves have a child now; false if the array of nodes is full.
    """
    missing = 0
    if nodes[node].first == NONE:
        missing = count
    else:
        for place in range(count):
            if child_of(nodes, node, move_at(space.legal, place)) == NONE:
                missing += 1
    if missing == 0:
        return True
    if counters[USED] + missing > len(nodes):
        return False
    compute_priors(tables, worths, settings, games, space, lines, count, node == ROOT)
    # Each child becomes the head of the list, so add them backwards: the list then has the order of the legal moves.
    is_new = nodes[node].first == NONE
    for back in range(count):
        place = count - 1 - back
        move = move_at(space.legal, place)
        if is_new or child_of(nodes, node, move) == NONE:
            child = add_child(nodes, counters, node, move)
            nodes[child].prior = space.priors[place]
            nodes[child].bias = space.biases[place]
    return True


@rule
def compute_priors(
    tables: Tables,
    worths: list[Worths],
    settings: Settings,
    games: list[State],
    space: Workspace,
    lines: Lines,
    count: int,
    search_hires: bool,
) -> None:
    """Compute the prior of each legal move: a softmax over the evaluations of the positions that the moves lead to.

    Within a turn, the position is the end of the best line with that move. In the hire phase, searching all lines
    costs more than a simulation.

    Args:
        search_hires: whether to search all lines in the hire phase too.
    """
    if not settings.guided or count == 1:
        for place in range(count):
            space.priors[place] = 1.0 / count
            space.biases[place] = 0.0
        return
    seat = games[CURRENT].seat
    best = -1e18
    if settings.lines > 0 and is_in_turn(games[CURRENT], seat) and (search_hires or not is_hire(games[CURRENT])):
        search_lines(tables, worths, games, CURRENT, LOOKAHEAD, seat, lines)
        for place in range(count):
            space.priors[place] = 1.0 * lines.values[place]
            best = max(best, space.priors[place])
    else:
        for place in range(count):
            copy_game(games, CURRENT, LOOKAHEAD)
            try_move(tables, games[LOOKAHEAD], move_at(space.legal, place))
            space.priors[place] = 1.0 * evaluate(tables, worths, games[LOOKAHEAD], seat)
            best = max(best, space.priors[place])
    total = 0.0
    for place in range(count):
        space.biases[place] = max((space.priors[place] - best) / (ONE_IKI * MARGIN), -1.0)
        space.priors[place] = exp((space.priors[place] - best) / settings.prior_temperature)
        total += space.priors[place]
    for place in range(count):
        share = space.priors[place] / total
        space.priors[place] = (1.0 - settings.prior_uniform) * share + settings.prior_uniform / count


@rule
def is_hire(state: State) -> bool:
    """Check whether the deciding seat is about to hire a character or to place it."""
    return state.phase == INCOME_OR_HIRE or state.phase == PLACE_HIRED


@rule
def refresh_priors(
    tables: Tables,
    worths: list[Worths],
    settings: Settings,
    games: list[State],
    nodes: list[Node],
    space: Workspace,
    lines: Lines,
    node: int,
) -> None:
    """Recompute the priors of a node's children from complete lines, also in the hire phase."""
    count = legal_moves(tables, games[CURRENT], space.legal)
    compute_priors(tables, worths, settings, games, space, lines, count, True)
    for place in range(count):
        child = child_of(nodes, node, move_at(space.legal, place))
        if child != NONE:
            nodes[child].prior = space.priors[place]
            nodes[child].bias = space.biases[place]


@rule
def select_child(settings: Settings, nodes: list[Node], node: int, seat: int, count: int, legal: list[int]) -> int:
    """Select the child with the highest PUCT score for the deciding seat.

    Args:
        count: the number of moves in ``legal``; 0 if all children are legal.
    """
    visits = nodes[node].visits
    unvisited = 0.5
    if visits > 0:
        unvisited = nodes[node].value[seat] / visits - settings.first_play
    exploration = settings.exploration * sqrt(1.0 + visits)
    best = -1e18
    chosen = 0 + nodes[node].first
    child = 0 + nodes[node].first
    while child != NONE:
        if count == 0 or is_listed(legal, count, nodes[child].move):
            child_visits = nodes[child].visits
            value = unvisited
            if child_visits > 0:
                value = nodes[child].value[seat] / child_visits
            value += (exploration * nodes[child].prior + settings.bias * nodes[child].bias) / (1.0 + child_visits)
            if value > best:
                best = value
                chosen = child
        child = 0 + nodes[child].next
    return chosen


@rule
def is_listed(legal: list[int], count: int, move: int) -> bool:
    """Check whether a list of moves contains a move."""
    return index_of(legal, count, move) < count


@rule
def index_of(legal: list[int], count: int, move: int) -> int:
    """Return the index of a move in a list; ``count`` if the list lacks it."""
    for place in range(count):
        if legal[place] == move:
            return place
    return count


@rule
def hasty_playout(
    tables: Tables, worths: list[Worths], games: list[State], space: Workspace, rooms: RoomValues, months: int
) -> None:
    """Play the hasty policy for all seats to the beginning of a month, where the outlook scores the position.

    At that point salaries are paid, fires are out and no turn is half done. From New Year on, the playout continues to
    the end of the game.

    Args:
        months: how many months ahead the playout ends.
    """
    until = games[CURRENT].month + months
    while games[CURRENT].month < until or games[CURRENT].month == NEW_YEAR:
        if is_chance(games[CURRENT]):
            reveal(tables, games[CURRENT], draw_outcome(tables, games[CURRENT], space))
        elif is_decision(games[CURRENT]):
            move = hasty_move(tables, worths, games, CURRENT, LOOKAHEAD, space.legal, space.inner, rooms, space.words)
            play(tables, games[CURRENT], move)
        else:
            break


@rule
def random_rollout(tables: Tables, state: State, space: Workspace, most: int) -> None:
    """Play at most ``most`` random moves."""
    for _ in range(most):
        if not is_decision(state):
            break
        count = legal_moves(tables, state, space.legal)
        play(tables, state, move_at(space.legal, below(space.words, count)))
        while is_chance(state):
            reveal(tables, state, draw_outcome(tables, state, space))
