"""Confidence intervals of a share of games played in blocks.

Games of one block share their seed, so they are correlated; blocks are independent. The variance between blocks gives
the effective sample size. Wilson's interval is taken at that size, with Student's quantile because blocks may be few.
The variance is the cluster-robust one (Cameron, Gelbach and Miller, 2008, *Bootstrap-based improvements for inference
with clustered errors*), the interval the modified Wilson interval of survey statistics (Korn and Graubard, 1998;
Franco, Little, Louis and Slud, 2019).
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko import extras

CONFIDENCE = 0.95

Counts = npt.NDArray[np.int64]


def student(blocks: int) -> float:
    """Return Student's quantile of a two-sided 95 % interval of at least 2 independent observations.

    Raises:
        edokko.extras.MissingExtra: SciPy is not installed.
    """
    return float(extras.lab("scipy.special").stdtrit(blocks - 1, (1 + CONFIDENCE) / 2))


def share_interval(wins: Counts, games: Counts) -> tuple[float, float]:
    """Return the 95 % interval of a share of games won, from the wins and the games in each block, never 0.

    A single block, which has no variance, gives 0 and 1.
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


def map_floats(value: Any, function: Callable[[float], float | None]) -> Any:
    """Return a nested value with a function of each of its floating-point numbers, and with lists for tuples."""
    if isinstance(value, float):
        return function(value)
    if isinstance(value, dict):
        return {name: map_floats(part, function) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [map_floats(part, function) for part in value]
    return value
