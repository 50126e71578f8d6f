"""Paying, gaining, firefighting, and a seat's cards on the board: helpers of every phase."""

from __future__ import annotations

from edokko.rules.engine.registry import rule
from edokko.rules.events import BY_SURCHARGE, FIRE_ROSE, GAINED, LEFT, emit
from edokko.rules.state import (
    ABSENT,
    CHARACTERS,
    FIRE,
    FIRST_BUILDING,
    MON,
    RESOURCE_COUNT,
    ROOMS,
    State,
)
from edokko.rules.tables import Tables


@rule
def change(state: State, seat: int, resource: int, amount: int, reason: int, detail: int) -> None:
    """Add an amount of a resource to a seat; a negative amount is taken from it."""
    state.resources[seat][resource] += amount
    if amount != 0:
        emit(state, GAINED, seat, resource, -1, amount, reason, detail)


@rule
def can_pay(state: State, seat: int, bundle: list[int]) -> bool:
    """Check whether the seat has the whole bundle."""
    for resource in range(RESOURCE_COUNT):
        if state.resources[seat][resource] < bundle[resource]:
            return False
    return True


@rule
def pay(state: State, seat: int, bundle: list[int], reason: int, detail: int) -> None:
    """Take a bundle from a seat."""
    for resource in range(RESOURCE_COUNT):
        change(state, seat, resource, -bundle[resource], reason, detail)


@rule
def gain(tables: Tables, state: State, seat: int, bundle: list[int], reason: int, detail: int) -> None:
    """Give a bundle, firefighting included, to a seat."""
    for resource in range(RESOURCE_COUNT):
        change(state, seat, resource, bundle[resource], reason, detail)
    raise_fire(tables, state, seat, bundle[FIRE], reason, detail)


@rule
def raise_fire(tables: Tables, state: State, seat: int, steps: int, reason: int, detail: int) -> None:
    """Move the fire marker up, on top of the markers there; at the top level it still goes on top (RULES 4)."""
    if steps <= 0:
        return
    level = min(state.fire[seat] + steps, tables.fire_track)
    state.fire[seat] = level
    place = 0
    while state.fire_order[place] != seat:
        place += 1
    while place > 0 and state.fire[state.fire_order[place - 1]] <= level:
        state.fire_order[place] = state.fire_order[place - 1]
        place -= 1
    state.fire_order[place] = seat
    emit(state, FIRE_ROSE, seat, level, -1, steps, reason, detail)


@rule
def free_kobun(tables: Tables, state: State, seat: int) -> int:
    """Count a seat's kobun that stand on no card."""
    free = tables.kobun
    for room in range(ROOMS):
        if state.room_owner[room] == seat:
            free -= 1
    return free


@rule
def has_character(state: State, room: int) -> bool:
    """Check whether a character of any player, or a neutral, is in the room."""
    return 0 <= state.room_card[room] < CHARACTERS


@rule
def has_own_character(state: State, room: int, seat: int) -> bool:
    """Check whether a character of that seat is in the room.

    Here and in :func:`is_free` the answers differ from room to room, so a processor guesses the branch of an ``and``
    wrong; ``&`` has no branch.
    """
    return (state.room_owner[room] == seat) & (state.room_card[room] < CHARACTERS)


@rule
def own_characters(state: State, seat: int) -> int:
    """Count the characters of a seat on the board."""
    count = 0
    for room in range(ROOMS):
        count += has_own_character(state, room, seat)
    return count


@rule
def characters_on_board(state: State) -> int:
    """Count the characters on the board, of all players and neutral."""
    count = 0
    for room in range(ROOMS):
        count += has_character(state, room)
    return count


@rule
def room_of(state: State, card: int) -> int:
    """Return the room of a card, or ``ABSENT``."""
    for room in range(ROOMS):
        if state.room_card[room] == card:
            return room
    return ABSENT


@rule
def owns_building(state: State, seat: int, building: int) -> bool:
    """Check whether the seat has built that building."""
    room = room_of(state, FIRST_BUILDING + building)
    return room >= 0 and state.room_owner[room] == seat


@rule
def is_free(tables: Tables, state: State, room: int) -> bool:
    """Check whether a card may be put in the room."""
    return (state.room_card[room] < 0) & (tables.room_exists[room] != 0)


@rule
def any_room_free(tables: Tables, state: State) -> bool:
    """Check whether any room is free."""
    return cheapest_surcharge(tables, state) >= 0


@rule
def cheapest_surcharge(tables: Tables, state: State) -> int:
    """Return the lowest surcharge among the free rooms, or ``ABSENT`` if no room is free."""
    for place in range(ROOMS):
        room = tables.cheapest_room[place]
        if room < 0:
            break
        if state.room_card[room] < 0:
            return tables.surcharge[room]
    return ABSENT


@rule
def affordable(tables: Tables, state: State, seat: int, room: int) -> bool:
    """Check whether the room is free and the seat can pay its surcharge."""
    return is_free(tables, state, room) & (tables.surcharge[room] <= state.resources[seat][MON])


@rule
def pay_surcharge(tables: Tables, state: State, seat: int, room: int) -> None:
    """Pay the room's surcharge, which is never discounted (RULES 3.B.1)."""
    change(state, seat, MON, -tables.surcharge[room], BY_SURCHARGE, room)


@rule
def put(state: State, room: int, card: int, owner: int) -> None:
    """Put a card in a room, with the owner's kobun on its first step."""
    state.room_card[room] = card
    state.room_owner[room] = owner
    state.room_xp[room] = 0


@rule
def clear(state: State, room: int) -> None:
    """Empty a room; a kobun on the card becomes free."""
    state.room_card[room] = ABSENT
    state.room_owner[room] = ABSENT
    state.room_xp[room] = 0


@rule
def leave(state: State, room: int, reason: int) -> None:
    """Remove a card from the game (RULES 5)."""
    emit(state, LEFT, state.room_owner[room], state.room_card[room], room, 0, reason)
    clear(state, room)
