"""Ratings from games of several players, fitted to all games at once.

The model is that of Luce (1959, *Individual Choice Behavior*) and Plackett (1975, *The analysis of permutations*):
the first place is drawn with chances in proportion to strengths, the second among those who are left, and so on. The
strengths are those of maximum likelihood, by the spectral method of Maystre and Grossglauser (2015, *Fast and accurate
inference of Plackett-Luce models*) as the library ``choix`` has it.

Ratings are on Elo's scale: who has 400 points more finishes before the other at odds of 10 to 1, whoever else sits at
the table. The mean of all entries is 1500.
"""

from __future__ import annotations

from math import log

import numpy as np
import numpy.typing as npt

from edokko import extras
from edokko.lab.intervals import student

MEAN = 1500.0
POINTS = 400 / log(10)
"""Rating points of a strength that is e times as large."""
PRIOR = 0.1
"""Holds strengths together where games alone would pull them endlessly apart."""
MOST_ROUNDS = 10_000

Rankings = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
Rating = tuple[float, tuple[float, float] | None]


def ratings(rankings: Rankings, blocks: npt.NDArray[np.int64], count: int) -> list[Rating]:
    """Rate entries by the games they played.

    Maximum likelihood needs that no group of entries always finishes before all others (Hunter, 2004, *MM algorithms
    for generalized Bradley-Terry models*, assumption 1). Where one does, a weak prior keeps the ratings finite; they
    then tell the order and little more, and there are no intervals.

    Args:
        rankings: the entries of each game from first to last, an array (games, players); an entry may stand in it
            more than once.
        blocks: the block of each game.
        count: how many entries there are.

    Returns:
        For each entry its rating and the 95 % interval of that, robust to what games of a block have in common.

    Raises:
        edokko.extras.MissingExtra: choix or SciPy is not installed.
    """
    if count == 1:
        return [(MEAN, None)]
    comparable = is_comparable(rankings, count)
    prior = 0.0 if comparable else PRIOR
    strengths = extras.lab("choix").ilsr_rankings(count, rankings.tolist(), alpha=prior, max_iter=MOST_ROUNDS)
    points = MEAN + POINTS * (strengths - strengths.mean())
    if not comparable or len(np.unique(blocks)) < 2:
        return [(float(one), None) for one in points]
    halves = student(len(np.unique(blocks))) * POINTS * deviations(strengths, rankings, blocks)
    return [(float(one), (float(one - half), float(one + half))) for one, half in zip(points, halves, strict=True)]


def is_comparable(rankings: Rankings, count: int) -> bool:
    """Whether each entry has finished before each other one, directly or by way of further entries."""
    before = np.zeros((count, count), np.bool_)
    for place in range(rankings.shape[1] - 1):
        for later in range(place + 1, rankings.shape[1]):
            before[rankings[:, place], rankings[:, later]] = True
    csgraph = extras.lab("scipy.sparse.csgraph")
    groups, _ = csgraph.connected_components(before, directed=True, connection="strong")
    return bool(groups == 1)


def deviations(strengths: Numbers, rankings: Rankings, blocks: npt.NDArray[np.int64]) -> Numbers:
    """The standard deviation of each strength, relative to their mean, in natural logarithms.

    The cluster-robust one: the curvature of the likelihood on both sides of the spread of its slope between blocks
    (Liang and Zeger, 1986, *Longitudinal data analysis using generalized linear models*).
    """
    count, (games, players) = len(strengths), rankings.shape
    who = np.eye(count)[rankings]
    slopes, curvature = np.zeros((games, count)), np.zeros((count, count))
    for place in range(players - 1):
        weights = np.exp(strengths)[rankings[:, place:]]
        chances = np.einsum("gp,gpn->gn", weights / weights.sum(axis=1, keepdims=True), who[:, place:])
        slopes += who[:, place] - chances
        curvature += np.diag(chances.sum(axis=0)) - chances.T @ chances
    numbers = np.unique(blocks, return_inverse=True)[1]
    by_block = np.zeros((numbers.max() + 1, count))
    np.add.at(by_block, numbers, slopes)
    # Slopes and curvature know nothing of a common factor of all strengths; a constant makes the curvature invertible.
    inverse = np.linalg.inv(curvature + 1.0)
    factor = len(by_block) / (len(by_block) - 1)
    found: Numbers = np.sqrt(factor * np.einsum("ij,jk,ki->i", inverse, by_block.T @ by_block, inverse))
    return found
