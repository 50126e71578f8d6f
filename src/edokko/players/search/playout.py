"""The playout from a leaf to a position that the outlook can score, with chance from the search's own stream."""

from __future__ import annotations

from edokko.players.policies.desk import Desk
from edokko.players.policies.hasty import hasty_move
from edokko.players.search.storage import CURRENT, Search
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
            reveal(tables, games[CURRENT], draw_outcome(desk, CURRENT, space.outcomes, space.weights))
        elif is_decision(games[CURRENT]):
            play(tables, games[CURRENT], hasty_move(desk, CURRENT, search.rooms[0]))
        else:
            break


@rule
def random_rollout(desk: Desk, search: Search) -> None:
    """Play the number of random moves that the settings give, or fewer if the game ends."""
    tables, legal, state, space = desk.tables[0], desk.legal, desk.games[CURRENT], search.spaces[0]
    for _ in range(search.settings[0].rollout):
        if not is_decision(state):
            break
        count = legal_moves(tables, state, legal)
        play(tables, state, legal[below(desk.words, count)])
        while is_chance(state):
            reveal(tables, state, draw_outcome(desk, CURRENT, space.outcomes, space.weights))


@rule
def draw_outcome(desk: Desk, index: int, outcomes: list[int], weights: list[int]) -> int:
    """Draw an outcome of the chance step that a game waits for from the desk's own stream.

    Args:
        desk: the games and the stream.
        index: the index of the game.
        outcomes, weights: scratch, ``MOST_OUTCOMES`` long.
    """
    count = chance_outcomes(desk.tables[0], desk.games[index], outcomes, weights)
    total = 0
    for place in range(count):
        total += weights[place]
    return pick(outcomes, weights, count, below(desk.words, total))
