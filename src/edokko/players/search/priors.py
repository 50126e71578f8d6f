"""The priors of moves: a softmax over the evaluations of the positions that the moves lead to.

Within a turn, that position is the end of the best line with the move. In the hire phase, searching all lines costs
more than a simulation.
"""

from __future__ import annotations

from edokko.players.evaluation.outlook import MARGIN
from edokko.players.evaluation.seat import evaluate
from edokko.players.evaluation.worth import ONE_IKI
from edokko.players.policies.desk import Desk
from edokko.players.policies.greedy import try_move
from edokko.players.policies.turn_plans import is_in_turn, search_lines
from edokko.players.search.storage import CURRENT, LOOKAHEAD, Search
from edokko.players.search.tree import NONE, child_of
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.exponential import exponential
from edokko.rules.engine.registry import rule
from edokko.rules.phases import INCOME_OR_HIRE, PLACE_HIRED
from edokko.rules.referee import legal_moves
from edokko.rules.state import State


@rule
def compute_priors(desk: Desk, search: Search, count: int, search_hires: bool) -> None:
    """Compute the prior and the bias of each legal move of ``games[CURRENT]``.

    Args:
        count: the number of moves in ``desk.legal``.
        search_hires: whether to search all lines in the hire phase too.
    """
    settings, space = search.settings[0], search.spaces[0]
    if not settings.guided or count == 1:
        for place in range(count):
            space.priors[place] = 1.0 / count
            space.biases[place] = 0.0
        return
    state = desk.games[CURRENT]
    if settings.lines > 0 and is_in_turn(state, state.seat) and (search_hires or not is_hire(state)):
        best = evaluate_lines(desk, search, count)
    else:
        best = evaluate_moves(desk, search, count)
    total = 0.0
    for place in range(count):
        space.biases[place] = max((space.priors[place] - best) / (ONE_IKI * MARGIN), -1.0)
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
            nodes[child].bias = space.biases[place]
