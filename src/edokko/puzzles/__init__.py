"""The stock of puzzles: positions in which one line is clearly best, with the values of its moves and of the others.

``edokko-research puzzles`` writes ``stock.jsonl``, a JSON object a line. docs/play/lessons.md explains the criteria.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files

import msgspec

DIFFICULTIES = 5
"""The number of difficulties; 1 is the easiest."""
THEMES = ("slot", "hire", "walk", "trade", "visit", "loss")
"""What the first move of a line decides."""
ID_LENGTH = 10
STRIDE = 89
"""The distance in the stock between the puzzles of two days. It is prime, so a stock of another length comes up in full
before a puzzle repeats, and neighbours, which come from the same game, are far apart."""


class Choice(msgspec.Struct, frozen=True):
    """A move that the deep search has looked at."""

    move: str  # its words
    win: float  # the win chance of the seat after it
    iki: float  # the expected final score of the seat, in IKI


class PuzzleStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One decision of a line."""

    best: Choice  # the clearly best move
    others: tuple[Choice, ...] = ()  # the next best moves, the best one first; none if the move is the only legal one


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle."""

    id: str  # derived from the position, see :func:`id_of`
    position: str  # the position string
    seat: int  # the seat that decides
    difficulty: int  # 1 to :data:`DIFFICULTIES`
    theme: str  # one of :data:`THEMES`
    steps: tuple[PuzzleStep, ...]  # the solution, decision by decision
    error: float  # the largest standard error of a difference between two win chances of a step

    @property
    def line(self) -> tuple[str, ...]:
        """The words of the solution's moves."""
        return tuple(step.best.move for step in self.steps)


def id_of(position: str) -> str:
    """Return the id of the puzzle with a position."""
    return sha256(position.encode()).hexdigest()[:ID_LENGTH]


def to_line(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of JSON."""
    return msgspec.json.encode(puzzle).decode()


def read_lines(lines: Iterable[str]) -> dict[str, Puzzle]:
    """Read puzzles, one a line, and return them by their ids, in the order of the lines.

    Raises:
        msgspec.MsgspecError: a line is not a puzzle.
    """
    puzzles = (msgspec.json.decode(line, type=Puzzle) for line in lines if line.strip())
    return {puzzle.id: puzzle for puzzle in puzzles}


@cache
def stock() -> Mapping[str, Puzzle]:
    """Return the puzzles of the package by their ids."""
    return read_lines(files("edokko.puzzles").joinpath("stock.jsonl").read_text(encoding="utf-8").splitlines())


def puzzle_of_the_day(day: date) -> Puzzle:
    """Return the puzzle of a day; every puzzle of the stock has had its day before one comes again."""
    puzzles = list(stock().values())
    return puzzles[day.toordinal() * STRIDE % len(puzzles)]
