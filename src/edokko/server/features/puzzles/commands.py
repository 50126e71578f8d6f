"""Puzzles of the package in the shapes of the API, with the answers to them and their counts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from edokko.game import Game
from edokko.move import Move
from edokko.puzzles import Puzzle, puzzle_of_the_day, stock
from edokko.server.features.puzzles import models, shapes
from edokko.server.store import Database
from edokko.server.store.statements import change, every, first
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.routes import Routes, Visitor
from edokko.table.commands.lines import play_line
from edokko.table.line import LineOfPlay
from edokko.table.problems import ApiProblem
from edokko.table.views.picture import picture_of

CHOICES = 3
"""The moves among which a puzzle lets a newcomer choose."""
operations = Routes("puzzles")


def find(puzzle: str) -> Puzzle:
    """Return a puzzle of the stock.

    Raises:
        ApiProblem: ``no_puzzle``.
    """
    found = stock().get(puzzle)
    if found is None:
        raise ApiProblem("no_puzzle")
    return found


def of_today() -> str:
    """Return the id of the puzzle of the day."""
    return puzzle_of_the_day(datetime.now(UTC).date()).id


@operations.get("/puzzles/today", "The puzzle of the day; a day begins at midnight UTC")
async def today(venue: ServerVenue, caller: Visitor) -> shapes.Puzzle:
    return await one(venue, caller, of_today())


@operations.get("/puzzles/{puzzle}", "A puzzle, with its solution after your answer")
async def one(venue: ServerVenue, caller: Visitor, puzzle: str) -> shapes.Puzzle:
    found, ids, database = find(puzzle), list(stock()), venue.database
    answers, right = await _counts(database, puzzle)
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
        await _answered(database, found, caller.guest) if caller.guest is not None else None,
    )


@operations.post(
    "/puzzles/{puzzle}/answer",
    "Answer a puzzle: send all moves after each one, or none to give up; without a guest it counts for nothing",
)
async def answer(venue: ServerVenue, caller: Visitor, puzzle: str, data: shapes.PuzzleMoves) -> shapes.PuzzleVerdict:
    """Judge all moves of an answer so far, and store it if it is complete and the first one of a guest.

    Raises:
        ApiProblem: ``no_puzzle``, ``unknown_move`` or ``illegal_move``.
    """
    # A puzzle in a frame of another site has no guest.
    guest = caller.known.id if caller.person else None
    found, moves, database = find(puzzle), data.moves, venue.database
    line = found.line
    play_line(LineOfPlay.from_game(Game.from_position(found.position, chance="manual"), 0), moves[: len(line)])
    is_right = bool(moves) and tuple(moves[: len(line)]) == line[: len(moves)]
    if is_right and len(moves) < len(line):
        return shapes.PuzzleVerdict("on", step=_shape_of(found.steps[len(moves) - 1]))
    if guest is None:
        solution: shapes.PuzzleSolution | None = _solution_of(found, is_right, moves)
    else:
        await _store(database, puzzle, guest, moves, is_right)
        solution = await _answered(database, found, guest)
    return shapes.PuzzleVerdict("found" if is_right else "wrong", *await _counts(database, puzzle), solution=solution)


async def _store(database: Database, puzzle: str, guest: str, moves: Sequence[str], found: bool) -> None:
    values = {"puzzle": puzzle, "guest": guest, "found": found, "moves": "\n".join(moves), "time": time.time()}
    try:
        await change(database, insert(models.PuzzleAnswer).values(values))
    except IntegrityError:
        # The first answer counts; or the guest has been deleted.
        return


async def _answered(database: Database, puzzle: Puzzle, guest: str) -> shapes.PuzzleSolution | None:
    answer = models.PuzzleAnswer
    statement = select(answer.found, answer.moves).where(answer.puzzle == puzzle.id, answer.guest == guest)
    row = await first(database, statement)
    return _solution_of(puzzle, row.found, row.moves.split("\n") if row.moves else []) if row else None


async def _counts(database: Database, puzzle: str) -> tuple[int, int]:
    """Return the numbers of guests who have answered, and who have found the line."""
    answer = models.PuzzleAnswer
    statement = select(answer.found, func.count()).where(answer.puzzle == puzzle).group_by(answer.found)
    counts = {bool(found): count for found, count in await every(database, statement)}
    return sum(counts.values()), counts.get(True, 0)


def _solution_of(puzzle: Puzzle, found: bool, moves: Sequence[str]) -> shapes.PuzzleSolution:
    """Return the solution of a puzzle, with the moves by which a guest has answered it."""
    return shapes.PuzzleSolution(found, list(moves), [_shape_of(step) for step in puzzle.steps], puzzle.error)


def _shape_of(step: object) -> shapes.PuzzleStep:
    """Return a decision with its values."""
    return msgspec.convert(step, shapes.PuzzleStep, from_attributes=True)
