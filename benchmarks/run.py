"""Measure the engine on this machine and print a table: ``python benchmarks/run.py [--quick]``."""

from __future__ import annotations

import sys

from edokko.lab.bench.engine import Figure, benchmark


def line(figure: Figure) -> str:
    """Format a row of the table."""
    ratio = f"{figure.ratio:8.1f}" if figure.ratio is not None else " " * 8
    aim = f"{figure.aim:12,.4g}" if figure.aim is not None else " " * 12
    verdict = "" if figure.holds else "  below the floor"
    value = f"{figure.value:14,.4g} {figure.unit:<12}"
    return f"{figure.name:<40}{value}{ratio}{figure.floor:12,.4g}{aim}{verdict}"


def main() -> int:
    """Print all figures; return 0 if every floor is reached, else 1."""
    print(f"{'':<40}{'measured':>14} {'':<12}{'x plain':>8}{'floor':>12}{'aim':>12}")
    holds = True
    for figure in benchmark(startup="--quick" not in sys.argv[1:]):
        print(line(figure), flush=True)
        holds = holds and figure.holds
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
