"""Values of a decision's moves without playouts to the end: evaluation, outlook, and the leaf of the search."""

from __future__ import annotations

from edokko.players.base import MOVES_STREAM
from edokko.players.champion.network import Network, Notes
from edokko.players.champion.simulate import predict_corrected
from edokko.players.evaluation.outlook import Prediction, predict
from edokko.players.policies.desk import HASTY, Desk
from edokko.players.policies.planner import REAL
from edokko.rules.chance import seed_words
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.referee import draw, is_decision, is_over, play, reveal
from edokko.rules.state import NEW_YEAR
from edokko_research.playouts.candidates import evaluate_moves
from edokko_research.playouts.games import policy_move
from edokko_research.playouts.storage import AFTER, ROOT, Scratch


@entry_point
def evaluations_of(desk: Desk, moves: list[int], count: int, values: list[int]) -> None:
    """Write the evaluation of moves of ``games[ROOT]``, in hundredths of an IKI; an entry point for Python."""
    evaluate_moves(desk, moves, count, values)


@entry_point
def leaf_values(
    desk: Desk,
    scratch: Scratch,
    prediction: list[Prediction],
    network: Network,
    notes: Notes,
    corrects: int,
    moves: list[int],
    count: int,
    months: int,
    win_share: float,
    seeds: list[list[int]],
    values: list[float],
) -> None:
    """Write the utility of moves of ``games[ROOT]`` as the search scores a leaf; an entry point for Python.

    Args:
        desk: room for an after-state at ``AFTER``.
        scratch: overwritten. Its plan holds the outlook.
        prediction: scratch, one entry.
        network, notes: a network and its scratch.
        corrects: whether the network corrects the outlook.
        moves, count: the moves.
        months: the length of a playout by the hasty policy, as in the search; 0 scores the after-state itself.
        win_share: the share of the win chance in the utility.
        seeds: two words for each playout; playouts of all moves share them.
        values: output, the mean utility over the playouts, 0 to 1.
    """
    tables, games = desk.tables[0], desk.games
    seat = games[ROOT].seat
    for place in range(count):
        copy_game(games, ROOT, AFTER)
        play(tables, games[AFTER], moves[place])
        values[place] = 0.0
        for playout in range(len(seeds)):
            copy_game(games, AFTER, REAL)
            seed_words(desk.words, seeds[playout][0], seeds[playout][1], MOVES_STREAM)
            if months > 0:
                play_months(desk, scratch, months, seeds[playout])
            if corrects:
                predict_corrected(
                    tables, desk.worths, scratch.plan.outlook[0], games[REAL], win_share, network, notes, prediction[0]
                )
            else:
                predict(tables, desk.worths, scratch.plan.outlook[0], games[REAL], win_share, prediction[0])
            values[place] += prediction[0].utilities[seat] / len(seeds)


@rule
def play_months(desk: Desk, scratch: Scratch, months: int, seed: list[int]) -> None:
    """Play ``games[REAL]`` by the hasty policy to the beginning of a month, and from New Year on to the end."""
    tables, games = desk.tables[0], desk.games
    until = games[REAL].month + months
    while not is_over(games[REAL]) and (games[REAL].month < until or games[REAL].month == NEW_YEAR):
        if is_decision(games[REAL]):
            play(tables, games[REAL], policy_move(desk, scratch, HASTY))
        else:
            step_chance(desk, scratch, seed)


@rule
def step_chance(desk: Desk, scratch: Scratch, seed: list[int]) -> None:
    """Draw and apply one chance outcome of ``games[REAL]``."""
    tables, games = desk.tables[0], desk.games
    outcome = draw(tables, games[REAL], seed, scratch.words, scratch.outcomes, scratch.weights)
    reveal(tables, games[REAL], outcome)
