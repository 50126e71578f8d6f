"""Answers to the puzzles of the package, and the counts of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from edokko.game import Game
from edokko.puzzles import Puzzle, stock
from edokko.server.features.puzzles import models, shapes
from edokko.server.features.puzzles.view import puzzle_of, solution_of, step_of
from edokko.server.store import Database
from edokko.table.commands.lines import play_line
from edokko.table.line import Line
from edokko.table.problems import ApiProblem


@dataclass(frozen=True, slots=True)
class _Counts:
    answers: int
    found: int


def find(puzzle: str) -> Puzzle:
    """Return a puzzle of the stock.

    Raises:
        ApiProblem: ``no_puzzle``.
    """
    found = stock().get(puzzle)
    if found is None:
        raise ApiProblem("no_puzzle")
    return found


async def view(database: Database, puzzle: Puzzle, guest: str | None) -> shapes.Puzzle:
    """Return a puzzle, with its solution if the guest has answered."""
    counts = await _counts(database, puzzle.id)
    solution = await _answered(database, puzzle, guest) if guest is not None else None
    ids = list(stock())
    following = ids[(ids.index(puzzle.id) + 1) % len(ids)]
    return puzzle_of(puzzle, counts.answers, counts.found, following, solution)


async def answer(database: Database, puzzle: Puzzle, guest: str | None, moves: Sequence[str]) -> shapes.PuzzleVerdict:
    """Judge an answer, and store it if it is complete and the guest's first one.

    Args:
        database: the database.
        puzzle: of the stock.
        guest: the guest who answers; ``None`` for an anonymous client, whose answer is not stored.
        moves: all moves so far.

    Raises:
        ApiProblem: ``unknown_move`` or ``illegal_move``.
    """
    line = puzzle.line
    play_line(Line.from_game(Game.from_position(puzzle.position, chance="manual"), 0), moves[: len(line)])
    is_right = bool(moves) and tuple(moves[: len(line)]) == line[: len(moves)]
    if is_right and len(moves) < len(line):
        return shapes.PuzzleVerdict("on", step=step_of(puzzle.steps[len(moves) - 1]))
    if guest is None:
        solution: shapes.PuzzleSolution | None = solution_of(puzzle, is_right, moves)
    else:
        await _store(database, puzzle.id, guest, moves, is_right)
        solution = await _answered(database, puzzle, guest)
    counts = await _counts(database, puzzle.id)
    return shapes.PuzzleVerdict("found" if is_right else "wrong", counts.answers, counts.found, solution=solution)


async def _store(database: Database, puzzle: str, guest: str, moves: Sequence[str], found: bool) -> None:
    values = {"puzzle": puzzle, "guest": guest, "found": found, "moves": "\n".join(moves), "time": time.time()}
    try:
        async with database.write() as connection:
            await connection.execute(models.PuzzleAnswer.__table__.insert(), [values])  # type: ignore[attr-defined]
    except IntegrityError:
        # The first answer counts; or the guest has been deleted.
        return


async def _answered(database: Database, puzzle: Puzzle, guest: str) -> shapes.PuzzleSolution | None:
    answer = models.PuzzleAnswer
    statement = select(answer.found, answer.moves).where(answer.puzzle == puzzle.id, answer.guest == guest)
    async with database.read() as connection:
        row = (await connection.execute(statement)).first()
    return solution_of(puzzle, row.found, row.moves.split("\n") if row.moves else []) if row else None


async def _counts(database: Database, puzzle: str) -> _Counts:
    answer = models.PuzzleAnswer
    statement = select(answer.found, func.count()).where(answer.puzzle == puzzle).group_by(answer.found)
    async with database.read() as connection:
        counts = {bool(found): count for found, count in await connection.execute(statement)}
    return _Counts(sum(counts.values()), counts.get(True, 0))
