"""Warm-up calls: each function calls the entry points of one family of the lab on small games, which compiles them."""

from __future__ import annotations

from edokko.batch import Batch
from edokko.components import load
from edokko.lab.simulation.runner import Engine, Setting


def random_games() -> None:
    """Warm up games between random players."""
    _play("random")


def greedy_games() -> None:
    """Warm up games between built-in players."""
    _play("greedy")


def _play(name: str) -> None:
    Engine(Setting((name, "random"), load("2021"), 0, logged=True)).play(0, 1)


def batch() -> None:
    """Warm up every method of a batch."""
    games = Batch(1, 2)
    legal, _ = games.legal_lists()
    games.legal_masks()
    games.play(legal[:, 0])
    games.scores()


def soak_games() -> None:
    """Warm up the soak test."""
    from edokko.lab.soak.runner import soak

    soak(1, 2, 0)


def sampled_months() -> None:
    """Warm up the games whose positions at the beginning of months are sampled."""
    from edokko.game import Game
    from edokko.lab.months.sampling import GREEDY, sample, samples_of
    from edokko.lab.months.searching import Played, decisions_of
    from edokko.players.evaluation.weights import shipped
    from edokko.rules.tables import tables_for

    tables = tables_for(load("2021"), 2)
    sample(tables, shipped(), GREEDY, 0, [0])
    game = Game(2, seed=1)
    samples_of(tables, shipped(), [game.state], 0)
    decisions_of([Played(game, decisions=[game.state], statistics=[[]])])


def side_lines() -> None:
    """Warm up the games whose side lines are sampled."""
    from edokko.lab.months.budgets import Budgets
    from edokko.lab.months.side_lines import sample_side_lines
    from edokko.players.champion.stored import empty_network
    from edokko.players.evaluation.weights import shipped
    from edokko.rules.tables import tables_for

    sample_side_lines(tables_for(load("2021"), 2), shipped(), empty_network(), Budgets(2, 2), 1, 0, [0])


def playouts() -> None:
    """Warm up the playouts of sibling moves."""
    from edokko.lab.playouts.storage import HASTY
    from edokko.lab.playouts.workbench import Workbench, playout_seeds
    from edokko.rules.tables import tables_for

    bench = Workbench(tables_for(load("2021"), 2), 2)
    positions = bench.play((HASTY, HASTY), 0, 1, 1)
    bench.judge(positions[0], HASTY, 1, playout_seeds(1, 1))


def leaves() -> None:
    """Warm up the values of moves without playouts to the end."""
    from edokko.game import Game
    from edokko.lab.playouts.workbench import Workbench

    game = Game(2, seed=1)
    bench, moves = Workbench(game.tables, 2), game.legal_moves.numbers[:1]
    bench.evaluations(game.state, moves)
    bench.leaves(game.state, moves, 1, 0.0)
