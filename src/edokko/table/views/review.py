"""The review of a finished game in the shapes of the API."""

from __future__ import annotations

from edokko.players.analysis.position import rounded
from edokko.players.analysis.review import Decision, Swing
from edokko.players.analysis.review import Review as GameReview
from edokko.table.shapes import analysis as shapes
from edokko.table.views.steps import event_of


def review_of(game_review: GameReview, simulations: int) -> shapes.Review:
    """Return a review in the shape of the API.

    Args:
        game_review: of a finished game.
        simulations: the budget of each search.
    """
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
