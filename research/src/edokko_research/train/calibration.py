"""Calibration: whether win chances at the beginning of a month are as frequent as they say (Brier, 1950)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.board.view import COLOURS
from edokko.cli.reviewing.plot_style import FAINT, QUIET, quiet_axes, render
from edokko.native.backends import NATIVE, Backend
from edokko.players.champion.stored import StoredNetwork
from edokko.rules.state import SEATS
from edokko_research.train.corrector import Corrector
from edokko_research.train.months import Months
from edokko_research.train.targets import expected
from edokko_research.tune.outlook_fit import win_chances

BINS = 10
"""The bins of a reliability picture, each a tenth wide."""
LEAST = 30
"""A bin with fewer chances is not drawn."""
ROWS_AT_ONCE = 4096
SIZE = (5.2, 5.0)
"""The size of the picture, in inches."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class MonthQuality:
    """How good the win chances are at the beginning of a month.

    Attributes:
        month: the month; 13 is New Year.
        positions: their number.
        brier: the Brier score: the mean over positions of the squared errors, summed over seats; 0 is perfect.
        even_brier: that of equal chances for all seats.
    """

    month: int
    positions: int
    brier: float
    even_brier: float


@dataclass(frozen=True, slots=True)
class Bin:
    """The win chances of one bin, over all seats and positions.

    Attributes:
        chances: their number.
        mean: their mean.
        won: the share of them that was won.
    """

    chances: int
    mean: float
    won: float


def chances_of(data: Months, rows: Integers, network: StoredNetwork, backend: Backend = NATIVE) -> Floats:
    """Return the win chances of each seat by a network, (n, ``SEATS``); 0 for missing seats.

    Args:
        data: the data.
        rows: the positions.
        network: the network with its outlooks.
        backend: how the network runs.
    """
    corrector = Corrector(network.layers, backend)
    parts = [rows[begin : begin + ROWS_AT_ONCE] for begin in range(0, len(rows), ROWS_AT_ONCE)]
    corrections = [corrector.of_observations(data.dense(part), data.seats[part]) for part in parts]
    finals = expected(data, network.outlooks)[rows] + np.concatenate(corrections)
    chances = np.zeros((len(rows), SEATS))
    for players, outlook in network.outlooks.items():
        for month in np.unique(data.months[rows]):
            chosen = (data.seats[rows] == players) & (data.months[rows] == month)
            chances[chosen, :players] = win_chances(finals[chosen, :players].astype(float), outlook.spread[month])
    return chances


def qualities(data: Months, rows: Integers, chances: Floats) -> list[MonthQuality]:
    """Return the quality of the win chances of each month.

    Args:
        data: the data.
        rows: the positions.
        chances: their win chances (:func:`chances_of`).
    """
    won = data.winners[rows][:, np.newaxis] == np.arange(SEATS)
    errors = ((chances - won) ** 2).sum(axis=1)
    even = 1 - 1 / data.seats[rows]
    found = []
    for month in np.unique(data.months[rows]):
        own = data.months[rows] == month
        found.append(MonthQuality(int(month), int(own.sum()), float(errors[own].mean()), float(even[own].mean())))
    return found


def bins(data: Months, rows: Integers, chances: Floats) -> list[Bin]:
    """Return the bins of a reliability picture, without empty ones."""
    is_present = data.is_present[rows]
    won = (data.winners[rows][:, np.newaxis] == np.arange(SEATS))[is_present]
    shares = chances[is_present]
    places = np.minimum((shares * BINS).astype(int), BINS - 1)
    return [
        Bin(int((places == place).sum()), float(shares[places == place].mean()), float(won[places == place].mean()))
        for place in np.unique(places)
    ]


def draw(points: Sequence[Bin], suffix: str) -> bytes:
    """Return the reliability picture.

    Args:
        points: the bins.
        suffix: the format, ``.svg`` or ``.png``.

    Raises:
        edokko.extras.MissingExtra: matplotlib is not installed.
    """

    def draw_on(figure: Any) -> None:
        _draw_points(figure.add_axes((0.13, 0.12, 0.83, 0.76)), [point for point in points if point.chances >= LEAST])
        figure.text(x=0.13, y=0.93, s="Win chances and wins", fontsize=13, fontweight="bold")

    return render(SIZE, suffix, draw_on)


def _draw_points(axes: Any, points: list[Bin]) -> None:
    axes.plot([0, 100], [0, 100], color=QUIET, linewidth=1.2, linestyle="--")
    means, won = [100 * point.mean for point in points], [100 * point.won for point in points]
    errors = [196 * (point.won * (1 - point.won) / point.chances) ** 0.5 for point in points]
    axes.errorbar(means, won, errors, color=COLOURS[0], marker="o", markersize=6, linewidth=1.2)
    axes.set_xlim(0, 100)
    axes.set_ylim(0, 100)
    axes.set_xlabel("Expected chance to win, %")
    axes.set_ylabel("Games won, % (bars: 95 %)")
    axes.grid(color=FAINT, linewidth=0.8)
    quiet_axes(axes)
