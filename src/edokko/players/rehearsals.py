"""Calls of every function that players need compiled, on a small game."""

from __future__ import annotations

from edokko.game import Game
from edokko.players.budget import Budget
from edokko.players.greedy import GreedyPlayer
from edokko.players.outlook import outlook_for
from edokko.players.planner import PlannerPlayer
from edokko.players.search import data
from edokko.players.search.searcher import Searcher, best
from edokko.players.weights import shipped

NODES = 1 << 10
SIMULATIONS = 16


def greedy() -> None:
    """Let the compiled greedy player decide."""
    GreedyPlayer(1, is_compiled=True).choose(Game(2, seed=1), Budget(simulations=1))


def planner() -> None:
    """Let the compiled planner decide."""
    PlannerPlayer(1, is_compiled=True).choose(Game(2, seed=1))


def search() -> None:
    """Search two decisions in a row, so that part of the tree is kept, and judge one move."""
    game = Game(2, seed=1)
    searcher = Searcher(data.settings(), shipped(), (1, 2), is_compiled=True, nodes=NODES)
    for _ in range(2):
        searcher.begin(game, outlook_for(2))
        searcher.run(SIMULATIONS)
        searcher.lead()
        move = best(searcher.found(game)).move
        searcher.line(move)
        game.play(move)
    searcher.begin(game, outlook_for(2))
    searcher.only(game.legal_moves[0])
