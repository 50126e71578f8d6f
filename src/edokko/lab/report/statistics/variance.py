"""The parts of a result's variance: players, seat, deal, fires, and the rest.

The result of a seat is a score less the mean of its table. The model is additive:

    result = player + seat + slope × losses by fire + deal of the block for the seat + rest

Player, seat and slope are means and a regression over all games, one after the other: what a seat's mean owes to its
players is theirs. Two games of one block share their chance, so the
covariance of what remains at the same seat of the two is the variance of the deal (Searle, Casella and McCulloch, 1992,
*Variance Components*, the method of moments). The rest is what no block repeats: decisions, and how all of these work
together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from .sums import Array, Estimate, Sums, jackknife, sums

PARTS = ("players", "seat", "deal", "fires", "rest")


@dataclass(frozen=True, slots=True)
class Parts:
    """The share of each part of ``PARTS`` in the variance, and the standard deviation of the result.

    A share is an estimate of one value; the deal is missing if no block has a second game.
    """

    shares: dict[str, Estimate]
    deviation: Estimate


def parts_of(rows: pl.DataFrame) -> Parts:
    """Split the variance of results, in one row a seat of a game.

    Its columns are ``group``, ``block``, ``game``, ``seat``, ``entry``, ``result`` and ``losses`` (cards lost to fires,
    less the mean of the table).
    """
    total, players = _squares(rows, "result"), _means(rows, "entry", "result")
    rows = _less_means(rows, "entry")
    seat = _means(rows, "seat", "result")
    rows = _less_means(rows, "seat")
    slope = _slope(rows)
    fires = _squares(rows, "losses", slope**2)
    deal = _shared(rows.with_columns((pl.col("result") - slope * pl.col("losses")).alias("_left")))
    known = {"players": players, "seat": seat, "fires": fires} | ({} if deal is None else {"deal": deal})
    rest = total - sum(known.values())
    shares = {name: jackknife(values / total) for name, values in {**known, "rest": rest}.items()}
    return Parts({name: shares[name] for name in PARTS if name in shares}, jackknife(total**0.5))


def _less_means(rows: pl.DataFrame, key: str) -> pl.DataFrame:
    """Take the means by key away from results and losses."""
    return rows.with_columns(less_mean(name, key) for name in ("result", "losses"))


def less_mean(name: str, key: str) -> pl.Expr:
    """Return a column less its mean by key; a key's only row stays as it is, because it would become 0."""
    mean = pl.when(pl.len().over(key) > 1).then(pl.col(name).mean().over(key))
    return pl.col(name) - mean.otherwise(0.0)


def _slope(rows: pl.DataFrame) -> float:
    """Return the regression slope of results on losses, which both have the mean 0."""
    square = float(rows.select((pl.col("losses") ** 2).sum()).item())
    product = float(rows.select((pl.col("losses") * pl.col("result")).sum()).item())
    return product / square if square else 0.0


def _squares(rows: pl.DataFrame, column: str, factor: float = 1.0) -> Array:
    """Return the replicates of a column's mean square."""
    found = sums(rows.lazy(), [], square=(pl.col(column) ** 2).sum() * factor, rows=pl.len())
    return (found.replicates["square"] / found.replicates["rows"])[:, 0]


def _means(rows: pl.DataFrame, key: str, column: str) -> Array:
    """Return the replicates of the variance of a key's means, less what chance alone would give them.

    Keys may be missing without a group. Where every key has a single row, nothing tells the means from chance, and the
    variance is 0.
    """
    found: Sums = sums(
        rows.lazy(), [key], result=pl.col(column).sum(), square=(pl.col(column) ** 2).sum(), rows=pl.len()
    )
    total, square, count = (found.replicates[name] for name in ("result", "square", "rows"))
    levels = (count > 0).sum(axis=1)
    spare = count.sum(axis=1) - levels
    between = (total**2 / count.clip(min=1)).sum(axis=1)
    within = (square.sum(axis=1) - between) / spare.clip(min=1)
    variance: Array = ((between - (levels - 1) * within) / count.sum(axis=1)).clip(min=0)
    return np.where(spare > 0, variance, 0.0)


def _shared(rows: pl.DataFrame) -> Array | None:
    """Return the replicates of the covariance of two games of a block at the same seat; none without such games."""
    pairs = (
        rows.lazy()
        .group_by("group", "block", "seat")
        .agg(
            pl.col("_left").sum().alias("_sum"),
            (pl.col("_left") ** 2).sum().alias("_squares"),
            pl.len().alias("_count"),
        )
        .filter(pl.col("_count") > 1)
        .with_columns(pl.col("_count").cast(pl.Int64))
    )
    found = sums(
        pairs,
        [],
        products=((pl.col("_sum") ** 2 - pl.col("_squares")) / (pl.col("_count") - 1)).sum(),
        rows=pl.col("_count").sum(),
    )
    if not found.replicates["rows"].size or not found.replicates["rows"][0].sum():
        return None
    return (found.replicates["products"] / found.replicates["rows"])[:, 0]
