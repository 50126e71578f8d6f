"""The measure of a judge of positions: how much better the siblings that it prefers are than random ones.

A sibling is judged by playouts that had no part in choosing it. So a reference that chooses by the first half of the
playouts is judged by the second half, as is a network.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from edokko.batch import game_seed
from edokko.lab.intervals import Estimate, clustered_mean
from edokko.lab.judges.siblings import Siblings


def halves(data: Siblings) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return each row's mean margin over the first and over the second half of its playouts."""
    middle = np.maximum(np.sum(~np.isnan(data.playouts), axis=1) // 2, 1)[:, np.newaxis]
    is_first = np.arange(data.playouts.shape[1])[np.newaxis] < middle
    first = np.where(is_first, data.playouts, np.nan)
    second = np.where(is_first, np.nan, data.playouts)
    return np.nanmean(first, axis=1), np.nanmean(second, axis=1)


def gain(data: Siblings, decisions: npt.NDArray[np.int64], values: npt.NDArray[np.floating]) -> Estimate:
    """Return the mean gain of the siblings with the highest value over random ones, in IKI of margin a decision.

    Args:
        data: the siblings.
        decisions: the decisions that count.
        values: (rows), the value of every row; only the rows of these decisions are read.
    """
    _, truth = halves(data)
    firsts, ends = data.starts[decisions], data.starts[decisions + 1]
    gains = np.empty(len(decisions))
    for number, (first, end) in enumerate(zip(firsts, ends, strict=True)):
        chosen = first + int(np.argmax(values[first:end]))
        gains[number] = truth[chosen] - truth[first:end].mean()
    return clustered_mean(gains, np.ones(len(gains)), data.games[decisions])


def split(data: Siblings, seed: int, share: float) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Split the decisions by game into those to train with and those to hold out.

    A game is held out by a hash of its number and the seed, so more data never move a game to the other side.
    """
    names, index = np.unique(data.games, return_inverse=True)
    numbers = np.array([game_seed(seed, int(name)) for name in names], np.uint64)
    is_held_out = (numbers < np.uint64(int(share * (1 << 64))))[index]
    return np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)
