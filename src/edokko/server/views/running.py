"""A running or finished game, the same for all viewers."""

from __future__ import annotations

from collections.abc import Mapping

from edokko.rules.phases import KINDS_BY_PHASE
from edokko.server.core.match import Match
from edokko.server.views.moves import legal_of, unavailable_of
from edokko.server.views.position import position_of, turn_of, view_cache_of
from edokko.server.views.shapes import tables as shapes
from edokko.server.views.steps import steps_of


def running_of(match: Match, changes: Mapping[int, float] | None = None) -> shapes.Running:
    """Return the game of a table.

    Args:
        match: of a game that has begun.
        changes: the rating change of each seat, after a rated game.
    """
    game = match.game
    return shapes.Running(
        position=position_of(game),
        calendar=view_cache_of(game).calendar,
        turn=turn_of(game),
        asked=list(KINDS_BY_PHASE.get(game.state.phase, ())),
        moves=legal_of(game),
        unavailable=unavailable_of(game),
        log=steps_of([match.steps[-1][1]] if match.steps else []),
        undo_by=match.undo_by,
        undo_count=match.undo_count,
        no_undo=match.no_undo,
        scores=scores_of(match, changes or {}) if match.is_over else [],
    )


def scores_of(match: Match, changes: Mapping[int, float]) -> list[shapes.ScoreSheet]:
    """Return the score sheets, by place."""
    sheets = match.game.score()
    return [
        shapes.ScoreSheet(seat, dict(sheets[seat].lines), sheets[seat].total, place, changes.get(seat))
        for place, seat in enumerate(match.game.ranking, 1)
    ]
