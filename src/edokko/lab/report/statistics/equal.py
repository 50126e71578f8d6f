"""Comparisons that hold the player equal: what happened, less what the same players reach on average.

In a run of several players, whatever a strong player prefers looks good. So each case is compared with its player's
mean. The mean of a player with few games is drawn towards the mean of all (empirical Bayes, as in Efron and Morris,
1977, *Stein's Paradox in Statistics*); otherwise people with one game each would be compared with themselves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from .sums import Array, Estimate, Sums, sums

Places = npt.NDArray[np.int64]


def held_equal(rows: pl.LazyFrame, keys: list[str], players: list[str], value: str) -> Sums:
    """Sum by key the ``cases``, their ``total``, and the total that is ``expected`` of the players who had them.

    The rows have ``group``, the columns of keys and of players, and the value, which is true or false.
    """
    cells = sums(rows, [*keys, *players], cases=pl.len(), total=pl.col(value).sum())
    cases, total = cells.replicates["cases"], cells.replicates["total"]
    named, places = _places(cells.keys.select(keys))
    people, owners = _places(cells.keys.select(players))
    means = _means(_summed(cases, owners, len(people)), _summed(total, owners, len(people)))
    parts = {"cases": cases, "total": total, "expected": cases * means[:, owners]}
    return Sums(named, {name: _summed(values, places, len(named)) for name, values in parts.items()})


def gain(cells: Sums) -> Estimate:
    """Return by key how much more of the cases than expected are true."""
    return cells.estimate(lambda cases, total, expected: (total - expected) / cases)


def _places(names: pl.DataFrame) -> tuple[pl.DataFrame, Places]:
    """Return the distinct rows, and the place of each row among them."""
    distinct = names.unique(maintain_order=True)
    numbered = distinct.with_row_index("_place")
    joined = names.join(numbered, on=names.columns, how="left", nulls_equal=True, maintain_order="left")
    return distinct, joined["_place"].to_numpy().astype(np.int64)


def _summed(values: Array, places: Places, count: int) -> Array:
    result = np.zeros((count, len(values)))
    np.add.at(result, places, values.T)
    return result.T


def _means(cases: Array, total: Array) -> Array:
    """Return each player's mean, drawn towards the mean of all by how little the player's cases say."""
    whole = cases.sum(axis=1, keepdims=True)
    middle = total.sum(axis=1, keepdims=True) / whole
    own = total / cases.clip(min=1)
    spare = whole - cases.shape[1]  # without any, each player has one case, and nothing tells strength from chance
    within = (cases * own * (1 - own)).sum(axis=1, keepdims=True) / spare.clip(min=1)
    spread = (cases * (own - middle) ** 2).sum(axis=1, keepdims=True) - (cases.shape[1] - 1) * within
    size = whole - (cases**2).sum(axis=1, keepdims=True) / whole
    between = np.divide(spread, size, out=np.zeros_like(spread), where=(size > 0) & (spare > 0)).clip(min=0)
    strength = cases * between
    trust = np.divide(strength, strength + within, out=np.zeros_like(strength), where=strength > 0)
    return np.asarray(middle + trust * (own - middle))
