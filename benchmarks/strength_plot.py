"""Strength against time as a picture, in the style of the picture of a review."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter, NullLocator

from edokko.board.html import COLOURS
from edokko.cli.reviewing.plot import FAINT, METADATA, QUIET, SETTINGS

SIZE = (7.5, 4.2)
"""Inches."""
CHANCE = 0.25
MARGIN = 1.35
"""How far the axis goes on beyond the first and the last time."""


@dataclass(frozen=True, slots=True)
class Point:
    """A search of so many milliseconds: its share of wins, the interval of that, and whether it is that of today."""

    milliseconds: float
    share: float
    low: float
    high: float
    is_fresh: bool


def draw(points: Sequence[Point]) -> bytes:
    """The picture as SVG, with at least one point."""
    file = io.BytesIO()
    with style.context(["default", SETTINGS]):
        figure = Figure(figsize=SIZE)
        axes = figure.add_axes((0.09, 0.14, 0.87, 0.72))
        _axes(axes, points)
        _marks(axes, points)
        figure.text(x=0.09, y=0.92, s="One search against three planners, four players", fontsize=13, fontweight="bold")
        figure.savefig(file, format="svg", metadata=METADATA[".svg"])
    return file.getvalue()


def spoken(milliseconds: float) -> str:
    """A time as people write it."""
    return f"{milliseconds / 1000:g} s" if milliseconds >= 1000 else f"{milliseconds:g} ms"


def _axes(axes: Axes, points: Sequence[Point]) -> None:
    times = [point.milliseconds for point in points]
    axes.set_xscale("log")
    axes.set_xlim(min(times) / MARGIN, max(times) * MARGIN)
    axes.set_ylim(0, 1)
    axes.xaxis.set_major_locator(FixedLocator(times))
    axes.xaxis.set_major_formatter(FixedFormatter([spoken(one) for one in times]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    axes.set_xlabel("Time for a decision")
    axes.tick_params(length=0)
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.axhline(CHANCE, color=QUIET, linewidth=1.2, linestyle="--", zorder=2)
    axes.text(
        x=0.995,
        y=CHANCE + 0.015,
        s="chance",
        transform=axes.get_yaxis_transform(),
        ha="right",
        va="bottom",
        color=QUIET,
    )


def _marks(axes: Axes, points: Sequence[Point]) -> None:
    """A line from point to point, an interval at each; a point that is out of date is hollow."""
    colour = COLOURS[0]
    axes.plot(
        [one.milliseconds for one in points], [one.share for one in points], color=colour, linewidth=1.8, zorder=3
    )
    for one in points:
        axes.errorbar(
            one.milliseconds,
            one.share,
            yerr=[[one.share - one.low], [one.high - one.share]],
            color=colour,
            capsize=4,
            elinewidth=1.2,
            marker="o",
            markersize=7,
            markerfacecolor=colour if one.is_fresh else "white",
            markeredgecolor="white" if one.is_fresh else colour,
            zorder=4,
        )
