"""What the tests of tuning share: small plans, and a contest that is a formula."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

import numpy as np

from edokko.lab.tune.contest import Candidate, Outcome, Table
from edokko.lab.tune.plan import WEIGHTS, Plan
from edokko.lab.tune.space import Space, space_of_weights
from edokko.players.weights import shipped

TUNED = ("mon_late", "fire_guard", "joker", "hunger_now")
"""The weights that these tests tune; the others are held."""


def space() -> Space:
    """Four weights, from the shipped ones."""
    return space_of_weights(shipped(), {name: number for name, number in shipped().items() if name not in TUNED})


def plan(games: int = 8, seed: int = 7, player: str = "greedy") -> Plan:
    """A plan at a table of two."""
    return Plan(WEIGHTS, Table(player, "greedy", 2), space(), games, seed, {})


class Formula:
    """A contest whose best weights are known: ``factor`` times the shipped ones. The noise depends on the seed."""

    def __init__(self, factor: float = 1.6, noise: float = 1.0, stops_after: int | None = None) -> None:
        self.factor = factor
        self.noise = noise
        self.left = stops_after

    def play(self, candidate: Candidate, seed: int, rounds: int) -> Outcome:
        if self.left is not None:
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
        noise = np.random.default_rng([seed, *self._key(candidate.weights)]).normal(0, self.noise, (rounds, 2))
        return Outcome(noise - 10 * self.distance(candidate.weights), np.zeros((rounds, 2)))

    def distance(self, weights: Mapping[str, float]) -> float:
        """How far weights are from the best ones."""
        return sum(log(weights[name] / (self.factor * getattr(shipped(), name))) ** 2 for name in TUNED)

    def _key(self, weights: Mapping[str, float]) -> list[int]:
        return [int(weights[name]) for name in TUNED]
