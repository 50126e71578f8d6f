"""Lines of play for clients: their starts, and their errors as problems."""

from __future__ import annotations

from collections.abc import Sequence

from edokko.components import RULES_VERSION
from edokko.records.record import Record, RecordError
from edokko.table.access import wrong_chance, wrong_move
from edokko.table.commands.making import LONGEST_REASON, checked_overlay, game_at
from edokko.table.line import LineOfPlay, WrongChance
from edokko.table.match import WrongMove
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.setup import Setup
from edokko.table.shapes.positions import LineStart

STARTS = ("new", "position", "record", "table")


def check_start(start: LineStart) -> None:
    """Check that a start is one start, and that its options belong to it. Raises ``ApiProblem``: ``bad_request``."""
    given = [name for name in STARTS if getattr(start, name) is not None]
    if len(given) != 1:
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-start", "start"))
    if start.ply is not None and given[0] not in ("record", "table"):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-start-ply", "start_ply"))
    if start.overlay is not None and given[0] not in ("new", "position"):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-start-overlay", "start_overlay"))


def open_line(start: LineStart) -> tuple[LineOfPlay, Sequence[str]]:
    """Return a line at its start, which is no table, and the players' names if the start has them.

    Raises:
        ApiProblem: the overlay, the position or the record is invalid.
    """
    if start.record is not None:
        return _open_record(start.record, start.ply)
    if start.position is not None:
        return LineOfPlay(game_at(start.position, start.overlay)), ()
    assert start.new is not None, "the caller opens tables"
    overlay = checked_overlay(start.new.edition, start.overlay)
    return LineOfPlay.new(Setup(start.new.edition, RULES_VERSION, start.new.players, overlay)), ()


def play_line(line: LineOfPlay, entries: Sequence[str], draws: bool = False) -> list[str]:
    """Play moves and chance on a line, and return the chance after them if the server draws it.

    Raises:
        ApiProblem: ``unknown_move``, ``illegal_move``, ``missing_chance`` or ``impossible_chance``, with the index of
            the entry in ``place``.
    """
    first = len(line.entries)
    try:
        for words in entries:
            line.play(words)
    except WrongMove as wrong:
        wrong.place -= first
        raise wrong_move(wrong) from None
    except WrongChance as wrong:
        wrong.place -= first
        raise wrong_chance(wrong) from None
    return line.draw() if draws else []


def whole_record(text: str, ply: int | None = None) -> tuple[LineOfPlay, Sequence[str]]:
    """Return the line of a record with all its entries, or those of ``ply`` moves, and the players' names.

    Raises:
        ApiProblem: ``bad_record``.
    """
    try:
        record = Record.from_line(text)
        return LineOfPlay.from_record(record, ply), record.seats
    except RecordError as error:
        raise ApiProblem("bad_record", str(error)[:LONGEST_REASON]) from None


def _open_record(text: str, ply: int | None) -> tuple[LineOfPlay, Sequence[str]]:
    line, names = whole_record(text, ply)
    return LineOfPlay.from_game(line.game, line.ply), names
