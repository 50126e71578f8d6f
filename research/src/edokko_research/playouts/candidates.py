"""The candidates of a decision: the best moves by quick measures, and random others."""

from __future__ import annotations

from edokko.players.evaluation.seat import evaluate
from edokko.players.policies.desk import HASTY, PLANNER, Desk
from edokko.players.policies.greedy import finish_choice, try_move
from edokko.players.policies.planner import REAL
from edokko.rules.chance import below
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.registry import rule
from edokko.rules.referee import legal_moves
from edokko_research.playouts.games import policy_move
from edokko_research.playouts.storage import ROOT, Scratch


@rule
def evaluate_moves(desk: Desk, moves: list[int], count: int, values: list[int]) -> None:
    """Write the evaluation that :func:`edokko.players.policies.greedy.greedy_move` gives to moves of ``games[ROOT]``.

    Args:
        desk: its scratch games are overwritten.
        moves: the moves.
        count: their number.
        values: output, in hundredths of an IKI.
    """
    tables, games, spare = desk.tables[0], desk.games, desk.spare
    seat = games[ROOT].seat
    for place in range(count):
        copy_game(games, ROOT, spare)
        try_move(tables, games[spare], moves[place])
        finish_choice(desk, seat)
        values[place] = evaluate(tables, desk.worths, games[spare], seat)


@rule
def choose_candidates(desk: Desk, scratch: Scratch, most: int, moves: list[int]) -> int:
    """Choose the candidates of ``games[ROOT]``.

    They are all legal moves if these are not more than ``most``. Otherwise they are the planner's and the hasty
    policy's move, the best by evaluation until half of the candidates are there, and random others.

    Args:
        desk: its random stream draws the others.
        scratch: overwritten.
        most: the maximum number of candidates, at least 2.
        moves: output, in the order of the legal moves.

    Returns:
        The number of candidates.
    """
    games, legal, is_chosen = desk.games, scratch.legal, scratch.is_chosen
    count = legal_moves(desk.tables[0], games[ROOT], legal)
    for place in range(count):
        is_chosen[place] = 1 if count <= most else 0
    if count > most:
        choose_best(desk, scratch, count, (most + 1) // 2)
        size = 0
        for place in range(count):
            size += is_chosen[place]
        while size < most:
            choose_nth(scratch, count, below(desk.words, count - size))
            size += 1
    size = 0
    for place in range(count):
        if is_chosen[place] == 1:
            moves[size] = legal[place]
            size += 1
    return size


@rule
def choose_best(desk: Desk, scratch: Scratch, count: int, most: int) -> None:
    """Mark the moves of two policies, and then the best by evaluation until ``most`` are marked."""
    legal, values, is_chosen = scratch.legal, scratch.values, scratch.is_chosen
    copy_game(desk.games, ROOT, REAL)
    planned = policy_move(desk, scratch, PLANNER)
    copy_game(desk.games, ROOT, REAL)
    hasty = policy_move(desk, scratch, HASTY)
    size = 0
    for place in range(count):
        if legal[place] == planned or legal[place] == hasty:
            is_chosen[place] = 1
            size += 1
    evaluate_moves(desk, legal, count, values)
    while size < most:
        best = -1
        for place in range(count):
            if is_chosen[place] == 0 and (best < 0 or values[place] > values[best]):
                best = place
        is_chosen[best] = 1
        size += 1


@rule
def choose_nth(scratch: Scratch, count: int, number: int) -> None:
    """Mark the move with this number, from 0, among those that are not marked."""
    for place in range(count):
        if scratch.is_chosen[place] == 0:
            if number == 0:
                scratch.is_chosen[place] = 1
            number -= 1
