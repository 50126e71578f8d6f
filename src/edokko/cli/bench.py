"""``edokko bench``: benchmarks of the engine on this machine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.language import current, text
from edokko.cli.tables import print_table

if TYPE_CHECKING:
    from edokko.lab.bench.engine import Figure

COLUMNS = ("bench-what", "bench-figure", "bench-unit", "bench-ratio", "bench-floor", "bench-aim")
"""The messages of the titles."""


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
        click.echo(json.dumps([_to_json(figure) for figure in figures]))
    else:
        _show(figures)


def _to_json(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.name,
        "value": figure.value,
        "unit": figure.unit,
        "ratio": figure.ratio,
        "floor": figure.floor,
        "aim": figure.aim,
        "holds": figure.holds,
    }


def _show(figures: list[Figure]) -> None:
    titles = [*map(text, COLUMNS), ""]
    left = [COLUMNS.index("bench-what"), COLUMNS.index("bench-unit"), len(COLUMNS)]
    print_table(titles, (_row(figure) for figure in figures), left=left, whole=range(1, len(titles)))


def _row(figure: Figure) -> list[str]:
    return [
        _message_or_name(figure_message(figure.name), figure.name),
        number(figure.value),
        _message_or_name(unit_message(figure.unit), figure.unit),
        "" if figure.ratio is None else f"× {number(figure.ratio)}",
        number(figure.floor),
        "" if figure.aim is None else number(figure.aim),
        text("bench-holds" if figure.holds else "bench-misses"),
    ]


def _message_or_name(message: str, name: str) -> str:
    """Return a message; if the catalogue lacks it, return the benchmark's own name."""
    return text(message) if message in current() else name


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
