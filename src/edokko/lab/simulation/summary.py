"""The summary of a simulation: scores, shares of wins with their intervals, lengths, speed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

Z_95 = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson's score method (1927), valid for few games and extreme shares."""
    share = wins / games
    spread = Z_95 * Z_95 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z_95 * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """The summary of one seat over all games, with statistics of its scores in IKI.

    The rules break ties, so each game has one winner. Games are independent, so the interval of the share of wins is
    that of :func:`wilson`, 95 %.
    """

    seat: int
    name: str
    mean: float
    median: float
    best: int
    wins: int
    win_share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of all games of a simulation, with statistics of all seats' scores in IKI, and of the winners'.

    ``branching`` is the mean number of legal moves of a decision, and ``length`` that of decisions of a game.
    """

    games: int
    decisions: int
    seconds: float
    branching: float
    length: float
    mean: float
    median: float
    best: int
    winning: float
    seats: tuple[SeatSummary, ...]

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds > 0 else float("inf")

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds > 0 else float("inf")


class Tally:
    """A running tally of the games of a simulation, in constant memory."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._scores: list[Counter[int]] = [Counter() for _ in names]
        """The histogram of scores of each seat."""
        self._wins = [0] * len(self._names)
        self._games = self._decisions = self._branching = self._winning = 0

    @property
    def games(self) -> int:
        """The number of games added."""
        return self._games

    def add(
        self,
        totals: npt.NDArray[np.int16],
        rankings: npt.NDArray[np.int16],
        decisions: npt.NDArray[np.int64],
        branching: npt.NDArray[np.int64],
    ) -> None:
        """Add finished games, with the arrays of an :class:`edokko.lab.simulation.runner.Chunk`."""
        winners = rankings[:, 0]
        for seat, scores in enumerate(self._scores):
            values, counts = np.unique(totals[:, seat], return_counts=True)
            scores.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
            self._wins[seat] += int((winners == seat).sum())
        self._games += len(totals)
        self._decisions += int(decisions.sum())
        self._branching += int(branching.sum())
        self._winning += int(totals[np.arange(len(totals)), winners].sum())

    def summary(self, seconds: float) -> Summary:
        """Summarise the games added so far. Raises ``ValueError`` if no game has been added."""
        if not self._games:
            raise ValueError("there is no game to sum up")
        scores = sum(self._scores, Counter[int]())
        return Summary(
            games=self._games,
            decisions=self._decisions,
            seconds=seconds,
            branching=self._branching / self._decisions,
            length=self._decisions / self._games,
            **_statistics(scores),
            winning=self._winning / self._games,
            seats=tuple(self._seat(seat) for seat in range(len(self._names))),
        )

    def _seat(self, seat: int) -> SeatSummary:
        scores, wins = self._scores[seat], self._wins[seat]
        low, high = wilson(wins, self._games)
        return SeatSummary(
            seat=seat,
            name=self._names[seat],
            **_statistics(scores),
            wins=wins,
            win_share=wins / self._games,
            low=low,
            high=high,
        )


def _statistics(scores: Mapping[int, int]) -> dict[str, Any]:
    mean = sum(score * count for score, count in scores.items()) / sum(scores.values())
    return {"mean": mean, "median": _median(scores), "best": max(scores)}


def _median(counts: Mapping[int, int]) -> float:
    """Return the median of a histogram."""
    total = sum(counts.values())
    places = ((total - 1) // 2, total // 2)
    middle: list[int] = []
    cumulative = 0
    for value in sorted(counts):
        cumulative += counts[value]
        middle += [value for place in places[len(middle) :] if place < cumulative]
    return sum(middle) / 2
