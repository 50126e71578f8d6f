"""What a simulation shows: scores, shares of wins with their uncertainty, lengths, speed."""

from __future__ import annotations

from collections.abc import Sequence
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
    """Adds up the games of a simulation.

    Args:
        names: the players, by seat.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._totals: list[npt.NDArray[np.int16]] = []
        self._winners: list[npt.NDArray[np.int16]] = []
        self._lengths: list[npt.NDArray[np.int64]] = []
        self._branching = 0

    @property
    def games(self) -> int:
        """How many have been added."""
        return sum(map(len, self._winners))

    def add(
        self,
        totals: npt.NDArray[np.int16],
        rankings: npt.NDArray[np.int16],
        decisions: npt.NDArray[np.int64],
        branching: npt.NDArray[np.int64],
    ) -> None:
        """Add finished games, with the arrays of an :class:`edokko.lab.simulation.Chunk`."""
        self._totals.append(totals.copy())
        self._winners.append(rankings[:, 0].copy())
        self._lengths.append(decisions.copy())
        self._branching += int(branching.sum())

    def summary(self, seconds: float) -> Summary:
        """Sum up.

        Args:
            seconds: how long the games took.

        Raises:
            ValueError: no game has been added.
        """
        if not self.games:
            raise ValueError("there is no game to sum up")
        totals = np.concatenate(self._totals)
        winners = np.concatenate(self._winners)
        lengths = np.concatenate(self._lengths)
        decisions = int(lengths.sum())
        return Summary(
            games=len(totals),
            decisions=decisions,
            seconds=seconds,
            branching=self._branching / decisions,
            length=decisions / len(totals),
            shortest=int(lengths.min()),
            longest=int(lengths.max()),
            mean=float(totals.mean()),
            median=float(np.median(totals)),
            best=int(totals.max()),
            winning=float(totals[np.arange(len(totals)), winners].mean()),
            seats=tuple(self._seat(seat, totals[:, seat], winners) for seat in range(len(self._names))),
        )

    def _seat(self, seat: int, totals: npt.NDArray[np.int16], winners: npt.NDArray[np.int16]) -> SeatSummary:
        wins = int((winners == seat).sum())
        low, high = wilson(wins, len(winners))
        return SeatSummary(
            seat=seat,
            name=self._names[seat],
            mean=float(totals.mean()),
            median=float(np.median(totals)),
            best=int(totals.max()),
            wins=wins,
            win_share=wins / len(winners),
            low=low,
            high=high,
        )
