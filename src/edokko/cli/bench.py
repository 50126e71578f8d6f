"""``edokko bench``: benchmarks of the engine on this machine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.language import text
from edokko.cli.tables import print_table

if TYPE_CHECKING:
    from edokko.lab.bench.engine import Figure

COLUMNS = ("bench-what", "bench-figure", "bench-unit", "bench-ratio", "bench-floor", "bench-aim")
"""The messages of the titles."""
NAMES = ("name", "value", "unit", "ratio", "floor", "aim", "holds")
"""What JSON has of a figure."""


@click.command("bench", cls=Command, help="help-bench", short_help="help-bench-short")
@option("--quick", is_flag=True, help="help-bench-quick")
@options.as_json
def command(quick: bool, as_json: bool) -> None:
    from edokko.cli.progress import Progress
    from edokko.lab.bench.engine import benchmark

    figures: list[Figure] = []
    with Progress(text("bench-progress"), None) as progress:
        for figure in benchmark(startup=not quick):
            figures.append(figure)
            progress.at(len(figures))
    if as_json:
        click.echo(json.dumps([{name: getattr(figure, name) for name in NAMES} for figure in figures]))
    else:
        titles = [*map(text, COLUMNS), ""]
        left = [COLUMNS.index("bench-what"), COLUMNS.index("bench-unit"), len(COLUMNS)]
        print_table(titles, map(_row, figures), left=left, whole=range(1, len(titles)))


def _row(figure: Figure) -> list[str]:
    return [
        text(figure_message(figure.name)),
        number(figure.value),
        text(unit_message(figure.unit)),
        "" if figure.ratio is None else f"× {number(figure.ratio)}",
        number(figure.floor),
        "" if figure.aim is None else number(figure.aim),
        text("bench-holds" if figure.holds else "bench-misses"),
    ]


def figure_message(name: str) -> str:
    """Return the message id of a figure's name."""
    return "bench-" + "-".join("".join(sign if sign.isalnum() else " " for sign in name.lower()).split())


def unit_message(unit: str) -> str:
    """Return the message id of a unit."""
    return "unit-" + unit.replace("/", "-per-")


def number(value: float) -> str:
    """Format a number with three digits, with k and M for thousands and millions."""
    for least, factor, sign in ((1e6, 1e6, " M"), (1e4, 1e3, " k")):
        if abs(value) >= least:
            return f"{number(value / factor)}{sign}"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:.{digits}f}"
