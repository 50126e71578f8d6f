"""Plackett-Luce ratings from games of several players, fitted to all games at once.

The model is that of Luce (1959, *Individual Choice Behavior*) and Plackett (1975, *The analysis of permutations*):
the first place is drawn with probabilities proportional to the strengths, the second among the remaining players, and
so on. Strengths are estimated by maximum likelihood, with the spectral method of Maystre and Grossglauser (2015, *Fast
and accurate inference of Plackett-Luce models*) in the library ``choix``.

Ratings are on Elo's scale: a player with 400 points more finishes before the other at odds of 10 to 1, whatever other
players are at the table. The mean rating is 1500.
"""

from __future__ import annotations

from math import log

import numpy as np
import numpy.typing as npt

from edokko import extras
from edokko.lab.intervals import student

MEAN = 1500.0
POINTS = 400 / log(10)
"""The rating points by which a factor e in strength differs."""
PRIOR = 0.1
"""The regularisation for games whose maximum-likelihood strengths would be infinite."""
MOST_ROUNDS = 10_000

Rankings = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
Rating = tuple[float, tuple[float, float] | None]


def ratings(rankings: Rankings, blocks: npt.NDArray[np.int64], count: int) -> list[Rating]:
    """Rate entries by their games, each with a 95 % interval, which is robust to correlation within blocks.

    The maximum-likelihood estimate exists only if no group of entries always finishes before all others (Hunter, 2004,
    *MM algorithms for generalized Bradley-Terry models*, assumption 1). If one does, a weak prior keeps the ratings
    finite; they then give little more than the order, and there are no intervals.

    ``rankings`` has the entries of each game from first to last, an array (games, players); an entry may occur more
    than once in a game. ``blocks`` has the block of each game, and ``count`` is the number of entries.

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
        return [(float(point), None) for point in points]
    halves = student(len(np.unique(blocks))) * POINTS * deviations(strengths, rankings, blocks)
    return [
        (float(point), (float(point - half), float(point + half))) for point, half in zip(points, halves, strict=True)
    ]


def is_comparable(rankings: Rankings, count: int) -> bool:
    """Check whether each entry has finished before each other one, directly or through further entries."""
    before = np.zeros((count, count), np.bool_)
    for place in range(rankings.shape[1] - 1):
        for later in range(place + 1, rankings.shape[1]):
            before[rankings[:, place], rankings[:, later]] = True
    csgraph = extras.lab("scipy.sparse.csgraph")
    groups, _ = csgraph.connected_components(before, directed=True, connection="strong")
    return bool(groups == 1)


def deviations(strengths: Numbers, rankings: Rankings, blocks: npt.NDArray[np.int64]) -> Numbers:
    """Return the standard error of each log-strength, relative to their mean.

    It is the cluster-robust sandwich estimator: the variance of the score between blocks, between two inverse Hessians
    (Liang and Zeger, 1986, *Longitudinal data analysis using generalized linear models*).
    """
    count, (games, players) = len(strengths), rankings.shape
    one_hot = np.eye(count)[rankings]
    slopes, curvature = np.zeros((games, count)), np.zeros((count, count))
    for place in range(players - 1):
        weights = np.exp(strengths)[rankings[:, place:]]
        chances = np.einsum("gp,gpn->gn", weights / weights.sum(axis=1, keepdims=True), one_hot[:, place:])
        slopes += one_hot[:, place] - chances
        curvature += np.diag(chances.sum(axis=0)) - chances.T @ chances
    numbers = np.unique(blocks, return_inverse=True)[1]
    by_block = np.zeros((numbers.max() + 1, count))
    np.add.at(by_block, numbers, slopes)
    # The likelihood does not depend on a common factor of all strengths; a constant makes the Hessian invertible.
    inverse = np.linalg.inv(curvature + 1.0)
    factor = len(by_block) / (len(by_block) - 1)
    errors: Numbers = np.sqrt(factor * np.einsum("ij,jk,ki->i", inverse, by_block.T @ by_block, inverse))
    return errors
