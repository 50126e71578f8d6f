"""The trade: one deal with the shop and one with a character behind it, in either order (RULES 3.B.3, 4)."""

from __future__ import annotations

from edokko.rules.building import (
    can_build_any,
    legal_shop_build,
    place_built,
    play_build,
)
from edokko.rules.engine.registry import rule
from edokko.rules.events import BY_OPPONENT, BY_TRAINING, BY_USE, BY_WORK, SWAPPED, emit
from edokko.rules.experience import gain_xp
from edokko.rules.moves import DONE, FIRST_SWAP, FIRST_TRAIN, FIRST_WITH, FIRST_WORK
from edokko.rules.phases import CHOOSE_BUILDING, CHOOSE_TRAINEE, DEALS, NEXT_TURN, NEXT_VISIT, SWAP_FIRST, SWAP_SECOND
from edokko.rules.resources import (
    can_pay,
    characters_on_board,
    gain,
    has_character,
    has_own_character,
    leave,
    own_characters,
    pay,
    room_of,
)
from edokko.rules.shops import legal_shop
from edokko.rules.state import ABSENT, BUILDS, NEW_YEAR, ROOMS, SWAPS, TRAINS, State
from edokko.rules.tables import SQUARE_ROOMS, Tables
from edokko.rules.way_of_life import slot_of


@rule
def legal_deals(tables: Tables, state: State, legal: list[int]) -> int:
    """List ``done`` and every deal that the deciding seat can pay and that has an effect."""
    legal[0] = DONE
    count = 1
    if not state.shop_used:
        count = legal_shop(tables, state, legal, count)
        count = legal_shop_build(tables, state, legal, count)
    if not state.work_used:
        count = legal_work(tables, state, legal, count)
    return count


@rule
def legal_work(tables: Tables, state: State, legal: list[int], count: int) -> int:
    """Append the characters behind the deciding seat's square that can work for it."""
    square = state.square[state.seat]
    for place in range(SQUARE_ROOMS):
        room = tables.square_room[square][place]
        if room < 0:
            break
        if has_character(state, room) and can_work(tables, state, state.room_card[room]):
            legal[count] = FIRST_WORK + room
            count += 1
    return count


@rule
def can_work(tables: Tables, state: State, card: int) -> bool:
    """Check whether the deciding seat can pay a character's skill and the skill has an effect (H6, H23, H24)."""
    if not can_pay(state, state.seat, tables.spend[card]):
        return False
    operation = tables.operation[card]
    if operation == TRAINS:
        return own_characters(state, state.seat) > 0
    if operation == SWAPS:
        return characters_on_board(state) > 1
    if operation == BUILDS:
        return can_build_any(tables, state, card, tables.spend[card])
    return True


@rule
def play_work(tables: Tables, state: State, room: int) -> None:
    """Pay the skill and gain its yield; then the seat decides its training, building or swap."""
    seat = state.seat
    card = state.room_card[room]
    state.work_used = 1
    state.worker = card
    pay(state, seat, tables.spend[card], BY_WORK, card)
    gain(tables, state, seat, tables.gain[card], BY_WORK, card)
    for opponent in range(tables.players):
        if opponent != seat:
            gain(tables, state, opponent, tables.opponents_gain[card], BY_OPPONENT, card)
    operation = tables.operation[card]
    if operation == TRAINS:
        state.phase = CHOOSE_TRAINEE
    elif operation == BUILDS:
        state.phase = CHOOSE_BUILDING
    elif operation == SWAPS:
        state.phase = SWAP_FIRST
    else:
        finish_work(tables, state)


@rule
def finish_work(tables: Tables, state: State) -> None:
    """End a deal with a character: an opponent's character gains XP, a neutral leaves (H5, H53)."""
    card = state.worker
    state.worker = ABSENT
    state.phase = DEALS
    if card < 0:
        return
    room = room_of(state, card)
    if room < 0:
        return
    if state.room_owner[room] < 0:
        leave(state, room, BY_USE)
    elif state.room_owner[room] != state.seat:
        gain_xp(tables, state, room, BY_USE)


@rule
def legal_train(tables: Tables, state: State, legal: list[int]) -> int:
    """List the deciding seat's own characters, the trainer included if it is theirs (H6)."""
    seat = state.seat
    count = 0
    for room in range(ROOMS):
        legal[count] = FIRST_TRAIN + room
        count += has_own_character(state, room, seat)
    return count


@rule
def play_train(tables: Tables, state: State, room: int) -> None:
    """Train a character."""
    gain_xp(tables, state, room, BY_TRAINING)
    finish_work(tables, state)


@rule
def legal_swap(tables: Tables, state: State, legal: list[int]) -> int:
    """List every room with a character; for the second, all but the first (H26)."""
    first = FIRST_SWAP if state.phase == SWAP_FIRST else FIRST_WITH
    count = 0
    for room in range(ROOMS):
        if has_character(state, room) and room != state.swap_room:
            legal[count] = first + room
            count += 1
    return count


@rule
def play_swap(tables: Tables, state: State, room: int) -> None:
    """Choose the first character; nothing changes yet."""
    state.swap_room = room
    state.phase = SWAP_SECOND


@rule
def play_with(tables: Tables, state: State, room: int) -> None:
    """Swap the rooms of two characters; kobun and XP go with them, nothing is paid."""
    other = state.swap_room
    card = state.room_card[room]
    owner = state.room_owner[room]
    xp = state.room_xp[room]
    state.room_card[room] = state.room_card[other]
    state.room_owner[room] = state.room_owner[other]
    state.room_xp[room] = state.room_xp[other]
    state.room_card[other] = card
    state.room_owner[other] = owner
    state.room_xp[other] = xp
    state.swap_room = ABSENT
    emit(state, SWAPPED, state.seat, card, other, 0, BY_WORK, room)
    finish_work(tables, state)


@rule
def play_choose_building(tables: Tables, state: State, building: int) -> None:
    """Begin to build, at the construction site or by the working character."""
    if state.worker < 0:
        state.shop_used = 1
    play_build(tables, state, building)


@rule
def play_place_built(tables: Tables, state: State, room: int) -> None:
    """Finish a building; if a character built it, its deal ends here."""
    place_built(tables, state, room)
    finish_work(tables, state)


@rule
def play_done(tables: Tables, state: State) -> None:
    """End the turn; the seat's ikizama comes back from its slot."""
    state.shop_used = 0
    state.work_used = 0
    if state.month == NEW_YEAR:
        state.turn += 1
        state.phase = NEXT_VISIT
    else:
        state.ikizama[slot_of(state, state.seat)] = ABSENT
        state.phase = NEXT_TURN
    state.seat = ABSENT
