"""How much data a figure and a row need."""

from __future__ import annotations

from edokko.lab.report.figure import FEWEST_CASES, FEWEST_GAMES


def lack_of(games: int) -> str:
    """Return why a figure of so many games is not drawn; empty if it is."""
    return "" if games >= FEWEST_GAMES else f"Too few games to say: {games} of at least {FEWEST_GAMES}."


def lack_of_cases(count: int, games: int, name: str) -> str:
    """Return why a figure of so many cases is not drawn; empty if it is."""
    few = lack_of(games)
    if few or count >= FEWEST_CASES:
        return few
    return f"Too few {name} to say: {count} of at least {FEWEST_CASES}."
