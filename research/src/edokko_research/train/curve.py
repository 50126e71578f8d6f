"""The learning curve: the error on held-out games against the number of games that the network was trained with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from edokko.board.view import COLOURS
from edokko.cli.reviewing.plot_style import FAINT, QUIET, quiet_axes, render
from edokko_research.train.fitting import Figures, Recipe, Trained, train
from edokko_research.train.months import Months

SHARES = (8, 4, 2, 1)
"""The data of the points: an eighth, a quarter, half, and all of the games to train with."""
SIZE = (7.5, 4.2)
"""The size of the picture, in inches."""
FORMATS = (".svg", ".png")

Report = Callable[[int, int, float], None]
"""Called after each pass with the games of the point, the number of the pass and its error."""


def learning_curve(
    data: Months, recipe: Recipe, most: int | None, report: Report, truth: Months | None = None
) -> Iterator[Trained]:
    """Yield a network for each point; the last one is trained with all games, or with ``most``."""
    whole = len(np.unique(data.games[~data.is_held_out]))
    whole = min(most or whole, whole)
    for share in SHARES:
        games = max(1, whole // share)

        def tell(number: int, error: float, games: int = games) -> None:
            report(games, number, error)

        yield train(data, recipe, games, tell, truth=truth)


def draw(points: list[Figures], suffix: str) -> bytes:
    """Return the picture of a learning curve.

    Args:
        points: the figures, by rising numbers of games.
        suffix: the format, one of ``FORMATS``.

    Raises:
        edokko.extras.MissingExtra: matplotlib is not installed.
    """

    def draw_on(figure: Any) -> None:
        axes = figure.add_axes((0.09, 0.14, 0.87, 0.72))
        _draw_axes(axes, points)
        _draw_points(axes, points)
        title = "Errors of the expected lead, on games that the network has not seen"
        figure.text(x=0.09, y=0.92, s=title, fontsize=13, fontweight="bold")

    return render(SIZE, suffix, draw_on)


def _draw_axes(axes: Any, points: list[Figures]) -> None:
    numbers = [point.games for point in points]
    shipped, fitted = points[-1].shipped_error, points[-1].fitted_error
    axes.set_xscale("log", base=2)
    axes.set_xlim(min(numbers) / 1.35, max(numbers) * 1.35)
    axes.set_xticks(numbers, [f"{number:,}" for number in numbers])
    axes.set_xticks([], minor=True)
    axes.set_xlabel("Games to train with")
    axes.set_ylabel("IKI (most of it is luck)")
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    quiet_axes(axes)
    for error, name in ((shipped, "outlook of the search"), (fitted, "outlook fitted to these games")):
        axes.axhline(error, color=QUIET, linewidth=1.2, linestyle="--", zorder=2)
        transform = axes.get_yaxis_transform()
        axes.text(x=0.995, y=error, s=name, transform=transform, ha="right", va="bottom", color=QUIET)


def _draw_points(axes: Any, points: list[Figures]) -> None:
    numbers, errors = [point.games for point in points], [point.error for point in points]
    axes.plot(numbers, errors, color=COLOURS[0], marker="o", markersize=7, linewidth=1.2)
