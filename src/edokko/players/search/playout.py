"""The playout from a leaf to a position that the outlook can score, with chance from the search's own stream."""

from __future__ import annotations

from edokko.players.policies.desk import Desk
from edokko.players.policies.hasty import hasty_move
from edokko.players.search.storage import CURRENT, Search, Workspace
from edokko.rules.chance import below
from edokko.rules.engine.registry import rule
from edokko.rules.referee import chance_outcomes, is_chance, is_decision, legal_moves, pick, play, reveal
from edokko.rules.state import NEW_YEAR


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
            reveal(tables, games[CURRENT], draw_outcome(desk, space))
        elif is_decision(games[CURRENT]):
            play(tables, games[CURRENT], hasty_move(desk, CURRENT, search.rooms[0]))
        else:
            break


@rule
def random_rollout(desk: Desk, search: Search) -> None:
    """Play the number of random moves that the settings give, or fewer if the game ends."""
    tables, legal, state = desk.tables[0], desk.legal, desk.games[CURRENT]
    for _ in range(search.settings[0].rollout):
        if not is_decision(state):
            break
        count = legal_moves(tables, state, legal)
        play(tables, state, legal[below(desk.words, count)])
        while is_chance(state):
            reveal(tables, state, draw_outcome(desk, search.spaces[0]))


@rule
def draw_outcome(desk: Desk, space: Workspace) -> int:
    """Draw a chance outcome of ``games[CURRENT]`` from the search's own stream."""
    count = chance_outcomes(desk.tables[0], desk.games[CURRENT], space.outcomes, space.weights)
    total = 0
    for index in range(count):
        total += space.weights[index]
    return pick(space.outcomes, space.weights, count, below(desk.words, total))
