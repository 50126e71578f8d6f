"""What searches have found, in the shapes of the API: hints, analyses, and reviews of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from edokko.move import Move
from edokko.players.analysis.coaching import LookBack, Remark, advise, fact_of
from edokko.players.analysis.position import Analysis, MoveAnalysis, rounded
from edokko.players.analysis.reasons import completed, reasons_of
from edokko.players.analysis.review import Decision, Swing
from edokko.players.analysis.review import Review as GameReview
from edokko.table.shapes import analysis as shapes
from edokko.table.views.position import position_of
from edokko.table.views.steps import event_of


def review_of(game_review: GameReview, simulations: int) -> shapes.Review:
    """Return a review of a finished game in the shape of the API, with the budget of each search."""
    game = game_review.game
    winner = game.ranking[0]
    curve = [
        shapes.ReviewPoint(decision.ply, decision.month, rounded(decision.before, 4), rounded(decision.finals, 1))
        for decision in game_review.decisions
    ]
    totals = [float(sheet.total) for sheet in game.score()]
    result = [float(seat == winner) for seat in range(game.players)]
    curve.append(shapes.ReviewPoint(game.ply, game.month, result, totals))
    turning_points: list[Decision | Swing] = [*game_review.losses, *game_review.largest_swings]
    turning_points.sort(key=_weight, reverse=True)
    return shapes.Review(
        game.ply,
        simulations,
        curve,
        [_decision(decision) for decision in game_review.decisions],
        [_turning_point(point) for point in turning_points],
        [
            shapes.ReviewSeat(
                seat.seat, seat.decisions, round(seat.loss, 4), round(seat.iki, 2), seat.mistakes, seat.blunders
            )
            for seat in game_review.accuracy
        ],
    )


def _weight(point: Decision | Swing) -> float:
    return point.weight if isinstance(point, Decision) else point.change


def _decision(decision: Decision) -> shapes.ReviewDecision:
    return shapes.ReviewDecision(
        decision.ply,
        decision.month,
        decision.seat,
        decision.move.words,
        decision.best.words,
        round(decision.loss, 4),
        round(decision.iki, 2),
        rounded(decision.before, 4),
        rounded(decision.after, 4),
        decision.grade or None,
        round(decision.error, 4),
        [move.words for move in decision.then],
        rounded(decision.played_finals, 1),
        rounded(decision.finals, 1),
    )


def _turning_point(point: Decision | Swing) -> shapes.ReviewTurn:
    before, after = rounded(point.before, 4), rounded(point.after, 4)
    if isinstance(point, Decision):
        moves = point.seat, point.move.words, point.best.words
        return shapes.ReviewTurn("decision", point.ply, point.month, before, after, *moves)
    events = [event_of(event) for event in point.events]
    return shapes.ReviewTurn("chance", point.ply, point.month, before, after, events=events)


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
    first, *rest = _words_of(remark.moves)
    named = {word for move in remark.moves for word in move.words.split()}
    rooms = [room for room in position_of(remark.game).rooms if room.card and room.id in named]
    return shapes.Remark(remark.ply, first, rest, remark.reason, rooms)


def _words_of(moves: Sequence[Move]) -> list[str]:
    return [move.words for move in moves]


def update_of(analysis: Analysis, *, done: bool) -> shapes.AnalysisUpdate:
    """Return a line of the stream; the last one is done."""
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
