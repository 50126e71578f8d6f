"""Games in files of records: lookup, replay, and error messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edokko.cli.inputs import Input
from edokko.cli.language import text
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.records.record import Record, RecordError


def replay_game(file: Input, number: int) -> Game:
    """Replay and verify one game of a file, by its number from 1. Raises ``Problem`` if there is no valid record."""
    from edokko.records.record import RecordError, check

    line, record = find(file, number)
    try:
        return check(record)
    except RecordError as error:
        raise Problem(bad_game(file, line, error)) from None


def find(file: Input, number: int) -> tuple[int, Record]:
    """Return the line number and the record of one game of a file. Raises ``Problem`` if there is no such record."""
    from edokko.records.file import DamagedFile, scan
    from edokko.records.record import RecordError

    count = 0
    for line, record in scan(file.source):
        count += 1
        if count < number and not isinstance(record, DamagedFile):
            continue
        if isinstance(record, RecordError):
            raise Problem(bad_game(file, line, record))
        return line, record
    raise Problem(text("problem-no-game", file=file.name, number=number, count=count))


def bad_game(file: Input, line: int, problem: RecordError) -> str:
    """Return the error message for a game of a file, in one line."""
    from edokko.words import clean

    name, reason = clean(file.name), clean(problem.reason)
    if problem.move is None:
        return text("check-bad", file=name, line=line, reason=reason)
    return text("check-bad-move", file=name, line=line, move=problem.move, reason=reason)
