"""The cost of a decision: its loss, and whether it is beyond the error of the search."""

from __future__ import annotations

import pytest

from edokko import Game
from edokko.move import Move
from edokko.native.backends import PLAIN
from edokko.players.analysis.coaching import Cost, cost_of
from edokko.players.analysis.position import Analyst, MoveAnalysis
from edokko.players.budget import Budget

FEW = Budget(simulations=80)


def at_hire() -> Game:
    game = Game(2, seed=1)
    while "hire" not in {move.kind for move in game.legal_moves}:
        game.play(game.legal_moves[0])
    return game


@pytest.mark.parametrize(
    ("loss", "error", "is_costly"), [(0.12, 0.02, True), (0.04, 0.001, False), (0.12, 0.07, False)]
)
def test_a_costly_loss_is_large_and_beyond_its_error(loss: float, error: float, is_costly: bool) -> None:
    move = Move("income")
    entry = MoveAnalysis(move, 10, 1.0, (50.0, 40.0), (0.5, 0.5), (move,))
    assert Cost(move, entry, loss, error).is_costly == is_costly


def test_the_best_move_costs_nothing() -> None:
    game = at_hire()
    best = Analyst(0, backend=PLAIN).analyse(game, FEW).best.move
    cost = cost_of(Analyst(0, backend=PLAIN), game, [best], FEW)
    assert cost is not None
    assert (cost.loss, cost.best.move, cost.is_costly) == (0.0, best, False)


def test_the_most_expensive_of_several_decisions_counts() -> None:
    game = at_hire()
    after = at_hire()
    after.play("hire monk")
    moves = [Move("hire monk"), after.legal_moves[0]]
    single = [cost_of(Analyst(0, backend=PLAIN), at_hire(), moves[:1], FEW)]
    single.append(cost_of(Analyst(0, backend=PLAIN), after, moves[1:], FEW))
    cost = cost_of(Analyst(0, backend=PLAIN), game, moves, FEW)
    assert cost is not None
    assert cost.move in moves
    assert cost.error > 0 or cost.loss == 0
    assert any(other is not None and other.move == cost.move for other in single)


def test_a_forced_move_has_no_cost() -> None:
    game = Game(2, seed=1)
    while len(game.legal_moves) > 1:
        game.play(game.legal_moves[0])
    assert cost_of(Analyst(0, backend=PLAIN), game, [game.legal_moves[0]], FEW) is None
