"""What a simulation shows: scores, shares of wins with their uncertainty, lengths, speed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

Z_95 = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score method (1927): sound for few games and for shares near 0 or 1.

    Args:
        wins: 0 to ``games``.
        games: at least 1.

    Returns:
        The lower and the upper end, from 0 to 1.
    """
    share = wins / games
    spread = Z_95 * Z_95 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z_95 * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """One seat over all games.

    Attributes:
        seat: its number.
        name: its player.
        mean, median, best: of its scores, in IKI.
        wins: games in which it came first; ties are broken as the rules say, so each game has one winner.
        win_share: the same as a share.
        low, high: the 95 % interval of the share (:func:`wilson`). Games are independent of one another.
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
    """All games of a simulation.

    Attributes:
        games: how many.
        decisions: of all games.
        seconds: how long it took, by the clock, compiling included.
        games_per_second, decisions_per_second: the same as speeds.
        branching: legal moves a decision, on average.
        length: decisions a game, on average.
        shortest, longest: the fewest and the most decisions of a game.
        mean, median, best: of all seats' scores, in IKI.
        winning: the winners' mean score.
        seats: each seat's own numbers.
    """

    games: int
    decisions: int
    seconds: float
    branching: float
    length: float
    shortest: int
    longest: int
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
    """Adds up the games of a simulation; its memory does not grow with them.

    Args:
        names: the players, by seat.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._scores: list[Counter[int]] = [Counter() for _ in names]
        """How often each seat had each score."""
        self._wins = [0] * len(self._names)
        self._games = self._decisions = self._branching = self._winning = 0
        self._shortest = self._longest = 0

    @property
    def games(self) -> int:
        """How many have been added."""
        return self._games

    def add(
        self,
        totals: npt.NDArray[np.int16],
        rankings: npt.NDArray[np.int16],
        decisions: npt.NDArray[np.int64],
        branching: npt.NDArray[np.int64],
    ) -> None:
        """Add finished games, with the arrays of an :class:`edokko.lab.simulation.Chunk`."""
        winners = rankings[:, 0]
        for seat, scores in enumerate(self._scores):
            values, counts = np.unique(totals[:, seat], return_counts=True)
            scores.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
            self._wins[seat] += int((winners == seat).sum())
        self._shortest = min(self._shortest or int(decisions.max()), int(decisions.min()))
        self._longest = max(self._longest, int(decisions.max()))
        self._games += len(totals)
        self._decisions += int(decisions.sum())
        self._branching += int(branching.sum())
        self._winning += int(totals[np.arange(len(totals)), winners].sum())

    def summary(self, seconds: float) -> Summary:
        """Sum up.

        Args:
            seconds: how long the games took.

        Raises:
            ValueError: no game has been added.
        """
        if not self._games:
            raise ValueError("there is no game to sum up")
        scores = sum(self._scores, Counter[int]())
        return Summary(
            games=self._games,
            decisions=self._decisions,
            seconds=seconds,
            branching=self._branching / self._decisions,
            length=self._decisions / self._games,
            shortest=self._shortest,
            longest=self._longest,
            mean=_mean(scores),
            median=_median(scores),
            best=max(scores),
            winning=self._winning / self._games,
            seats=tuple(self._seat(seat) for seat in range(len(self._names))),
        )

    def _seat(self, seat: int) -> SeatSummary:
        scores, wins = self._scores[seat], self._wins[seat]
        low, high = wilson(wins, self._games)
        return SeatSummary(
            seat=seat,
            name=self._names[seat],
            mean=_mean(scores),
            median=_median(scores),
            best=max(scores),
            wins=wins,
            win_share=wins / self._games,
            low=low,
            high=high,
        )


def _mean(counts: Mapping[int, int]) -> float:
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def _median(counts: Mapping[int, int]) -> float:
    """The value in the middle, or half-way between the two in the middle."""
    total = sum(counts.values())
    places = ((total - 1) // 2, total // 2)
    middle: list[int] = []
    passed = 0
    for value in sorted(counts):
        passed += counts[value]
        middle += [value for place in places[len(middle) :] if place < passed]
    return sum(middle) / 2
