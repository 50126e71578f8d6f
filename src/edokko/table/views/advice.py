"""The views of hints and of the coach's look back."""

from __future__ import annotations

from collections.abc import Sequence

from edokko.move import Move
from edokko.players.analysis.coaching import LookBack, Remark, advise, fact_of
from edokko.players.analysis.position import Analysis
from edokko.players.analysis.reasons import completed, reasons_of
from edokko.table.shapes import analysis as shapes

HINT_MOVES = 5


def hint_of(analysis: Analysis, ply: int) -> shapes.Hint:
    """Return the view of an analysis of the position at a ply."""
    seat, moves = analysis.seat, []
    if seat is not None:
        all_reasons, advice = reasons_of(analysis), advise(analysis)
        for entry, reasons, said in list(zip(analysis.moves, all_reasons, advice, strict=True))[:HINT_MOVES]:
            share, win = round(entry.share, 4), round(entry.wins[seat], 4)
            final, then = round(entry.finals[seat], 2), _words_of(completed(entry)[1:])
            words = entry.move.words
            moves.append(shapes.HintMove(words, share, win, final, then, list(reasons), said.grade, said.reason))
    wins, finals = [round(share, 4) for share in analysis.wins], [round(score, 2) for score in analysis.finals]
    return shapes.Hint(ply, moves, wins, finals, fact_of(analysis.game))


def look_back_view_of(look: LookBack, month: int) -> shapes.LookBack:
    """Return the view of the look back at a month."""
    wish = None if look.wish is None else _remark(look.wish)
    return shapes.LookBack(month, [_remark(praise) for praise in look.good], wish)


def _remark(remark: Remark) -> shapes.Remark:
    first, *rest = remark.moves
    return shapes.Remark(remark.ply, first.words, _words_of(rest), remark.reason)


def _words_of(moves: Sequence[Move]) -> list[str]:
    return [move.words for move in moves]
