"""Experience and retirement (RULES 4)."""

from __future__ import annotations

from edokko.rules.engine.registry import rule
from edokko.rules.events import RETIRED, TOKEN_GAINED, XP_GAINED, emit
from edokko.rules.resources import clear, has_own_character
from edokko.rules.state import ROOMS, State
from edokko.rules.tables import Tables


@rule
def gain_xp(tables: Tables, state: State, room: int, reason: int) -> None:
    """Move a character's kobun up one step; a character on its last step retires at once (RULES 4)."""
    card = state.room_card[room]
    state.room_xp[room] += 1
    emit(state, XP_GAINED, state.room_owner[room], card, room, state.room_xp[room], reason)
    if state.room_xp[room] >= tables.xp_to_retire[card]:
        retire(tables, state, room)


@rule
def retire(tables: Tables, state: State, room: int) -> None:
    """Move a character to its owner's column: its room and kobun become free, its token is gained."""
    card = state.room_card[room]
    owner = state.room_owner[room]
    state.retired[owner] |= 1 << card
    clear(state, room)
    emit(state, RETIRED, owner, card, room)
    token = tables.retires_with[card]
    if token >= 0:
        state.tokens[owner][token] += 1
        emit(state, TOKEN_GAINED, owner, token, -1, 1, -1, card)


@rule
def all_gain_xp(tables: Tables, state: State, seat: int, reason: int) -> None:
    """Give every character of a seat on the board 1 XP, for a lap (RULES 3.B.2)."""
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            gain_xp(tables, state, room, reason)
