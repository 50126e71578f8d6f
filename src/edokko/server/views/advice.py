"""The views of hints and of the costs of moves."""

from __future__ import annotations

from edokko.players.analysis.cost import Cost
from edokko.players.analysis.position import Analysis, MoveAnalysis
from edokko.players.analysis.reasons import completed, reasons_of
from edokko.server.views.shapes import analysis as shapes

HINT_MOVES = 5


def hint_of(analysis: Analysis, ply: int) -> shapes.Hint:
    """Return the view of an analysis of the position at a ply."""
    seat, moves = analysis.seat, []
    if seat is not None:
        for entry, reasons in list(zip(analysis.moves, reasons_of(analysis), strict=True))[:HINT_MOVES]:
            share, win = round(entry.share, 4), round(entry.wins[seat], 4)
            final = round(entry.finals[seat], 2)
            moves.append(shapes.HintMove(entry.move.words, share, win, final, _then(entry), list(reasons)))
    wins, finals = [round(share, 4) for share in analysis.wins], [round(score, 2) for score in analysis.finals]
    return shapes.Hint(ply, moves, wins, finals)


def cost_view_of(cost: Cost | None, ply: int, moves: int) -> shapes.MoveCost:
    """Return the view of the cost of a request's moves.

    Args:
        cost: of the most expensive decision; ``None`` if there was none.
        ply: before the first move.
        moves: their number.
    """
    if cost is None:
        return shapes.MoveCost(ply, moves)
    seat = cost.seat
    return shapes.MoveCost(
        ply,
        moves,
        cost.is_costly,
        cost.move.words,
        cost.best.move.words,
        _then(cost.best),
        round(cost.played.wins[seat], 4),
        round(cost.best.wins[seat], 4),
        round(cost.loss, 4),
        round(cost.error, 4),
        round(cost.iki, 2),
    )


def _then(entry: MoveAnalysis) -> list[str]:
    return [move.words for move in completed(entry)[1:]]
