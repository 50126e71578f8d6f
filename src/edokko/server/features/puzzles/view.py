"""Puzzles in the shapes of the API."""

from __future__ import annotations

from collections.abc import Sequence

from edokko.game import Game
from edokko.move import Move
from edokko.puzzles import Choice, Puzzle, PuzzleStep
from edokko.server.features.puzzles import shapes
from edokko.table.views.picture import picture_of

CHOICES = 3
"""The moves among which a puzzle lets a newcomer choose."""


def puzzle_of(
    puzzle: Puzzle, answers: int, found: int, following: str, solution: shapes.PuzzleSolution | None
) -> shapes.Puzzle:
    """Return a puzzle.

    Args:
        puzzle: of the stock.
        answers, found: the numbers of guests who have answered, and who have found the line.
        following: the id of another puzzle.
        solution: for a guest who has answered.
    """
    game, first = Game.from_position(puzzle.position, chance="manual"), puzzle.steps[0]
    return shapes.Puzzle(
        puzzle.id,
        puzzle.position,
        puzzle.seat,
        game.players,
        game.month,
        puzzle.difficulty,
        puzzle.theme,  # type: ignore[arg-type] # one of THEMES
        len(puzzle.steps),
        picture_of(game),
        shapes.PuzzleHints(Move(first.best.move).kind, first.others[0].move),
        sorted(choice.move for choice in (first.best, *first.others[: CHOICES - 1])),
        answers,
        found,
        following,
        solution,
    )


def solution_of(puzzle: Puzzle, found: bool, moves: Sequence[str]) -> shapes.PuzzleSolution:
    """Return the solution of a puzzle for a guest who has answered with some moves."""
    return shapes.PuzzleSolution(found, list(moves), [step_of(step) for step in puzzle.steps], puzzle.error)


def step_of(step: PuzzleStep) -> shapes.PuzzleStep:
    """Return a decision with its values."""
    return shapes.PuzzleStep(_choice(step.best), [_choice(other) for other in step.others])


def _choice(choice: Choice) -> shapes.PuzzleChoice:
    return shapes.PuzzleChoice(choice.move, choice.win, choice.iki)
