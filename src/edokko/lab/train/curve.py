"""The learning curve: the gain on held-out games against the number of decisions that the network was trained with."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

from edokko import extras
from edokko.board.html import COLOURS
from edokko.lab.plot_style import FAINT, METADATA, QUIET, SETTINGS
from edokko.lab.train.fitting import Figures, Recipe, Trained, train
from edokko.lab.train.gain import Gain, split
from edokko.lab.train.siblings import Siblings

SHARES = (8, 4, 2, 1)
"""The data of the points: an eighth, a quarter, half, and all of the decisions to train with."""
SIZE = (7.5, 4.2)
"""The size of the picture, in inches."""
FORMATS = (".svg", ".png")

Report = Callable[[int, int, float], None]
"""Called after each pass with the decisions of the point, the number of the pass and its loss."""


def learning_curve(data: Siblings, recipe: Recipe, most: int | None, report: Report) -> Iterator[Trained]:
    """Yield a network for each point; the last one is trained with all decisions, or with ``most``."""
    own, _ = split(data, recipe.seed, recipe.held_out)
    whole = min(most or len(own), len(own))
    for share in SHARES:
        decisions = max(1, whole // share)

        def tell(number: int, loss: float, decisions: int = decisions) -> None:
            report(decisions, number, loss)

        yield train(data, recipe, decisions, tell)


def draw(points: list[Figures], bound: Gain, suffix: str) -> bytes:
    """Return the picture of a learning curve.

    Args:
        points: the figures, by rising numbers of decisions.
        bound: the gain of the best sibling by half of the playouts.
        suffix: the format, one of ``FORMATS``.

    Raises:
        edokko.extras.MissingExtra: matplotlib is not installed.
    """
    style = extras.lab("matplotlib.style")
    figure_type = extras.lab("matplotlib.figure").Figure
    file = io.BytesIO()
    with style.context(["default", SETTINGS]):
        figure = figure_type(figsize=SIZE)
        axes = figure.add_axes((0.09, 0.14, 0.87, 0.72))
        _draw_axes(axes, points, bound)
        _draw_points(axes, points)
        title = "What the network gains by choosing, on games that it has not seen"
        figure.text(x=0.09, y=0.92, s=title, fontsize=13, fontweight="bold")
        figure.savefig(file, format=suffix.removeprefix("."), metadata=METADATA[suffix])
    return file.getvalue()


def _draw_axes(axes: Any, points: list[Figures], bound: Gain) -> None:
    numbers = [point.decisions for point in points]
    axes.set_xscale("log", base=2)
    axes.set_xlim(min(numbers) / 1.35, max(numbers) * 1.35)
    axes.set_xticks(numbers, [f"{number:,}" for number in numbers])
    axes.set_xticks([], minor=True)
    axes.set_ylim(min(0.0, *(point.gain.low for point in points)), 1.15 * max(bound.mean, 1.0))
    axes.set_xlabel("Decisions to train with")
    axes.set_ylabel("IKI a decision over a random choice")
    axes.tick_params(length=0)
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.axhline(bound.mean, color=QUIET, linewidth=1.2, linestyle="--", zorder=2)
    axes.text(
        x=0.995,
        y=bound.mean,
        s="best by half of the playouts",
        transform=axes.get_yaxis_transform(),
        ha="right",
        va="bottom",
        color=QUIET,
    )


def _draw_points(axes: Any, points: list[Figures]) -> None:
    numbers = [point.decisions for point in points]
    means = [point.gain.mean for point in points]
    below = [point.gain.mean - point.gain.low for point in points]
    axes.errorbar(numbers, means, yerr=below, color=COLOURS[0], capsize=4, elinewidth=1.2, marker="o", markersize=7)
