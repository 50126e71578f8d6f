"""One simulation after the other: down the tree, a new leaf, its value, and back up. Nothing is allocated.

Each seat maximises its own utility (max^n: Luckhardt and Irani, 1986). A child is chosen by PUCT (Rosin, 2011)
with a prior and a progressive bias (Chaslot et al., 2008) from the evaluation. Chance is sampled from the search's
own stream, never from the game's: either open loop, where a node is the sequence of moves that leads to it
(Perez et al., 2015), or with explicit nodes and progressive widening (Couetoux et al., 2011).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Annotated

from edokko.players.evaluation import evaluate
from edokko.players.features import FEATURE_COUNT
from edokko.players.greedy import SCRATCH_GAMES, look_at, move_at
from edokko.players.hasty import Rooms, hasty_move
from edokko.players.lines import LINE_GAMES, Lines, all_lines, goes_on
from edokko.players.outlook import MARGIN, SCRATCH, Outlook, look_ahead
from edokko.players.search.settings import EXPLICIT, Settings
from edokko.players.search.tree import DEEPEST, NONE, ROOT, SIMULATIONS, STALE, USED, Node, add_child, child_of
from edokko.players.worth import ONE_IKI, Worths
from edokko.rules.chance import MOST_OUTCOMES, below, seed_words
from edokko.rules.entry import copy_game
from edokko.rules.fields import Cells, Fields, fields
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import chance_outcomes, is_chance, is_decision, legal_moves, pick, play, reveal
from edokko.rules.registry import rule
from edokko.rules.state import INCOME_OR_HIRE, NEW_YEAR, PLACE_HIRED, SEATS, State
from edokko.rules.tables import Tables

ROOT_GAME, WALK, LOOK = range(3)
"""The games of a search: the position itself, the one that walks down, the one that looks one move ahead."""
GAMES = LOOK + max(SCRATCH_GAMES, LINE_GAMES)
LONGEST_PATH = 1024

BySeat = Annotated[list[float], Cells("f8", (SEATS,))]


@fields
class Workspace(Fields):
    """What a search needs beside the tree and the games."""

    __slots__ = (
        "biases",
        "features",
        "finals",
        "inner",
        "legal",
        "logits",
        "order",
        "outcomes",
        "path",
        "root_count",
        "root_finals",
        "root_legal",
        "root_visits",
        "root_wins",
        "totals",
        "utilities",
        "weights",
        "wins",
        "words",
    )

    words: Annotated[list[int], Cells("i8", (4,))]
    """The stream of the search."""
    legal: Annotated[list[int], Cells("i8", (MOST_LEGAL,))]
    inner: Annotated[list[int], Cells("i8", (MOST_LEGAL,))]
    logits: Annotated[list[float], Cells("f8", (MOST_LEGAL,))]
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
    """The legal moves of the root; the sums below are in their order."""
    root_count: Annotated[int, Cells("i8")]
    root_visits: Annotated[list[int], Cells("i8", (MOST_LEGAL,))]
    """The simulations through each of them since the search was started."""
    root_finals: Annotated[list[list[float]], Cells("f8", (MOST_LEGAL, SEATS))]
    """The sums of the expected final scores."""
    root_wins: Annotated[list[list[float]], Cells("f8", (MOST_LEGAL, SEATS))]
    """The same of the chances to win."""


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
    """Start the search's stream, forget the sums of the root, list its moves, and weigh those that a kept tree has.

    Args:
        tables, settings, spaces, lines: one entry each.
        worths: what the evaluation looks up.
        games: the position is ``games[ROOT_GAME]``.
        nodes: the tree.
        seed: three words.
    """
    space = spaces[0]
    if nodes[ROOT].first != NONE:
        copy_game(games, ROOT_GAME, WALK)
        weigh_again(tables[0], worths, settings[0], games, nodes, space, lines[0], ROOT)
    seed_words(space.words, seed[0], seed[1], seed[2])
    space.root_count = legal_moves(tables[0], games[ROOT_GAME], space.root_legal)
    for place in range(MOST_LEGAL):
        space.root_visits[place] = 0
        for seat in range(SEATS):
            space.root_finals[place][seat] = 0.0
            space.root_wins[place][seat] = 0.0


@rule
def results(
    games: list[State],
    nodes: list[Node],
    spaces: list[Workspace],
    visits: list[int],
    utilities: list[float],
    fresh: list[int],
    finals: list[list[float]],
    wins: list[list[float]],
) -> int:
    """What is known about the moves of the root, in their order.

    Args:
        games, nodes, spaces: of the search.
        visits: where the visits of each move go.
        utilities: where the sums of the deciding seat's utilities go.
        fresh: where the simulations since the start go, over which the following are sums.
        finals, wins: where the sums of expected final scores and of chances to win go, by seat.

    Returns:
        How many moves there are.
    """
    space = spaces[0]
    for place in range(space.root_count):
        child = child_of(nodes, ROOT, 0 + space.root_legal[place])
        visits[place] = 0
        utilities[place] = 0.0
        if child != NONE:
            visits[place] = nodes[child].visits
            utilities[place] = nodes[child].value[games[ROOT_GAME].seat]
        fresh[place] = space.root_visits[place]
        for seat in range(SEATS):
            finals[place][seat] = space.root_finals[place][seat]
            wins[place][seat] = space.root_wins[place][seat]
    return 0 + space.root_count


@rule
def lead(nodes: list[Node], spaces: list[Workspace]) -> int:
    """How many visits more than any other the most visited legal move of the root has.

    Args:
        nodes, spaces: of the search.
    """
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
    rooms: list[Rooms],
    simulations: int,
) -> None:
    """Run some simulations from the position ``games[ROOT_GAME]``.

    Args:
        tables, settings, outlook, spaces, lines, rooms: one entry each.
        worths: what the evaluation looks up.
        games: ``GAMES`` of them.
        nodes, counters: the tree (:mod:`edokko.players.search.tree`).
        simulations: how many.
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
    rooms: Rooms,
) -> None:
    """One simulation."""
    copy_game(games, ROOT_GAME, WALK)
    depth = descend(tables, worths, settings, games, nodes, counters, space, lines)
    if settings.rollout > 0:
        roll_out(tables, games[WALK], space, settings.rollout)
    if settings.playout > 0:
        play_out(tables, worths, games, space, rooms, settings.playout)
    look_ahead(
        tables,
        worths,
        0.0 + settings.win_share,
        outlook,
        games[WALK],
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
        place = place_of(space.root_legal, space.root_count, nodes[space.path[1]].move)
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
    """Walk from the root to a new leaf or to the end of the game, and give the leaf its children.

    Returns:
        The length of the path.
    """
    node = ROOT
    space.path[0] = ROOT
    depth = 1
    crossed_chance = counters[STALE] == 1
    while depth < LONGEST_PATH:
        if is_chance(games[WALK]):
            outcome = draw_outcome(tables, games[WALK], space)
            if settings.chance == EXPLICIT:
                node, outcome = choose_outcome(settings, nodes, counters, node, outcome, space)
                if node == NONE:
                    reveal(tables, games[WALK], outcome)
                    break
                space.path[depth] = node
                depth += 1
            else:
                crossed_chance = True
            reveal(tables, games[WALK], outcome)
            continue
        if not is_decision(games[WALK]):
            break
        is_leaf = nodes[node].first == NONE
        if settings.lines > 0 and nodes[node].visits == settings.lines and is_hire(games[WALK]) and not is_leaf:
            weigh_again(tables, worths, settings, games, nodes, space, lines, node)
        if is_leaf or crossed_chance:
            count = legal_moves(tables, games[WALK], space.legal)
            if not add_children(tables, worths, settings, games, nodes, counters, space, lines, node, count):
                break
            if is_leaf and count > 1:
                break
            node = choose(settings, nodes, node, games[WALK].seat, count, space.legal)
        else:
            node = choose(settings, nodes, node, games[WALK].seat, 0, space.legal)
        space.path[depth] = node
        depth += 1
        play(tables, games[WALK], nodes[node].move)
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
def choose_outcome(
    settings: Settings, nodes: list[Node], counters: list[int], node: int, drawn: int, space: Workspace
) -> tuple[int, int]:
    """Follow a drawn outcome, or one of those known while there are enough of them (progressive widening).

    Returns:
        The child, or ``NONE`` where the tree is full; and the outcome.
    """
    child = child_of(nodes, node, drawn)
    if child != NONE:
        return child, drawn
    known = 0
    one = 0 + nodes[node].first
    while one != NONE:
        known += 1
        one = 0 + nodes[one].next
    if known > 0 and known >= settings.widening * (1.0 + nodes[node].visits) ** settings.widening_power:
        skip = below(space.words, known)
        child = 0 + nodes[node].first
        for _ in range(skip):
            child = 0 + nodes[child].next
        return child, 0 + nodes[child].move
    return add_child(nodes, counters, node, drawn), drawn


@rule
def add_children(
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
    """Give a node a child for each legal move that has none; in open loop, later visits may bring others.

    Returns:
        Whether all moves have one: not where the array is full.
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
    weigh_moves(tables, worths, settings, games, space, lines, count, node == ROOT)
    # Backwards, for each child becomes the head of the chain: so the chain has the order of the legal moves.
    is_new = nodes[node].first == NONE
    for back in range(count):
        place = count - 1 - back
        move = move_at(space.legal, place)
        if is_new or child_of(nodes, node, move) == NONE:
            child = add_child(nodes, counters, node, move)
            nodes[child].prior = space.logits[place]
            nodes[child].bias = space.biases[place]
    return True


@rule
def weigh_moves(
    tables: Tables,
    worths: list[Worths],
    settings: Settings,
    games: list[State],
    space: Workspace,
    lines: Lines,
    count: int,
    whole: bool,
) -> None:
    """The prior of each legal move: a softmax over the evaluations of what it leads to.

    In a turn that is where the best line with that move ends. For a hire that costs more than a simulation.

    Args:
        whole: whether to spend that.
    """
    if not settings.guided or count == 1:
        for place in range(count):
            space.logits[place] = 1.0 / count
            space.biases[place] = 0.0
        return
    seat = games[WALK].seat
    best = -1e18
    if settings.lines > 0 and goes_on(games[WALK], seat) and (whole or not is_hire(games[WALK])):
        all_lines(tables, worths, games, WALK, LOOK, seat, lines)
        for place in range(count):
            space.logits[place] = 1.0 * lines.values[place]
            best = max(best, space.logits[place])
    else:
        for place in range(count):
            copy_game(games, WALK, LOOK)
            look_at(tables, games[LOOK], move_at(space.legal, place))
            space.logits[place] = 1.0 * evaluate(tables, worths, games[LOOK], seat)
            best = max(best, space.logits[place])
    total = 0.0
    for place in range(count):
        space.biases[place] = max((space.logits[place] - best) / (ONE_IKI * MARGIN), -1.0)
        space.logits[place] = exp((space.logits[place] - best) / settings.prior_temperature)
        total += space.logits[place]
    for place in range(count):
        share = space.logits[place] / total
        space.logits[place] = (1.0 - settings.prior_uniform) * share + settings.prior_uniform / count


@rule
def is_hire(state: State) -> bool:
    """Whether the deciding seat is about to hire, or to place whom it has hired."""
    return state.phase == INCOME_OR_HIRE or state.phase == PLACE_HIRED


@rule
def weigh_again(
    tables: Tables,
    worths: list[Worths],
    settings: Settings,
    games: list[State],
    nodes: list[Node],
    space: Workspace,
    lines: Lines,
    node: int,
) -> None:
    """Give the children of a node that is visited often the priors of their lines."""
    count = legal_moves(tables, games[WALK], space.legal)
    weigh_moves(tables, worths, settings, games, space, lines, count, True)
    for place in range(count):
        child = child_of(nodes, node, move_at(space.legal, place))
        if child != NONE:
            nodes[child].prior = space.logits[place]
            nodes[child].bias = space.biases[place]


@rule
def choose(settings: Settings, nodes: list[Node], node: int, seat: int, count: int, legal: list[int]) -> int:
    """The child with the best bound for the deciding seat.

    Args:
        count: how many moves ``legal`` lists; 0 where all children are legal.
    """
    visits = nodes[node].visits
    unvisited = 0.5
    if visits > 0:
        unvisited = nodes[node].value[seat] / visits - settings.first_play
    reach = settings.exploration * sqrt(1.0 + visits)
    best = -1e18
    chosen = 0 + nodes[node].first
    child = 0 + nodes[node].first
    while child != NONE:
        if count == 0 or is_listed(legal, count, nodes[child].move):
            seen = nodes[child].visits
            value = unvisited
            if seen > 0:
                value = nodes[child].value[seat] / seen
            value += (reach * nodes[child].prior + settings.bias * nodes[child].bias) / (1.0 + seen)
            if value > best:
                best = value
                chosen = child
        child = 0 + nodes[child].next
    return chosen


@rule
def is_listed(legal: list[int], count: int, move: int) -> bool:
    """Whether a list of moves holds one."""
    return place_of(legal, count, move) < count


@rule
def place_of(legal: list[int], count: int, move: int) -> int:
    """Where a list of moves holds one; its length where it does not."""
    for place in range(count):
        if legal[place] == move:
            return place
    return count


@rule
def play_out(
    tables: Tables, worths: list[Worths], games: list[State], space: Workspace, rooms: Rooms, months: int
) -> None:
    """Let everybody play hastily, so that leaves are scored between two months.

    There salaries are paid, fires are out and nobody has a half of a turn that the evaluation could only guess at.
    What is left of the game from New Year on is played to its end.

    Args:
        months: how many beginnings of months to reach.
    """
    until = games[WALK].month + months
    while games[WALK].month < until or games[WALK].month == NEW_YEAR:
        if is_chance(games[WALK]):
            reveal(tables, games[WALK], draw_outcome(tables, games[WALK], space))
        elif is_decision(games[WALK]):
            move = hasty_move(tables, worths, games, WALK, LOOK, space.legal, space.inner, rooms, space.words)
            play(tables, games[WALK], move)
        else:
            break


@rule
def roll_out(tables: Tables, state: State, space: Workspace, most: int) -> None:
    """Play random moves, at most ``most``."""
    for _ in range(most):
        if not is_decision(state):
            break
        count = legal_moves(tables, state, space.legal)
        play(tables, state, move_at(space.legal, below(space.words, count)))
        while is_chance(state):
            reveal(tables, state, draw_outcome(tables, state, space))
