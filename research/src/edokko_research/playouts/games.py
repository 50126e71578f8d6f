"""Games by mixed policies with random deviations, and playouts by one policy to the end of the game."""

from __future__ import annotations

from edokko.players.policies.desk import GREEDY, PLANNER, Desk
from edokko.players.policies.greedy import greedy_move
from edokko.players.policies.hasty import hasty_move
from edokko.players.policies.planner import REAL, planned_move
from edokko.rules.chance import below
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.referee import begin, is_decision, legal_moves, play, settle
from edokko_research.playouts.storage import AFTER, Scratch


@rule
def policy_move(desk: Desk, scratch: Scratch, policy: int) -> int:
    """Return a policy's move for the deciding seat of ``games[REAL]``."""
    if policy == PLANNER:
        return planned_move(desk, scratch.plan)
    if policy == GREEDY:
        return greedy_move(desk, REAL)
    return hasty_move(desk, REAL, scratch.rooms[0])


@rule
def finish_game(desk: Desk, scratch: Scratch, policy: int, seed: list[int]) -> None:
    """Play ``games[REAL]`` to its end.

    Args:
        desk: its random stream breaks the policy's ties.
        scratch: overwritten.
        policy: the policy of all seats.
        seed: two words that fix the chance.
    """
    tables, games = desk.tables[0], desk.games
    settle(tables, games[REAL], seed, scratch.words, scratch.outcomes, scratch.weights)
    while is_decision(games[REAL]):
        play(tables, games[REAL], policy_move(desk, scratch, policy))
        settle(tables, games[REAL], seed, scratch.words, scratch.outcomes, scratch.weights)


@entry_point
def play_and_keep(desk: Desk, scratch: Scratch, policies: list[int], deviations: int, seed: list[int]) -> int:
    """Play a game to its end, and keep each position with a choice; an entry point for Python.

    Args:
        desk: a zeroed game at ``REAL``, and room for positions from ``AFTER`` on. Its random stream draws deviations.
        scratch: overwritten.
        policies: the policy of each seat.
        deviations: the percentage of decisions with a random move.
        seed: two words that fix the chance.

    Returns:
        The number of positions, at most those that have room.
    """
    tables, games = desk.tables[0], desk.games
    begin(tables, games[REAL])
    settle(tables, games[REAL], seed, scratch.words, scratch.outcomes, scratch.weights)
    kept = 0
    while is_decision(games[REAL]):
        count = legal_moves(tables, games[REAL], desk.legal)
        move = desk.legal[0]
        if count > 1:
            if AFTER + kept < len(games):
                copy_game(games, REAL, AFTER + kept)
                kept += 1
            if below(desk.words, 100) < deviations:
                move = desk.legal[below(desk.words, count)]
            else:
                move = policy_move(desk, scratch, policies[games[REAL].seat])
        play(tables, games[REAL], move)
        settle(tables, games[REAL], seed, scratch.words, scratch.outcomes, scratch.weights)
    return kept
