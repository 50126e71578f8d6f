"""New Year: each player visits one square and trades there (RULES 7)."""

from __future__ import annotations

from edokko.rules.engine.registry import rule
from edokko.rules.events import BY_VISIT, GAME_ENDED, MOVED, TURN_BEGAN, emit
from edokko.rules.moves import FIRST_VISIT
from edokko.rules.phases import DEALS, OVER, VISIT
from edokko.rules.state import ABSENT, SQUARES, State
from edokko.rules.tables import Tables


@rule
def next_visit(tables: Tables, state: State) -> None:
    """Let the next seat of the fixed order visit; after the last seat the game is over (H43)."""
    if state.turn == tables.players:
        state.seat = ABSENT
        state.phase = OVER
        emit(state, GAME_ENDED)
        return
    state.seat = state.visit_order[state.turn]
    emit(state, TURN_BEGAN, state.seat)
    state.phase = VISIT


@rule
def legal_visit(tables: Tables, state: State, legal: list[int]) -> int:
    """List all squares."""
    for square in range(SQUARES):
        legal[square] = FIRST_VISIT + square
    return SQUARES


@rule
def play_visit(tables: Tables, state: State, square: int) -> None:
    """Put the oyakata on a square; this is never a lap."""
    state.square[state.seat] = square
    emit(state, MOVED, state.seat, square, -1, 0, BY_VISIT, 0)
    state.phase = DEALS
