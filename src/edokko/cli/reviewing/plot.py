"""The plot of win chances through a game: months from left to right, a line for each seat in its colour and mark.

Matplotlib draws it, without a display.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from edokko import extras
from edokko.board.view import COLOURS, MARKS
from edokko.cli.reviewing.plot_style import FAINT, QUIET, SHADE, quiet_axes, render
from edokko.components.model import SEASONS
from edokko.players.analysis.review import Decision, Review
from edokko.rules.month import season_of
from edokko.rules.state import NEW_YEAR
from edokko.words.words import Words, truncated

SIZE = (10.0, 5.4)
"""The size of the picture, in inches."""
DOTS_PER_INCH = 150
"""The resolution of a PNG."""
SHAPES = ("^", "s", "D", "*")
"""Matplotlib's markers for the marks of the seats, ▲ ■ ◆ ★."""
SHAPE_SIZES = (7.0, 6.0, 6.0, 10.0)
RINGS = 3
"""The number of largest losses that get a ring."""
NEAR = 0.8
"""The distance below which labels of rings could overlap, in months."""
LONGEST_NAME = 16
LABEL_GAP = 0.055
"""The minimum distance between labels, as a share of the height."""


@dataclass(frozen=True, slots=True)
class Point:
    """The win chances by seat at one decision; the time is the month, plus the share of its decisions that are over.

    A month's first decision shows the marks of the seats.
    """

    time: float
    wins: tuple[float, ...]
    is_first: bool


def draw(review: Review, words: Words, kind: str) -> bytes:
    """Draw a review of at least one decision as ``".png"`` or ``".svg"``.

    Raises:
        edokko.extras.MissingExtra: matplotlib is not installed.
    """

    def draw_on(figure: Any) -> None:
        axes = figure.add_axes((0.07, 0.1, 0.71, 0.77))
        _axes(axes, review, words)
        _lines(axes, list(_points(review)))
        _losses(axes, review, words)
        _labels(axes, review, words)
        figure.text(x=0.07, y=0.935, s=words.text("plot-title"), fontsize=13, fontweight="bold")

    with warnings.catch_warnings():
        # Names in a script that the font lacks are drawn as boxes; that needs no warning.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        return render(SIZE, kind, draw_on, DOTS_PER_INCH)


def _points(review: Review) -> Iterator[Point]:
    """Yield the win chances before each decision, and the result of a finished game."""
    for _, decisions in groupby(review.decisions, lambda decision: decision.month):
        month = list(decisions)
        for place, decision in enumerate(month):
            yield Point(_time(decision, place, len(month)), decision.before, place == 0)
    if review.game.is_over:
        winner = review.game.ranking[0]
        yield Point(NEW_YEAR + 1.0, tuple(float(seat == winner) for seat in range(review.game.players)), True)


def _time(decision: Decision, place: int, count: int) -> float:
    return decision.month + (place + 0.5) / count


def _lines(axes: Any, points: Sequence[Point]) -> None:
    times = [point.time for point in points]
    marked = [place for place, point in enumerate(points) if point.is_first]
    for seat in range(len(points[0].wins)):
        axes.plot(
            times,
            [point.wins[seat] for point in points],
            color=COLOURS[seat],
            linewidth=1.8,
            marker=SHAPES[seat],
            markersize=SHAPE_SIZES[seat],
            markeredgecolor="white",
            markeredgewidth=0.8,
            markevery=marked,
            solid_joinstyle="round",
            clip_on=False,
            zorder=3,
        )


def _axes(axes: Any, review: Review, words: Words) -> None:
    """Draw the axes: months below, seasons above, shares at the left."""
    first = review.decisions[0].month
    last = NEW_YEAR if review.game.is_over else review.decisions[-1].month
    months = range(first, last + 1)
    axes.set_xlim(first, last + 1)
    axes.set_ylim(0, 1)
    names = [words.text("plot-new-year") if month == NEW_YEAR else str(month) for month in months]
    axes.set_xticks([month + 0.5 for month in months], names)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(lambda share, _: words.text("percent", number=f"{100 * share:.0f}"))
    axes.set_xlabel(words.text("plot-months"))
    axes.xaxis.set_gid("months")
    axes.yaxis.set_gid("shares")
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    quiet_axes(axes)
    for season, season_months in groupby(months, season_of):
        span = list(season_months)
        begin, end = span[0], span[-1] + 1
        if season % 2 == 0:
            axes.axvspan(begin, end, color=SHADE, linewidth=0, zorder=0)
        axes.text(x=(begin + end) / 2, y=1.02, s=words.season(SEASONS[season]), ha="center", va="bottom", color=QUIET)


def _losses(axes: Any, review: Review, words: Words) -> None:
    """Draw a ring in the seat's colour around the largest losses, with the loss as a label."""
    effects = extras.lab("matplotlib.patheffects")
    halo = [effects.Stroke(linewidth=3, foreground="white"), effects.Normal()]
    rings = [(_time_of(review, decision), decision) for decision in review.losses[:RINGS]]
    for time, decision in rings:
        share = decision.before[decision.seat]
        # Of two rings next to each other, the lower one has its label below.
        is_under = any(
            abs(time - other_time) < NEAR and other.before[other.seat] > share for other_time, other in rings
        )
        axes.plot(
            [time],
            [share],
            marker="o",
            markersize=13,
            markerfacecolor="none",
            markeredgecolor=COLOURS[decision.seat],
            markeredgewidth=1.4,
            zorder=4,
        )
        axes.annotate(
            words.text("plot-loss", number=f"{100 * decision.loss:.0f}"),
            (time, share),
            (0, -10 if is_under else 10),
            textcoords="offset points",
            ha="center",
            va="top" if is_under else "bottom",
            fontsize=9,
            fontweight="bold",
            color=COLOURS[decision.seat],
            path_effects=halo,
            zorder=5,
        )


def _time_of(review: Review, decision: Decision) -> float:
    month = [other for other in review.decisions if other.month == decision.month]
    return _time(decision, month.index(decision), len(month))


def _labels(axes: Any, review: Review, words: Words) -> None:
    """Label each line at its right end with the seat's name, and with its score if the game is over."""
    ends = list(_points(review))[-1].wins
    sheets = review.game.score()
    for seat, height in _spread(ends):
        name = {"mark": MARKS[seat], "name": truncated(words.seat(seat), LONGEST_NAME)}
        if review.game.is_over:
            text = words.text("plot-label-score", iki=sheets[seat].total, **name)
        else:
            text = words.text("plot-label", **name)
        axes.text(
            x=1.015, y=height, s=text, transform=axes.transAxes, va="center", color=COLOURS[seat], fontweight="bold"
        )


def _spread(ends: Sequence[float]) -> list[tuple[int, float]]:
    """Return the seats and the heights of their labels: at the ends of the lines, but without overlaps."""
    order = sorted(range(len(ends)), key=lambda seat: (ends[seat], -seat))
    heights = [ends[seat] for seat in order]
    for place in range(1, len(order)):
        heights[place] = max(heights[place], heights[place - 1] + LABEL_GAP)
    excess = max(0.0, heights[-1] - 1.0)
    heights[-1] -= excess
    for place in reversed(range(len(order) - 1)):
        heights[place] = min(heights[place], heights[place + 1] - LABEL_GAP)
    return list(zip(order, heights, strict=True))
