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


def outlook_games() -> None:
    """Warm up the games that sample positions for the outlook."""
    from edokko.lab.tune.positions import play_positions
    from edokko.players.evaluation.weights import shipped

    play_positions(2, 1, 0, "greedy", shipped(), 0, 1, lambda done: None)
