"""Helpers for the tests of tuning: small plans, and a fake contest whose objective is a formula."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

import numpy as np

from edokko.players.evaluation.weights import shipped
from edokko_research.tune.contest import Candidate, Contest, Outcome, Table
from edokko_research.tune.plan import WEIGHTS, Plan
from edokko_research.tune.space import Space, space_of_weights

TUNED = ("mon_late", "fire_guard", "joker", "hunger_now")
"""The weights that these tests tune; the others stay constant."""


def space() -> Space:
    """Return a space of four weights."""
    return space_of_weights(shipped(), {name: number for name, number in shipped().items() if name not in TUNED})


def plan(games: int = 8, seed: int = 7, player: str = "greedy") -> Plan:
    """Return a plan for two players."""
    return Plan(WEIGHTS, Table(player, "greedy", 2), space(), games, seed, {})


class Formula(Contest):
    """A fake contest whose optimum is known: ``factor`` times the shipped weights. The noise depends on the seed.

    Args:
        stops_after: the number of plays after which it raises ``KeyboardInterrupt``; ``None`` for never.
    """

    def __init__(self, factor: float = 1.6, noise: float = 1.0, stops_after: int | None = None) -> None:
        super().__init__(plan().table)
        self.factor = factor
        self.noise = noise
        self.plays_left = stops_after

    def play(self, candidate: Candidate, seed: int, rounds: int) -> Outcome:
        if self.plays_left is not None:
            if self.plays_left == 0:
                raise KeyboardInterrupt
            self.plays_left -= 1
        noise = np.random.default_rng([seed, *self._key(candidate.weights)]).normal(0, self.noise, (rounds, 2))
        return Outcome(noise - 10 * self.distance(candidate.weights), np.zeros((rounds, 2)))

    def distance(self, weights: Mapping[str, float]) -> float:
        """Return the distance of weights from the optimum."""
        return sum(log(weights[name] / (self.factor * getattr(shipped(), name))) ** 2 for name in TUNED)

    def _key(self, weights: Mapping[str, float]) -> list[int]:
        return [int(weights[name]) for name in TUNED]
