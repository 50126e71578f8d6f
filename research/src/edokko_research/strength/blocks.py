"""Means over games with intervals over their blocks, whose games share a seed."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from edokko.lab.arena.matches import MatchResult
from edokko.lab.intervals import student

Spread = tuple[float, float]
"""The two ends of a 95 % interval."""


def mean_lead(games: Sequence[MatchResult]) -> tuple[float, Spread | None]:
    """Return the mean lead of the first entry over the mean of the others, with its 95 % interval over blocks."""
    leads = []
    for game in games:
        own = game.iki[game.match.entries.index(0)]
        leads.append(own - (sum(game.iki) - own) / (len(game.iki) - 1))
    return over_blocks(games, np.array(leads, np.float64))


def over_blocks(games: Sequence[MatchResult], values: npt.NDArray[np.float64]) -> tuple[float, Spread | None]:
    """Return the mean of the games' values with its 95 % interval over blocks; one block has no interval."""
    numbers = np.unique([game.match.block for game in games], return_inverse=True)[1]
    blocks = np.bincount(numbers, values) / np.bincount(numbers)
    mean = float(blocks.mean())
    if len(blocks) == 1:
        return mean, None
    half = student(len(blocks)) * float(blocks.std(ddof=1)) / sqrt(len(blocks))
    return mean, (mean - half, mean + half)
