"""The stock of puzzles: positions in which one line is clearly best, with the values of its moves and of the others."""

from __future__ import annotations

from edokko.puzzles.stock import (
    DIFFICULTIES,
    THEMES,
    Choice,
    Puzzle,
    PuzzleStep,
    id_of,
    puzzle_of_the_day,
    read_lines,
    stock,
    to_line,
)

__all__ = [
    "DIFFICULTIES",
    "THEMES",
    "Choice",
    "Puzzle",
    "PuzzleStep",
    "id_of",
    "puzzle_of_the_day",
    "read_lines",
    "stock",
    "to_line",
]
