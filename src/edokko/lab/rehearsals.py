"""Calls of every function that games between automatic players need compiled, on small games."""

from __future__ import annotations

from edokko.batch import Batch
from edokko.components import load
from edokko.lab.simulation import Engine, Setting


def random_games() -> None:
    """Play a game between random players."""
    _play("random")


def greedy_games() -> None:
    """Play a game between built-in players of several kinds."""
    _play("greedy")


def _play(name: str) -> None:
    Engine(Setting((name, "random"), load("2021"), 0, logged=True)).play(0, 1)


def batch() -> None:
    """Play a move in a batch, and everything that can be asked of it."""
    games = Batch(1, 2)
    legal, _ = games.legal_lists()
    games.legal_masks()
    games.play(legal[:, 0])
    games.scores()


def soak_games() -> None:
    """Compare the engines in one game."""
    from edokko.lab.soak import soak

    soak(1, 2, 0)


def outlook_games() -> None:
    """Play a game that the outlook could be read off."""
    from edokko.lab.tune.positions import play_positions
    from edokko.players.weights import shipped

    play_positions(2, 1, 0, "greedy", shipped(), 0, 1, lambda done: None)
