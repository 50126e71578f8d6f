"""Setup: the empty table, the buildings, the start characters (RULES 2)."""

from __future__ import annotations

from edokko.rules.chance import BUILDING_OUTCOMES
from edokko.rules.engine.registry import rule
from edokko.rules.events import BUILDING_OFFERED, BY_SETUP, PLACED, emit
from edokko.rules.moves import FIRST_PLACE, FIRST_START
from edokko.rules.phases import BEGIN_MONTH, CHOOSE_START, DRAW_BUILDING, DRAW_CARD, PLACE_START
from edokko.rules.resources import is_free, put, room_of
from edokko.rules.state import (
    ABSENT,
    BUILDINGS,
    NAGAYA_ROOMS,
    RESOURCE_COUNT,
    ROOMS,
    SEASON_CARDS,
    SLOTS,
    START_CARDS,
    State,
)
from edokko.rules.tables import Tables


@rule
def set_up(tables: Tables, state: State) -> None:
    """Set up a new game in a zeroed state, up to the first decision or chance step."""
    for seat in range(tables.players):
        state.fire_order[seat] = seat
        for resource in range(RESOURCE_COUNT):
            state.resources[seat][resource] = tables.start[resource]
    for room in range(ROOMS):
        state.room_card[room] = ABSENT
        state.room_owner[room] = ABSENT
    for slot in range(SLOTS):
        state.ikizama[slot] = ABSENT
        state.tiles[slot] = tables.tiles[slot]
    state.month = 1
    state.deck = (1 << SEASON_CARDS) - 1
    state.goods = tables.season_goods[0]
    for stack in (tables.pipe_stack, tables.pouch_stack):
        if stack[0] >= 0:
            state.goods |= 1 << stack[0]
    state.closed = ABSENT
    state.pending = ABSENT
    state.worker = ABSENT
    state.swap_room = ABSENT
    state.fire_nagaya = ABSENT
    state.offer = tables.fixed_offer
    state.seat = ABSENT
    if state.offer != 0:
        lay_first_row(tables, state)
    else:
        state.phase = DRAW_BUILDING


@rule
def offered_buildings(state: State) -> int:
    """Count the buildings on offer."""
    count = 0
    for building in range(BUILDINGS):
        count += state.offer >> building & 1
    return count


@rule
def chance_building(tables: Tables, state: State, outcomes: list[int], weights: list[int]) -> int:
    """List the buildings that may be drawn next, each equally likely."""
    count = 0
    for building in range(BUILDINGS):
        if state.offer >> building & 1 == 0:
            outcomes[count] = BUILDING_OUTCOMES + building
            weights[count] = 1
            count += 1
    return count


@rule
def draw_building(tables: Tables, state: State, building: int) -> None:
    """Put a building on offer; the setup continues after the last one."""
    state.offer |= 1 << building
    emit(state, BUILDING_OFFERED, -1, building)
    if offered_buildings(state) == tables.buildings_drawn:
        lay_first_row(tables, state)


@rule
def lay_first_row(tables: Tables, state: State) -> None:
    """Reveal the row of month 1 if it comes before the start characters (RULES 9), else let the seats choose them."""
    if tables.row_before_start:
        state.to_reveal = tables.row_per_month
        state.phase = DRAW_CARD
    else:
        begin_start_choice(tables, state)


@rule
def begin_start_choice(tables: Tables, state: State) -> None:
    """Begin the choice of start characters with the last seat (RULES 2)."""
    state.seat = tables.players - 1
    state.phase = CHOOSE_START


@rule
def legal_start(tables: Tables, state: State, legal: list[int]) -> int:
    """List the start characters not taken yet."""
    count = 0
    for card in range(START_CARDS):
        if room_of(state, card) < 0:
            legal[count] = FIRST_START + card
            count += 1
    return count


@rule
def play_start(tables: Tables, state: State, card: int) -> None:
    """Take a start character."""
    state.pending = card
    state.phase = PLACE_START


@rule
def legal_place_start(tables: Tables, state: State, legal: list[int]) -> int:
    """List the free outermost rooms."""
    count = 0
    for room in range(0, ROOMS, NAGAYA_ROOMS):
        if is_free(tables, state, room):
            legal[count] = FIRST_PLACE + room
            count += 1
    return count


@rule
def play_place_start(tables: Tables, state: State, room: int) -> None:
    """Put the start character in a room, at no cost; the previous seat is next."""
    put(state, room, state.pending, state.seat)
    emit(state, PLACED, state.seat, state.pending, room, 0, BY_SETUP)
    state.pending = ABSENT
    if state.seat > 0:
        state.seat -= 1
        state.phase = CHOOSE_START
    else:
        state.seat = ABSENT
        state.phase = BEGIN_MONTH
