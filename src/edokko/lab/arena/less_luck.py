"""Results of an arena less luck: the same expectation as the results, with less variance.

The luck of a game is the change of the expected result at each chance moment (:mod:`edokko.players.champion.luck`). Its
expectation is 0, so results less luck are unbiased. The value that measures it expects players of equal strength, so a
block's luck is scaled by the coefficient that fits the other blocks best (a control variate, cross-fitted: since blocks
are independent, the results stay unbiased). Variances and intervals are over blocks, as those of shares
(:mod:`edokko.lab.intervals`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from edokko.lab.intervals import student

Numbers = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

PRIOR = 10
"""How many blocks count for a coefficient of 1, so that few blocks do not fit noise."""


@dataclass(frozen=True, slots=True)
class LessLuck:
    """The results of one player less luck: wins per seat held and the mean score, in IKI, with their 95 % intervals.

    The intervals are ``None`` for a single block; that of wins may reach beyond 0 and 1. A variance is a share of that
    of the results with luck: how many games are needed for the same precision. It is ``None`` if the results have no
    variance.
    """

    win_share: float
    win_share_interval: tuple[float, float] | None
    mean_score: float
    mean_score_interval: tuple[float, float] | None
    win_variance: float | None
    score_variance: float | None


def less_luck(blocks: Integers, mine: Flags, wins: Flags, scores: Integers, luck: tuple[Numbers, Numbers]) -> LessLuck:
    """Return the results of a player less luck.

    The arrays are (games), the block of each game, then (games, seats) each: the seats of the player, true for the
    winner, the scores in IKI, and the luck in win chance and in IKI.
    """
    shares, share_ratio = _compare(blocks, mine, wins.astype(np.float64), luck[0])
    means, mean_ratio = _compare(blocks, mine, scores.astype(np.float64), luck[1])
    return LessLuck(shares.mean, shares.interval, means.mean, means.interval, share_ratio, mean_ratio)


@dataclass(frozen=True, slots=True)
class _Mean:
    """A mean over seats held, with its variance and interval; ``None`` for a single block."""

    mean: float
    variance: float | None
    interval: tuple[float, float] | None


def _compare(blocks: Integers, mine: Flags, results: Numbers, luck: Numbers) -> tuple[_Mean, float | None]:
    """Return the mean of results less luck, and the ratio of its variance to that of the results."""
    numbers = np.unique(blocks, return_inverse=True)[1]
    rows = np.array([np.bincount(numbers, (values * mine).sum(axis=1)) for values in (1.0, results, luck)])
    held, sums, lucks = rows[:, rows[0] > 0]
    raw = _mean(held, sums)
    adjusted = _mean(held, sums - _coefficients(held, sums, lucks) * lucks)
    if not raw.variance or adjusted.variance is None:
        return adjusted, None
    return adjusted, adjusted.variance / raw.variance


def _coefficients(held: Numbers, sums: Numbers, lucks: Numbers) -> Numbers:
    """Return the coefficient of each block's luck: the least-squares fit to all other blocks, with the prior."""
    blocks = len(held)
    products, squares = np.zeros(blocks), np.zeros(blocks)
    for block in range(blocks if blocks > 1 else 0):
        others = np.arange(blocks) != block
        rest = sums[others] - held[others] * sums[others].sum() / held[others].sum()
        products[block] = (rest * lucks[others]).sum()
        squares[block] = (lucks[others] ** 2).sum()
    prior = PRIOR * squares / max(1, blocks - 1)
    return np.divide(products + prior, squares + prior, out=np.ones(blocks), where=squares > 0)


def _mean(held: Numbers, sums: Numbers) -> _Mean:
    """Return the mean over the seats held, with the cluster-robust variance over blocks."""
    total, count = float(held.sum()), len(held)
    mean = float(sums.sum()) / total
    if count < 2:
        return _Mean(mean, None, None)
    variance = float(((sums - mean * held) ** 2).sum()) * count / (count - 1) / total**2
    half = student(count) * sqrt(variance)
    return _Mean(mean, variance, (mean - half, mean + half))
