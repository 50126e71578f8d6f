"""A growing analysis in the shapes of the API."""

from __future__ import annotations

from math import sqrt

from edokko.players.analysis.position import Analysis, MoveAnalysis, rounded
from edokko.table.shapes import analysis as shapes


def update_of(analysis: Analysis, *, done: bool) -> shapes.AnalysisUpdate:
    """Return a line of the stream.

    Args:
        analysis: of the position, so far.
        done: whether it is the last one.
    """
    seat = analysis.seat
    return shapes.AnalysisUpdate(
        analysis.simulations,
        0,
        seat,
        [_move(move, seat) for move in analysis.moves] if seat is not None else [],
        rounded(analysis.wins, 4),
        rounded(analysis.finals, 2),
        done,
    )


def _move(move: MoveAnalysis, seat: int) -> shapes.AnalysisMove:
    win = move.wins[seat]
    return shapes.AnalysisMove(
        move.move.words,
        move.visits,
        rounded(move.wins, 4),
        rounded(move.finals, 2),
        round(sqrt(win * (1 - win) / move.visits), 4),
        [each.words for each in move.line],
    )
