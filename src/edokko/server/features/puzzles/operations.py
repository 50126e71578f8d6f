"""Puzzles of the package in the shapes of the API, with the answers to them and their counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

import msgspec

from edokko.game import Game
from edokko.move import Move
from edokko.puzzles import Puzzle, puzzle_of_the_day, stock
from edokko.server.features.puzzles import shapes
from edokko.table.api.operation import Caller, Operations
from edokko.table.commands.lines import play_line
from edokko.table.line import LineOfPlay
from edokko.table.problems import ApiProblem
from edokko.table.venue import Venue
from edokko.table.views.picture import picture_of

CHOICES = 3
"""The moves among which a puzzle lets a newcomer choose."""
operations = Operations("puzzles")


class Answered(NamedTuple):
    """The first answer of a guest to a puzzle: its moves, and whether it has the whole line."""

    found: bool
    moves: Sequence[str]


class Answers(Protocol):
    """What keeps the first answers of guests; a part of the venue."""

    async def counts(self, puzzle: str) -> tuple[int, int]:
        """Return the numbers of guests who have answered, and who have found the line."""

    async def of(self, puzzle: str, guest: str) -> Answered | None:
        """Return the answer of a guest."""

    async def save(self, puzzle: str, guest: str, answered: Answered) -> None:
        """Store an answer, unless the guest has one already or is gone."""


def find(puzzle: str) -> Puzzle:
    """Return a puzzle of the stock. Raises ``ApiProblem`` with ``no_puzzle``."""
    found = stock().get(puzzle)
    if found is None:
        raise ApiProblem("no_puzzle")
    return found


def of_today() -> str:
    """Return the id of the puzzle of the day."""
    return puzzle_of_the_day(datetime.now(UTC).date()).id


@operations.get("/puzzles/today", "The puzzle of the day; a day begins at midnight UTC")
async def today(venue: Venue, caller: Caller) -> shapes.Puzzle:
    return await one(venue, caller, of_today())


@operations.get("/puzzles/{puzzle}", "A puzzle, with its solution after your answer")
async def one(venue: Venue, caller: Caller, puzzle: str) -> shapes.Puzzle:
    found, ids, kept = find(puzzle), list(stock()), venue.part(Answers)
    answers, right = await kept.counts(puzzle)
    game, start = Game.from_position(found.position, chance="manual"), found.steps[0]
    return shapes.Puzzle(
        found.id,
        found.position,
        found.seat,
        game.players,
        game.month,
        found.difficulty,
        found.theme,  # type: ignore[arg-type] # one of THEMES
        len(found.steps),
        picture_of(game),
        shapes.PuzzleHints(Move(start.best.move).kind, start.others[0].move),
        sorted(choice.move for choice in (start.best, *start.others[: CHOICES - 1])),
        answers,
        right,
        ids[(ids.index(puzzle) + 1) % len(ids)],
        await _answered(kept, found, caller.guest) if caller.guest is not None else None,
    )


@operations.post(
    "/puzzles/{puzzle}/answer",
    "Answer a puzzle: send all moves after each one, or none to give up; without a guest it counts for nothing",
)
async def answer(venue: Venue, caller: Caller, puzzle: str, data: shapes.PuzzleMoves) -> shapes.PuzzleVerdict:
    """Judge all moves of an answer so far, and store it if it is complete and the first one of a guest.

    Raises:
        ApiProblem: ``no_puzzle``, ``unknown_move`` or ``illegal_move``.
    """
    # A puzzle in a frame of another site has no guest.
    guest = caller.known.id if caller.person else None
    found, moves, kept = find(puzzle), data.moves, venue.part(Answers)
    line = found.line
    play_line(LineOfPlay.from_game(Game.from_position(found.position, chance="manual"), 0), moves[: len(line)])
    is_right = bool(moves) and tuple(moves[: len(line)]) == line[: len(moves)]
    if is_right and len(moves) < len(line):
        return shapes.PuzzleVerdict("on", step=_shape_of(found.steps[len(moves) - 1]))
    answered = Answered(is_right, moves)
    if guest is None:
        solution: shapes.PuzzleSolution | None = _solution_of(found, answered)
    else:
        await kept.save(puzzle, guest, answered)
        solution = await _answered(kept, found, guest)
    return shapes.PuzzleVerdict("found" if is_right else "wrong", *await kept.counts(puzzle), solution=solution)


async def _answered(kept: Answers, puzzle: Puzzle, guest: str) -> shapes.PuzzleSolution | None:
    answered = await kept.of(puzzle.id, guest)
    return _solution_of(puzzle, answered) if answered else None


def _solution_of(puzzle: Puzzle, answered: Answered) -> shapes.PuzzleSolution:
    """Return the solution of a puzzle, with the answer of a guest."""
    return shapes.PuzzleSolution(
        answered.found, list(answered.moves), [_shape_of(step) for step in puzzle.steps], puzzle.error
    )


def _shape_of(step: object) -> shapes.PuzzleStep:
    """Return a decision with its values."""
    return msgspec.convert(step, shapes.PuzzleStep, from_attributes=True)
