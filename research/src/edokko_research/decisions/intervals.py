"""The mean over decisions with an interval over games, because the decisions of a game are correlated."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
import numpy.typing as npt

Z = 1.959964
"""The 97.5 % point of the normal distribution, for intervals of 95 %."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with half of the width of its interval of 95 %; not a number where there is nothing to average."""

    mean: float
    error: float


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
