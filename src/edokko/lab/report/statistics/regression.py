"""Least squares and logistic regression on sums, with intervals by group of games.

Both regressions need only sums over rows: the least squares ``X'X`` and ``X'y`` of each group, the logistic regression
the counts at each price. So a million rows are read in pieces, and the jackknife of :mod:`.sums` solves small systems.
Its intervals are cluster-robust by construction, since a cluster never lies in two groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from .sums import GROUP, Array, Estimate, jackknife, replicates_of

PIECE = 20_000
"""The rows that become a dense matrix at a time."""
RIDGE = 1e-9
STEPS = 60


@dataclass(frozen=True, slots=True)
class Design:
    """The columns that a regression explains, each by itself, and by what.

    Each level of a factor, a column of names, but the first one gets an effect; each column of numbers gets a slope.
    """

    outcomes: Sequence[str]
    factors: Sequence[str]
    numbers: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Fit:
    """The coefficients of a regression by outcome, with their columns and levels; the level is empty for a slope."""

    names: list[tuple[str, str]]
    estimates: dict[str, Estimate]

    def effects(self, factor: str) -> pl.DataFrame:
        """Return a row for each level of a factor but the first, with the effect on each outcome against the first."""
        places = [place for place, (name, _) in enumerate(self.names) if name == factor]
        columns = [pl.Series(factor, [self.names[place][1] for place in places], dtype=pl.String)]
        for outcome, estimate in self.estimates.items():
            part = Estimate(estimate.value[places], estimate.low[places], estimate.high[places])
            columns += part.columns(outcome)
        return pl.DataFrame(columns)


def least_squares(frame: pl.DataFrame, design: Design, first: dict[str, str] | None = None) -> Fit:
    """Explain outcomes by factors and numbers in rows with ``group`` and the design's columns, without missing values.

    ``first`` has by factor the level that others are compared with; by default the first in order.
    """
    levels = {factor: _levels(frame, factor, (first or {}).get(factor)) for factor in design.factors}
    names = [("", "")] + [(factor, level) for factor in design.factors for level in levels[factor][1:]]
    names += [(number, "") for number in design.numbers]
    groups = frame[GROUP].unique().sort().to_list()
    width, outcomes = len(names), len(design.outcomes)
    squares, products = np.zeros((len(groups), width, width)), np.zeros((len(groups), width, outcomes))
    for place, group in enumerate(groups):
        rows = frame.filter(pl.col(GROUP) == group)
        for piece in rows.iter_slices(PIECE):
            matrix = _matrix(piece, design, levels, width)
            squares[place] += matrix.T @ matrix
            products[place] += matrix.T @ piece.select(design.outcomes).cast(pl.Float64).to_numpy()
    solved = _solve(replicates_of(squares), replicates_of(products))
    estimates = {outcome: jackknife(solved[..., place]) for place, outcome in enumerate(design.outcomes)}
    return Fit(names, estimates)


def _levels(frame: pl.DataFrame, factor: str, first: str | None) -> list[str]:
    levels: list[str] = frame[factor].cast(pl.String).unique().sort().to_list()
    return levels if first is None else [first, *(level for level in levels if level != first)]


def _matrix(piece: pl.DataFrame, design: Design, levels: dict[str, list[str]], width: int) -> Array:
    """Return the dense design matrix of some rows: an intercept, an indicator a level, the numbers."""
    matrix = np.zeros((len(piece), width))
    matrix[:, 0] = 1
    start, rows = 1, np.arange(len(piece))
    for factor in design.factors:
        codes = piece[factor].cast(pl.String).cast(pl.Enum(levels[factor])).to_physical().to_numpy().astype(np.int64)
        inside = codes > 0
        matrix[rows[inside], start + codes[inside] - 1] = 1
        start += len(levels[factor]) - 1
    for number in design.numbers:
        matrix[:, start] = piece[number].cast(pl.Float64).to_numpy()
        start += 1
    return matrix


def _solve(squares: Array, products: Array) -> Array:
    """Solve normal equations; a tiny ridge keeps them solvable where a level is missing without some group."""
    scale = np.einsum("kii->ki", squares)
    ridge = RIDGE * np.maximum(scale, 1)
    places = np.arange(squares.shape[1])
    squares = squares.copy()
    squares[:, places, places] += ridge
    return np.asarray(np.linalg.solve(squares, products))


def logistic(taken: Array, offered: Array, prices: Array) -> tuple[Array, Array]:
    """Fit the chance that an offer is taken: an intercept for each card and one slope for all.

    The counts ``taken`` and ``offered`` are ``(cards, prices)``. The result is the intercepts and, as an array of one
    number, the slope in log odds a unit of price. Newton's method; a weak prior of one offer taken and one refused at
    each card's mean price keeps the estimates finite.
    """
    cards = len(offered)
    shown = np.maximum(offered.sum(axis=1), 1)
    middle = (offered @ prices) / shown
    slope, intercepts = 0.0, np.log((taken.sum(axis=1) + 1) / (offered.sum(axis=1) - taken.sum(axis=1) + 1))
    centred = prices[None, :] - middle[:, None]
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(intercepts[:, None] + slope * centred, -30, 30)))
        prior = 1 / (1 + np.exp(-np.clip(intercepts, -30, 30)))
        weight = offered * chance * (1 - chance)
        error = taken - offered * chance
        first = error.sum(axis=1) + 1 - 2 * prior
        diagonal = weight.sum(axis=1) + 2 * prior * (1 - prior)
        cross, last = (weight * centred).sum(axis=1), float((weight * centred**2).sum())
        # Eliminate the intercepts: the system is diagonal but for its last row.
        inner = last - float((cross**2 / diagonal).sum()) + RIDGE
        step = (float((error * centred).sum()) - float((cross * first / diagonal).sum())) / inner
        moves = (first - cross * step) / diagonal
        slope, intercepts = slope + float(np.clip(step, -1, 1)), intercepts + np.clip(moves, -2, 2)
        if abs(step) < 1e-10 and cards and float(np.abs(moves).max()) < 1e-10:
            break
    return intercepts - slope * middle, np.array([slope])
