"""The training data of an outlook: positions at the beginning of months, with the results of their games."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edokko.batch import game_seed
from edokko.components import load
from edokko.players.evaluation.weights import Weights
from edokko.players.policies.desk import GREEDY, PLANNER
from edokko.rules.tables import tables_for
from edokko_research.months.sampling import sample

CHUNK = 100
"""The number of games in a chunk."""
EDITION = "2021"
PLAYERS = {"planner": PLANNER, "greedy": GREEDY}
"""The players that can play the games."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Positions:
    """Sampled positions and the results of their games.

    Attributes:
        features: the features of each position and seat, an array (positions, players, features).
        month, game: the month and the game's index of each position.
        totals: the final scores of each game, by seat.
        winner: the winner of each game.
    """

    features: Floats
    month: Integers
    game: Integers
    totals: Floats
    winner: Integers

    def subset(self, mask: npt.NDArray[np.bool_]) -> Positions:
        """Return the positions that a mask selects."""
        return Positions(self.features[mask], self.month[mask], self.game[mask], self.totals, self.winner)

    @property
    def finals(self) -> Floats:
        """The final scores of each position's game, by seat."""
        return self.totals[self.game]

    @property
    def winners(self) -> Integers:
        """The winner of each position's game."""
        return self.winner[self.game]


def play_positions(
    players: int,
    games: int,
    seed: int,
    player: str,
    weights: Weights,
    deviations: int,
    workers: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Positions:
    """Play games and sample their positions.

    Args:
        players: the number of players.
        games: the number of games.
        seed: fixes everything. Game ``i`` has the same chance as in a simulation with this seed.
        player: the player at all seats, ``"greedy"`` or ``"planner"``.
        weights: the evaluation weights of all players and of the features.
        deviations: the percentage of random moves.
        workers: the number of threads, which does not change the result.
        progress: a callback that receives the number of finished games.
    """
    spans = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]

    def play(span: tuple[int, int]) -> Positions:
        return _play(players, seed, player, weights, deviations, *span)

    parts = []
    with ThreadPoolExecutor(workers) as pool:
        for (first, count), part in zip(spans, pool.map(play, spans), strict=True):
            parts.append(part)
            progress(first + count)
    return Positions(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.month for part in parts]),
        np.concatenate([part.game + first for (first, _), part in zip(spans, parts, strict=True)]),
        np.concatenate([part.totals for part in parts]),
        np.concatenate([part.winner for part in parts]),
    )


def _play(players: int, seed: int, player: str, weights: Weights, deviations: int, first: int, count: int) -> Positions:
    seeds = [game_seed(seed, index) for index in range(first, first + count)]
    sampled = sample(tables_for(load(EDITION), players), weights, PLAYERS[player], deviations, seeds)
    return Positions(sampled.features, sampled.month, sampled.game, sampled.totals, sampled.winner)
