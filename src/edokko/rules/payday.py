"""Payday: salary, harmony, food, and the effects of buildings at the season's end (RULES 5)."""

from __future__ import annotations

from edokko.rules.engine.bits import first_of
from edokko.rules.engine.registry import rule
from edokko.rules.events import (
    BY_BUILDING,
    BY_FOOD,
    BY_HARMONY,
    BY_SALARY,
    FED,
    HARMONY_SCORED,
    PAYDAY_BEGAN,
    emit,
)
from edokko.rules.moves import FIRST_STARVE
from edokko.rules.phases import AFTER_FOOD, NEXT_MONTH, NEXT_TO_FEED, STARVE
from edokko.rules.resources import change, has_character, has_own_character, leave, own_characters, owns_building
from edokko.rules.state import ABSENT, BUILDINGS, CHARACTERS, IKI, NAGAYA_ROOMS, RESOURCE_COUNT, RICE, ROOMS, State
from edokko.rules.tables import GROUPS, PER_FED, PER_LARGEST_TYPE, Tables
from edokko.rules.types import BITS, TYPE_COUNT, count_of, largest_type, type_counts


@rule
def payday(tables: Tables, state: State) -> None:
    """Pay salaries and score harmony; feeding comes next."""
    emit(state, PAYDAY_BEGAN, -1, state.month)
    for place in range(tables.players):
        pay_salaries(tables, state, state.fire_order[place])
    for group in range(GROUPS):
        score_harmony(tables, state, group)
    state.turn = 0
    state.phase = NEXT_TO_FEED


@rule
def pay_salaries(tables: Tables, state: State, seat: int) -> None:
    """Pay a seat's characters as one sum; IKI does not fall below 0 (H31)."""
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            pay_salary(tables, state, seat, state.room_card[room], state.room_xp[room])
    retired = state.retired[seat]
    while retired:
        card = first_of(retired)
        pay_salary(tables, state, seat, card, tables.xp_to_retire[card] - 1)
        retired &= retired - 1
    if state.resources[seat][IKI] < 0:
        change(state, seat, IKI, -state.resources[seat][IKI], BY_SALARY, -1)


@rule
def pay_salary(tables: Tables, state: State, seat: int, card: int, step: int) -> None:
    """Pay one entry of a character's salary."""
    for resource in range(RESOURCE_COUNT):
        change(state, seat, resource, tables.salary[card][step][resource], BY_SALARY, card)


@rule
def score_harmony(tables: Tables, state: State, group: int) -> None:
    """Score one group: a seat's kobun on a type times the cards of that type, if these are two or more (H33)."""
    counts = group_counts(tables, state, group)
    for kind in range(TYPE_COUNT):
        cards = count_of(counts, kind)
        if cards < 2:
            continue
        for place in range(tables.players):
            seat = state.fire_order[place]
            kobun = type_in_group(tables, state, group, kind, seat)
            if kobun > 0:
                emit(state, HARMONY_SCORED, seat, kind, group, kobun * cards, BY_HARMONY, cards)
                change(state, seat, IKI, kobun * cards, BY_HARMONY, group)


@rule
def group_counts(tables: Tables, state: State, group: int) -> int:
    """Return the packed type counts of all characters in a group, neutrals included."""
    counts = 0
    for place in range(NAGAYA_ROOMS):
        room = tables.group_room[group][place]
        if room >= 0 and has_character(state, room):
            counts += 1 << BITS * tables.type[state.room_card[room]]
    return counts


@rule
def type_in_group(tables: Tables, state: State, group: int, kind: int, seat: int) -> int:
    """Count the characters of a type in a group: one seat's, or for ``ABSENT`` all, neutrals included."""
    count = 0
    for place in range(NAGAYA_ROOMS):
        room = tables.group_room[group][place]
        if room < 0:
            continue
        card = state.room_card[room]
        if 0 <= card < CHARACTERS and tables.type[card] == kind and (seat < 0 or state.room_owner[room] == seat):
            count += 1
    return count


@rule
def next_to_feed(tables: Tables, state: State) -> None:
    """Let the next seat in fire order feed its characters as far as its rice goes (H36)."""
    if state.turn == tables.players:
        state.seat = ABSENT
        state.turn = 0
        state.phase = AFTER_FOOD
        return
    seat = state.fire_order[state.turn]
    mouths = own_characters(state, seat)
    fed = min(mouths, state.resources[seat][RICE])
    change(state, seat, RICE, -fed, BY_FOOD, -1)
    emit(state, FED, seat, -1, -1, fed, BY_FOOD, mouths)
    state.turn += 1
    if mouths > fed:
        state.hungry = mouths - fed
        state.seat = seat
        state.phase = STARVE


@rule
def legal_starve(tables: Tables, state: State, legal: list[int]) -> int:
    """List the deciding seat's own characters."""
    seat = state.seat
    count = 0
    for room in range(ROOMS):
        legal[count] = FIRST_STARVE + room
        count += has_own_character(state, room, seat)
    return count


@rule
def play_starve(tables: Tables, state: State, room: int) -> None:
    """Remove a character that gets no rice."""
    leave(state, room, BY_FOOD)
    state.hungry -= 1
    if state.hungry == 0:
        state.phase = NEXT_TO_FEED


@rule
def after_food(tables: Tables, state: State) -> None:
    """Apply Farmhouse and Imperial Villa after the last player's food (H35).

    Every character still on the board has been fed.
    """
    for building in range(BUILDINGS):
        per = tables.effect_per[building]
        if per != PER_FED and per != PER_LARGEST_TYPE:
            continue
        for seat in range(tables.players):
            if not owns_building(state, seat, building):
                continue
            count = own_characters(state, seat) if per == PER_FED else largest_type(type_counts(tables, state, seat))
            amount = tables.effect_amount[building] * count
            change(state, seat, tables.effect_resource[building], amount, BY_BUILDING, building)
    state.phase = NEXT_MONTH
