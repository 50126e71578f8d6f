"""A running or finished game, the same for all viewers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from edokko.game import Game
from edokko.rules.phases import KINDS_BY_PHASE
from edokko.table.match import Match
from edokko.table.shapes import tables as shapes
from edokko.table.steps import Step
from edokko.table.views.moves import legal_of, unavailable_of
from edokko.table.views.position import position_of, turn_of, view_cache_of
from edokko.table.views.steps import steps_of


def running_of(match: Match, changes: Mapping[int, float] | None = None) -> shapes.Running:
    """Return the game of a table that has begun, with the rating change of each seat after a rated game."""
    running = game_of(match.game, [match.steps[-1][1]] if match.steps else [], changes)
    running.undo_by, running.undo_count, running.no_undo = match.undo_by, match.undo_count, match.no_undo
    return running


def game_of(game: Game, log: Sequence[Step], changes: Mapping[int, float] | None = None) -> shapes.Running:
    """Return a game of which nothing can be taken back, with the step that led to its position."""
    return shapes.Running(
        position=position_of(game),
        calendar=view_cache_of(game).calendar,
        turn=turn_of(game),
        asked=list(KINDS_BY_PHASE.get(game.state.phase, ())),
        moves=legal_of(game),
        unavailable=unavailable_of(game),
        log=steps_of(log),
        scores=scores_of(game, changes or {}),
    )


def scores_of(game: Game, changes: Mapping[int, float]) -> list[shapes.ScoreSheet]:
    """Return the score sheets of a finished game, by place; none of a running one."""
    if not game.is_over:
        return []
    sheets = game.score()
    return [
        shapes.ScoreSheet(seat, dict(sheets[seat].lines), sheets[seat].total, place, changes.get(seat))
        for place, seat in enumerate(game.ranking, 1)
    ]
