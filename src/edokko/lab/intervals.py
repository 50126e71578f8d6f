"""Confidence intervals over independent groups: of a share of games played in blocks, and of a mean over games.

Games of one block share their seed, so they are correlated; blocks are independent. The variance between blocks gives
the effective sample size. Wilson's interval is taken at that size, with Student's quantile because blocks may be few.
The variance is the cluster-robust one (Cameron, Gelbach and Miller, 2008, *Bootstrap-based improvements for inference
with clustered errors*), the interval the modified Wilson interval of survey statistics (Korn and Graubard, 1998;
Franco, Little, Louis and Slud, 2019).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
import numpy.typing as npt

from edokko import extras

CONFIDENCE = 0.95
Z = 1.959964
"""The 97.5 % point of the normal distribution, for intervals of 95 %."""

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with half of the width of its interval of 95 %; not a number where there is nothing to average."""

    mean: float
    error: float


def student(blocks: int) -> float:
    """Return Student's quantile of a two-sided 95 % interval.

    Args:
        blocks: the number of independent observations, at least 2.

    Raises:
        edokko.extras.MissingExtra: SciPy is not installed.
    """
    return float(extras.lab("scipy.special").stdtrit(blocks - 1, (1 + CONFIDENCE) / 2))


def share_interval(wins: Counts, games: Counts) -> tuple[float, float]:
    """Return the 95 % interval of a share of games won.

    Args:
        wins: the wins in each block.
        games: the games in each block, never 0.

    Returns:
        The lower and the upper end, from 0 to 1; 0 and 1 for a single block, which has no variance.
    """
    blocks, total = len(wins), int(games.sum())
    if blocks < 2:
        return 0.0, 1.0
    share = float(wins.sum()) / total
    variance = float(((wins - share * games) ** 2).sum()) * blocks / (blocks - 1) / total**2
    # Identical blocks have no variance; then each counts as a single observation.
    size = share * (1 - share) / variance if variance > 0 else blocks
    spread = student(blocks) ** 2 / size
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * share * (1 - share) + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def clustered_mean(values: Floats, weights: Floats, clusters: npt.NDArray[np.int64]) -> Estimate:
    """Return a weighted mean with an interval over clusters.

    The mean is a ratio of sums over clusters, and its variance that of the ratio's residuals (Cochran, 1977).
    """
    if not len(values):
        return Estimate(nan, nan)
    mean = float(weights @ values / weights.sum())
    _, number = np.unique(clusters, return_inverse=True)
    residuals = np.bincount(number, weights * (values - mean))
    count = len(residuals)
    if count < 2:
        return Estimate(mean, nan)
    error = sqrt(count / (count - 1) * float(residuals @ residuals)) / float(weights.sum())
    return Estimate(mean, Z * error)
