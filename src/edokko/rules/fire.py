"""The fire of months 5, 8 and 11 (RULES 6)."""

from __future__ import annotations

from edokko.components.model import NAGAYAS
from edokko.rules.chance import FIRE_OUTCOMES
from edokko.rules.engine.registry import rule
from edokko.rules.events import (
    BY_FIRE,
    FIRE_BROKE_OUT,
    FIRE_DIED,
    FIRE_PASSED,
    FIRE_PUT_OUT,
    LEFT,
    TOKEN_SPENT,
    emit,
)
from edokko.rules.moves import BURN, GUARD
from edokko.rules.phases import DRAW_FIRE, FIRE_SPREADS, GUARD_OR_BURN, ROW_MON
from edokko.rules.resources import clear
from edokko.rules.state import ABSENT, CHARACTERS, FIRE_GUARD, NAGAYA_ROOMS, State
from edokko.rules.tables import Tables

NAGAYA_COUNT = len(NAGAYAS)


@rule
def fire_event(tables: Tables, state: State) -> None:
    """Wait for chance to choose the nagaya, in the months with a fire."""
    state.seat = ABSENT
    state.phase = DRAW_FIRE if tables.fire_strength[state.month] > 0 else ROW_MON


@rule
def chance_fire(tables: Tables, state: State, outcomes: list[int], weights: list[int]) -> int:
    """List all nagayas, each equally likely (H41)."""
    for nagaya in range(NAGAYA_COUNT):
        outcomes[nagaya] = FIRE_OUTCOMES + nagaya
        weights[nagaya] = 1
    return NAGAYA_COUNT


@rule
def draw_fire(tables: Tables, state: State, nagaya: int) -> None:
    """Start the fire at the outermost room of a nagaya."""
    state.fire_nagaya = nagaya
    state.fire_room = 0
    emit(state, FIRE_BROKE_OUT, -1, nagaya, -1, tables.fire_strength[state.month])
    state.phase = FIRE_SPREADS


@rule
def strength(tables: Tables, state: State) -> int:
    """Return the strength of the fire at the room it has reached: one less for each room it has passed."""
    return tables.fire_strength[state.month] - state.fire_room


@rule
def burning_room(state: State) -> int:
    """Return the room that the fire has reached."""
    return state.fire_nagaya * NAGAYA_ROOMS + state.fire_room


@rule
def fire_spreads(tables: Tables, state: State) -> None:
    """Resolve the next room; after the last room the fire dies."""
    room = burning_room(state)
    if state.fire_room == NAGAYA_ROOMS or not tables.room_exists[room]:
        emit(state, FIRE_DIED, -1, state.fire_nagaya)
        end_fire(state)
        return
    owner = state.room_owner[room]
    if state.room_card[room] < 0:
        emit(state, FIRE_PASSED, -1, -1, room, strength(tables, state))
        state.fire_room += 1
    elif owner >= 0 and state.fire[owner] >= strength(tables, state):
        emit(state, FIRE_PUT_OUT, owner, state.room_card[room], room, strength(tables, state))
        end_fire(state)
    elif owner >= 0 and state.room_card[room] < CHARACTERS and state.tokens[owner][FIRE_GUARD] > 0:
        state.seat = owner
        state.phase = GUARD_OR_BURN
    else:
        burn(tables, state, room)


@rule
def burn(tables: Tables, state: State, room: int) -> None:
    """Remove the card from the game; F is not lowered. The fire spreads, one weaker (RULES 6)."""
    emit(state, LEFT, state.room_owner[room], state.room_card[room], room, strength(tables, state), BY_FIRE)
    clear(state, room)
    state.fire_room += 1


@rule
def end_fire(state: State) -> None:
    """End the fire; the mon on the row come next."""
    state.fire_nagaya = ABSENT
    state.fire_room = 0
    state.phase = ROW_MON


@rule
def legal_guard(tables: Tables, state: State, legal: list[int]) -> int:
    """List the two choices: spend a fire guard, or let the character burn (H39)."""
    legal[0] = GUARD
    legal[1] = BURN
    return 2


@rule
def play_guard(tables: Tables, state: State) -> None:
    """Spend a fire guard: the character stays, the fire spreads."""
    room = burning_room(state)
    state.tokens[state.seat][FIRE_GUARD] -= 1
    emit(state, TOKEN_SPENT, state.seat, FIRE_GUARD, room, 1, BY_FIRE, state.room_card[room])
    state.fire_room += 1
    resume_fire(state)


@rule
def play_burn(tables: Tables, state: State) -> None:
    """Let the character burn."""
    burn(tables, state, burning_room(state))
    resume_fire(state)


@rule
def resume_fire(state: State) -> None:
    """Let the fire spread without a further decision."""
    state.seat = ABSENT
    state.phase = FIRE_SPREADS
