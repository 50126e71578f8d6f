"""Draw a learning curve from the CSV file that a training wrote: that of examples/ppo.py, or of edokko-research learn.

python benchmarks/ppo_curve.py docs/ppo.csv docs/images/ppo.svg
python benchmarks/ppo_curve.py docs/league.csv docs/images/league.svg
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from edokko.board.view import COLOURS
from edokko.cli.reviewing.plot_style import FAINT, QUIET, render

SIZE = (7.5, 3.4)
"""The size of the picture, in inches."""
PARITY = 0.25
"""The share of wins of one player among four equals."""

Row = Mapping[str, float]


def read_curve(path: Path) -> list[Row]:
    """Read the points of a learning curve, with the decisions in millions."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    return [{**row, "decisions": row.get("decisions", row.get("steps", 0.0)) / 1e6} for row in rows]


def draw(rows: Sequence[Row]) -> bytes:
    """Return the picture as SVG: shares of wins on the left, scores on the right."""
    is_league = "won" in rows[0]

    def draw_on(figure: Figure) -> None:
        left, right = figure.add_axes((0.08, 0.17, 0.38, 0.62)), figure.add_axes((0.57, 0.17, 0.38, 0.62))
        _axes(left, "games won")
        left.set_ylim(0, 1.03)
        left.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        left.axhline(PARITY, color=FAINT, linestyle="--", linewidth=1)
        if is_league:
            _line(left, rows[1:], "won", COLOURS[0], "the last 1,000 games against the league", marker="")
            _axes(right, "mean score in IKI")
            _line(right, rows[1:], "score", COLOURS[0], "the network", marker="")
            _line(right, rows[1:], "others", QUIET, "the league", marker="")
        else:
            _line(left, rows, "won_random", COLOURS[1], "against random, two players")
            _line(left, rows, "won_greedy", COLOURS[0], "against three greedy")
            _axes(right, "mean score in IKI")
            _line(right, rows, "score_greedy", COLOURS[0], "the network")
            _line(right, rows, "theirs_greedy", QUIET, "three greedy")
        right.set_ylim(bottom=0)
        title = "Masked PPO from a clone, against a league" if is_league else "Masked PPO in self-play"
        figure.text(x=0.08, y=0.91, s=title, fontsize=13, fontweight="bold")

    return render(SIZE, ".svg", draw_on)


def _axes(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=10)
    axes.set_xlabel("decisions in millions")
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(FAINT)
    axes.tick_params(length=0)
    axes.grid(axis="y", color=FAINT, linewidth=0.5)
    axes.set_axisbelow(True)


def _line(axes: Axes, rows: Sequence[Row], name: str, colour: str, label: str, marker: str = "o") -> None:
    points = [row["decisions"] for row in rows], [row[name] for row in rows]
    axes.plot(*points, color=colour, linewidth=1.5, marker=marker, markersize=3.5, label=label)
    axes.set_xlim(left=0)
    axes.legend(frameon=False, fontsize=8, loc="best")


def main() -> int:
    """Draw the picture."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    Path(sys.argv[2]).write_bytes(draw(read_curve(Path(sys.argv[1]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
