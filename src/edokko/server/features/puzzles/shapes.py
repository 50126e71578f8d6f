"""Puzzles, answers to them, and their solutions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from edokko.puzzles import DIFFICULTIES
from edokko.table.shapes.base import RequestShape, ResponseShape
from edokko.table.shapes.lobby import Picture
from edokko.table.shapes.requests import MoveWords

Theme = Literal["slot", "hire", "walk", "trade", "visit", "loss"]
MOST_ANSWER_MOVES = 12


class PuzzleHints(ResponseShape):
    """Hints for the first move, from the vaguest on."""

    kind: str
    """The first word of the move, such as `hire`."""
    wrong: str
    """A tempting move that is not the best."""


class PuzzleChoice(ResponseShape):
    """A move of a solution, or one beside it, with its value."""

    move: str
    win: float
    """The win probability of the seat."""
    iki: float
    """The expected final score of the seat."""


class PuzzleStep(ResponseShape):
    """A decision of a solution."""

    best: PuzzleChoice
    others: list[PuzzleChoice] = field(default_factory=list)
    """The next best moves; none if the move is the only legal one."""


class PuzzleSolution(ResponseShape):
    """The result of an answer: the solution and how others have answered."""

    found: bool
    """Whether your first answer was right."""
    moves: list[str]
    """Your first answer."""
    steps: list[PuzzleStep]
    """The solution."""
    error: float
    """The largest standard error of a difference between two win probabilities of a step."""


class Puzzle(ResponseShape):
    """A position with one clearly best line for the seat that decides."""

    id: str
    position: str
    """The position string."""
    seat: int
    players: int
    month: int
    difficulty: Annotated[int, Meta(ge=1, le=DIFFICULTIES)]
    theme: Theme
    """What the first move decides."""
    moves: int
    """The number of moves of the line."""
    picture: Picture
    hints: PuzzleHints
    choices: list[str]
    """Three moves, the best first one among them, in an order that tells nothing."""
    answers: int
    """Guests who have answered."""
    found: int
    """Guests who have found the line at once."""
    next: str
    """The id of another puzzle."""
    solution: PuzzleSolution | None = None
    """After your answer."""


class PuzzleMoves(RequestShape):
    """An answer: all moves so far; none to give up."""

    moves: Annotated[list[MoveWords], Meta(max_length=MOST_ANSWER_MOVES)]


class PuzzleVerdict(ResponseShape):
    """What an answer is worth."""

    state: Literal["on", "found", "wrong"]
    """``on``: right so far, the line goes on."""
    answers: int = 0
    found: int = 0
    step: PuzzleStep | None = None
    """The values of the last decision that you got right, while the line goes on."""
    solution: PuzzleSolution | None = None
    """When the answer is complete."""
