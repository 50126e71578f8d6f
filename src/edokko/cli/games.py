"""Recorded games that commands are given: found in their files, replayed, and refused in one sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edokko.catalogue import Catalogue
from edokko.cli.inputs import Input
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.record import Record, RecordError


def replayed(catalogue: Catalogue, file: Input, number: int) -> Game:
    """One game of a file, replayed and verified.

    Args:
        catalogue: for what is wrong.
        file: a file of records.
        number: which of them, from 1.

    Raises:
        Problem: there is no such game, or it does not hold.
        OSError: the file cannot be read.
    """
    from edokko.record import RecordError, check

    line, record = find(catalogue, file, number)
    try:
        return check(record)
    except RecordError as error:
        raise Problem(bad_game(catalogue, file, line, error)) from None


def find(catalogue: Catalogue, file: Input, number: int) -> tuple[int, Record]:
    """The line and the record of one game of a file.

    Raises:
        Problem: there is no such game, or it is no record.
        OSError: the file cannot be read.
    """
    from edokko.record import RecordError
    from edokko.records import DamagedFile, scan

    count = 0
    for line, found in scan(file.source):
        count += 1
        if count < number and not isinstance(found, DamagedFile):
            continue
        if isinstance(found, RecordError):
            raise Problem(bad_game(catalogue, file, line, found))
        return line, found
    raise Problem(catalogue.text("problem-no-game", file=file.name, number=number, count=count))


def bad_game(catalogue: Catalogue, file: Input, line: int, problem: RecordError) -> str:
    """What is wrong with a game of a file, in one line."""
    from edokko.terms import clean

    name, reason = clean(file.name), clean(problem.reason)
    if problem.move is None:
        return catalogue.text("check-bad", file=name, line=line, reason=reason)
    return catalogue.text("check-bad-move", file=name, line=line, move=problem.move, reason=reason)
