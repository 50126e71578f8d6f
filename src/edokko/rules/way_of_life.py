"""The way of life: the seats take slots (RULES 3.A)."""

from __future__ import annotations

from edokko.rules.engine.registry import rule
from edokko.rules.events import SLOT_TAKEN, emit
from edokko.rules.moves import FIRST_IKIZAMA
from edokko.rules.phases import NEXT_IKIZAMA, NEXT_TURN, WAY_OF_LIFE
from edokko.rules.state import ABSENT, SLOTS, State
from edokko.rules.tables import Tables


@rule
def next_ikizama(tables: Tables, state: State) -> None:
    """Let the first seat in fire order without a slot choose; after the last seat the turns begin.

    No seat gains F before month 1, so in month 1 the fire order is the seat order.
    """
    for place in range(tables.players):
        seat = state.fire_order[place]
        if slot_of(state, seat) < 0:
            state.seat = seat
            state.phase = WAY_OF_LIFE
            return
    state.phase = NEXT_TURN


@rule
def slot_of(state: State, seat: int) -> int:
    """Return the slot of a seat, or ``ABSENT``."""
    for slot in range(SLOTS):
        if state.ikizama[slot] == seat:
            return slot
    return ABSENT


@rule
def legal_ikizama(tables: Tables, state: State, legal: list[int]) -> int:
    """List the slots that this game uses, that no tile closes and that no seat has taken."""
    count = 0
    for slot in range(SLOTS):
        if tables.slot_open[slot] and slot != state.closed and state.ikizama[slot] < 0:
            legal[count] = FIRST_IKIZAMA + slot
            count += 1
    return count


@rule
def play_ikizama(tables: Tables, state: State, slot: int) -> None:
    """Take a slot."""
    state.ikizama[slot] = state.seat
    emit(state, SLOT_TAKEN, state.seat, slot)
    state.phase = NEXT_IKIZAMA
