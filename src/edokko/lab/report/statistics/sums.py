"""Sums by key and group of games, and estimates made of them with intervals.

Every statistic of a report is a function of sums over games. The games are dealt into ``GROUPS`` groups, and all games
of a block fall into one group, because they share their chance. The interval is the delete-a-group jackknife (Kott,
2001, *The Delete-a-Group Jackknife*, Journal of Official Statistics 17): the estimate is repeated without each group,
and the spread of these values gives the standard error. So one method, robust to whatever correlates the rows of a game
or block, serves shares, ratios and regressions alike, and it needs no random numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from edokko.lab.intervals import student

GROUPS = 40
GROUP = "group"
"""The column with the group of a row."""
_SPREAD, _BITS = 2654435769, 32
"""Knuth's multiplicative hash: neighbouring blocks fall into different groups, and all groups get equally many."""

Array = npt.NDArray[np.float64]
Estimator = Callable[..., Array]


def group_of(block: pl.Expr) -> pl.Expr:
    """Return the group of a block's games, 0 to ``GROUPS - 1``."""
    hashed = (block.cast(pl.UInt64) * _SPREAD) % (1 << _BITS)
    return ((hashed * GROUPS) // (1 << _BITS)).cast(pl.UInt8)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Values with their 95 % intervals, arrays of one shape; the ends are not a number where one group has data."""

    value: Array
    low: Array
    high: Array

    def columns(self, name: str) -> list[pl.Series]:
        """Return the columns ``name``, ``name_low`` and ``name_high`` of a table."""
        parts = (("", self.value), ("_low", self.low), ("_high", self.high))
        return [pl.Series(f"{name}{end}", np.ravel(values)) for end, values in parts]

    @property
    def half(self) -> Array:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def jackknife(replicates: Array) -> Estimate:
    """Return the estimate of replicates ``(1 + groups, ...)``: the value of all games, then those without each group.

    A value that does not exist without some group is not a number, and neither are the ends of its interval.
    """
    value, without = replicates[0], replicates[1:]
    groups = len(without)
    if groups < 2:
        nothing = np.full_like(value, np.nan)
        return Estimate(value, nothing, nothing)
    error = np.sqrt((groups - 1) / groups * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
    half = student(groups) * error
    return Estimate(value, value - half, value + half)


def share_of(share: Estimate, cases: Array) -> Estimate:
    """Return a share with Wilson's interval at the effective number of cases, which stays within 0 and 1.

    The width of the share's jackknife interval gives that number; ``cases`` stands for it where the share is 0 or 1 and
    so does not vary.
    """
    value, quantile = share.value, student(GROUPS)
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(share.half > 0, quantile**2 * value * (1 - value) / share.half**2, cases)
        spread = quantile**2 / size
        middle = (value + spread / 2) / (1 + spread)
        half = quantile * np.sqrt(value * (1 - value) / size + spread / (4 * size)) / (1 + spread)
    return Estimate(value, np.maximum(middle - half, 0), np.minimum(middle + half, 1))


def replicates_of(sums: Array) -> Array:
    """Return the sums of all games, then those without each group: ``(groups, ...)`` to ``(1 + groups, ...)``."""
    total = sums.sum(axis=0)
    return np.concatenate([total[None], total - sums])


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums by key, over all games and without each group: one row for each key.

    The replicates are by name of the sum: ``(1 + groups, keys)``.
    """

    keys: pl.DataFrame
    replicates: Mapping[str, Array]

    def total(self, name: str) -> Array:
        """Return a sum over all games: an array by key."""
        total: Array = self.replicates[name][0]
        return total

    def estimate(self, function: Estimator) -> Estimate:
        """Return what a function makes of the sums that its parameters name.

        It receives their replicates, ``(1 + groups, keys)``, and returns ``(1 + groups, ...)``.
        """
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        with np.errstate(divide="ignore", invalid="ignore"):
            return jackknife(function(*(self.replicates[name] for name in names)))

    def quotient(self, numerator: str, denominator: str) -> Array:
        """Return the replicates of a ratio, ``(1 + groups, keys)``; not a number where the denominator is 0."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.replicates[numerator] / self.replicates[denominator])

    def ratio(self, numerator: str, denominator: str, *, is_share: bool = False) -> Estimate:
        """Return a ratio of two sums by key; a share gets the interval of :func:`share_of`."""
        result = jackknife(self.quotient(numerator, denominator))
        return share_of(result, self.total(denominator)) if is_share else result

    def table(self, **columns: Estimate | Array) -> pl.DataFrame:
        """Return the keys with columns beside them; an estimate becomes three, a count becomes whole numbers."""
        series = list(self.keys.get_columns())
        for name, values in columns.items():
            if isinstance(values, Estimate):
                series += values.columns(name)
            else:
                series.append(pl.Series(name, values.round().astype(np.int64)))
        return pl.DataFrame(series)

    def select(self, mask: Any) -> Sums:
        """Return the sums of some keys."""
        keep = np.asarray(mask)
        replicates = {name: values[:, keep] for name, values in self.replicates.items()}
        return Sums(self.keys.filter(pl.Series(keep)), replicates)


def sums(frame: pl.LazyFrame, keys: list[str], **values: pl.Expr) -> Sums:
    """Sum expressions, which have names, by key and ``group``; with no columns of keys there is a single key."""
    parts = frame.group_by([*keys, GROUP]).agg(**values).collect(engine="streaming")
    if not keys:
        parts = parts.with_columns(pl.lit(0).alias("_key"))
    names = keys or ["_key"]
    index = parts.select(names).unique().sort(names, nulls_last=True).with_row_index("_index")
    parts = parts.join(index, on=names, nulls_equal=True)
    groups = parts[GROUP].unique().sort()
    places = np.searchsorted(groups.to_numpy(), parts[GROUP].to_numpy())
    table = {}
    for name in values:
        cells = np.zeros((len(groups), len(index)))
        cells[places, parts["_index"].to_numpy()] = parts[name].cast(pl.Float64).fill_null(0).to_numpy()
        table[name] = replicates_of(cells)
    return Sums(index.select(keys), table)
