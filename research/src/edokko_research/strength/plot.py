"""The plots of strength against thinking time and of scores by level, in the style of a review's plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from edokko.board.view import COLOURS
from edokko.cli.reviewing.plot_style import FAINT, QUIET, quiet_axes, render

SIZE = (7.5, 4.2)
"""The size of the picture, in inches."""
CHANCE = 0.25
MARGIN = 1.35
"""The factor by which the axis extends beyond the first and the last time."""
ROW = 0.36
"""The height of a row of the scores, in inches."""
PEOPLE_COLOUR = COLOURS[1]


@dataclass(frozen=True, slots=True)
class Point:
    """The result of a search with a budget of time.

    Attributes:
        milliseconds: the budget.
        share: its share of wins.
        low, high: the interval of the share.
        is_fresh: whether the players have not changed since.
    """

    milliseconds: float
    share: float
    low: float
    high: float
    is_fresh: bool


def draw(points: Sequence[Point]) -> bytes:
    """Return the picture as SVG; there must be at least one point.

    Raises:
        edokko.extras.MissingExtra: matplotlib is not installed.
    """

    def draw_on(figure: Any) -> None:
        axes = figure.add_axes((0.09, 0.14, 0.87, 0.72))
        _axes(axes, points)
        _marks(axes, points)
        figure.text(x=0.09, y=0.92, s="One search against three planners, four players", fontsize=13, fontweight="bold")

    return render(SIZE, ".svg", draw_on)


@dataclass(frozen=True, slots=True)
class TableScores:
    """The scores of a table of players of one kind.

    Attributes:
        name: who plays.
        scores: the mean score of each place, the winner's first, in IKI; the winner's alone if only that is known.
        are_people: whether they are people, not a program.
    """

    name: str
    scores: Sequence[float]
    are_people: bool


def draw_scores(tables: Sequence[TableScores]) -> bytes:
    """Return the picture of the scores by place as SVG; there must be at least one table.

    Raises:
        edokko.extras.MissingExtra: matplotlib is not installed.
    """

    def draw_on(figure: Any) -> None:
        axes = figure.add_axes((0.36, 0.13, 0.61, 0.76))
        axes.set_ylim(len(tables) - 0.5, -0.5)
        axes.set_yticks(range(len(tables)), [table.name for table in tables])
        axes.set_xlabel("Score in IKI, by place: the winner is the filled point")
        axes.grid(axis="x", color=FAINT, linewidth=0.8)
        quiet_axes(axes)
        for row, table in enumerate(tables):
            colour = PEOPLE_COLOUR if table.are_people else COLOURS[0]
            winner, *others = table.scores
            axes.plot([min(table.scores), winner], [row, row], color=colour, linewidth=1.8, zorder=3)
            axes.plot(others, [row] * len(others), "o", color=colour, markerfacecolor="white", markersize=7, zorder=4)
            axes.plot(winner, row, "o", color=colour, markersize=8, zorder=4)
        figure.text(x=0.03, y=0.94, s="Four of the same kind at a table", fontsize=13, fontweight="bold")

    return render((SIZE[0], 1.2 + ROW * len(tables)), ".svg", draw_on)


def spoken(milliseconds: float) -> str:
    """Format a time in seconds or milliseconds."""
    return f"{milliseconds / 1000:g} s" if milliseconds >= 1000 else f"{milliseconds:g} ms"


def _axes(axes: Any, points: Sequence[Point]) -> None:
    times = [point.milliseconds for point in points]
    axes.set_xscale("log")
    axes.set_xlim(min(times) / MARGIN, max(times) * MARGIN)
    axes.set_ylim(0, 1)
    axes.set_xticks(times, [spoken(time) for time in times])
    axes.set_xticks([], minor=True)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
    axes.set_xlabel("Time for a decision")
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    quiet_axes(axes)
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


def _marks(axes: Any, points: Sequence[Point]) -> None:
    """Draw the line through the points and an interval at each; stale points are hollow."""
    colour = COLOURS[0]
    times, shares = [point.milliseconds for point in points], [point.share for point in points]
    axes.plot(times, shares, color=colour, linewidth=1.8, zorder=3)
    for point in points:
        axes.errorbar(
            point.milliseconds,
            point.share,
            yerr=[[point.share - point.low], [point.high - point.share]],
            color=colour,
            capsize=4,
            elinewidth=1.2,
            marker="o",
            markersize=7,
            markerfacecolor=colour if point.is_fresh else "white",
            markeredgecolor="white" if point.is_fresh else colour,
            zorder=4,
        )
