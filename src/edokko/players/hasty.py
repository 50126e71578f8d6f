"""Hasty: deals as the greedy player does, but chooses slots, hires and ways by rules of thumb.

The search plays its leaves out by it. The greedy player tries every card in every room, every slot and every way, and
evaluates all that there is each time; played to the end of a month thousands of times a second, they need no such care.
Slots and ways differ in nothing but what they promise. Cards differ in what they cost and bring, rooms in their
surcharge, in harmony and in the risk of fire; only the best card in its best room is compared with income as
everything else is, by the evaluation.
"""

from __future__ import annotations

from typing import Annotated

from edokko.players.evaluation import LAST_LAP, burns, evaluate
from edokko.players.greedy import LEAST, greedy_move, move_at
from edokko.players.prospects import beginning_gain, best_length, hire_worth, move_gain, slot_gain
from edokko.players.worth import ONE_IKI, Worths, lap_worth, period_of
from edokko.rules.entry import copy_game
from edokko.rules.fields import Cells, Fields, fields
from edokko.rules.moves import FIRST_HIRE, FIRST_IKIZAMA, FIRST_MOVE, FIRST_PLACE, INCOME
from edokko.rules.referee import legal_moves, play
from edokko.rules.registry import rule
from edokko.rules.resources import has_own_character, is_free
from edokko.rules.scoring import best_counts
from edokko.rules.state import (
    CHARACTERS,
    FIRE_GUARD,
    INCOME_OR_HIRE,
    MON,
    MOVE,
    NAGAYA_ROOMS,
    NOBODY,
    PLACE_HIRED,
    ROOMS,
    START_CARDS,
    WAY_OF_LIFE,
    State,
)
from edokko.rules.tables import GROUPS, Tables
from edokko.rules.turn import hire_price, place_in_row
from edokko.rules.way_of_life import slot_of

ByRoom = Annotated[list[int], Cells("i8", (ROOMS,))]


@fields
class Rooms(Fields):
    """What is known about the rooms when a character is hired or placed, in hundredths of an IKI."""

    __slots__ = ("harmony", "is_burning")

    harmony: ByRoom
    """What a character of the type that was looked at last would add to the seat's harmony."""
    is_burning: ByRoom
    """Whether a fire in its nagaya would take a character of the seat; of free rooms only."""


@rule
def hasty_move(
    tables: Tables,
    worths: list[Worths],
    games: list[State],
    index: int,
    scratch: int,
    legal: list[int],
    inner: list[int],
    rooms: Rooms,
    words: list[int],
) -> int:
    """The move of the deciding seat.

    Args:
        worths, games, index, scratch, legal, inner, words: as :func:`edokko.players.greedy.greedy_move` takes them.
        rooms: scratch.
    """
    phase = games[index].phase
    if phase == WAY_OF_LIFE:
        return best_slot(tables, worths, games[index], legal)
    if phase == MOVE:
        return best_way(tables, worths, games[index], legal)
    if phase == INCOME_OR_HIRE:
        return income_or_hire(tables, worths, games, index, scratch, legal, rooms)
    if phase == PLACE_HIRED:
        state = games[index]
        look_for_fire(worths[period_of(state)], state, rooms)
        return FIRST_PLACE + best_room(tables, worths[period_of(state)], state, 0 + state.pending, mon_of(state), rooms)
    return greedy_move(tables, worths, games, index, scratch, legal, inner, words)


@rule
def best_slot(tables: Tables, worths: list[Worths], state: State, legal: list[int]) -> int:
    """The slot that promises most; the first of equals."""
    count = legal_moves(tables, state, legal)
    chosen = move_at(legal, 0)
    if count == 1:
        return chosen
    seat = state.seat
    now = worths[period_of(state)]
    counts = best_counts(tables, state, seat)
    lap = lap_worth(now, state, seat)
    beginning = beginning_gain(tables, now, state, seat, counts)
    best = LEAST
    for place in range(count):
        slot = move_at(legal, place) - FIRST_IKIZAMA
        value = move_gain(tables, now, state, seat, counts, slot, lap) + slot_gain(tables, now, slot)
        if tables.slot_hires[slot]:
            value += beginning
        if value > best:
            best = value
            chosen = move_at(legal, place)
    return chosen


@rule
def best_way(tables: Tables, worths: list[Worths], state: State, legal: list[int]) -> int:
    """The move that promises most; the shortest of equals."""
    if legal_moves(tables, state, legal) == 1:
        return move_at(legal, 0)
    seat = state.seat
    now = worths[period_of(state)]
    counts = best_counts(tables, state, seat)
    lap = lap_worth(now, state, seat)
    progress = 0 + now.lap_progress_percent if state.month < LAST_LAP else 0
    _, squares = best_length(tables, now, state, seat, counts, slot_of(state, seat), lap, progress)
    return FIRST_MOVE + squares - 1


@rule
def income_or_hire(
    tables: Tables, worths: list[Worths], games: list[State], index: int, scratch: int, legal: list[int], rooms: Rooms
) -> int:
    """Income, or the best hire if it is better."""
    state = games[index]
    count = legal_moves(tables, state, legal)
    if count == 1:
        return move_at(legal, 0)
    seat = state.seat
    now = worths[period_of(state)]
    counts = best_counts(tables, state, seat)
    look_for_fire(now, state, rooms)
    hire = move_at(legal, 1)
    best = LEAST
    best_place = 0
    # Income is the first of the legal moves.
    for number in range(1, count):
        card = move_at(legal, number) - FIRST_HIRE + START_CARDS
        price = hire_price(tables, state, seat, card) - state.row_mon[place_in_row(state, card)]
        room = best_room(tables, now, state, card, mon_of(state) - price, rooms)
        value = hire_worth(tables, now, counts, card, price) + room_worth(tables, now, state, card, room, rooms)
        if value > best:
            best = value
            best_place = FIRST_PLACE + room
            hire = move_at(legal, number)
    copy_game(games, index, scratch)
    play(tables, games[scratch], hire)
    play(tables, games[scratch], best_place)
    value = evaluate(tables, worths, games[scratch], seat)
    copy_game(games, index, scratch)
    play(tables, games[scratch], INCOME)
    return hire if value > evaluate(tables, worths, games[scratch], seat) else INCOME


@rule
def mon_of(state: State) -> int:
    """The mon of the deciding seat."""
    return 0 + state.resources[state.seat][MON]


@rule
def best_room(tables: Tables, worths: Worths, state: State, card: int, mon: int, rooms: Rooms) -> int:
    """The best free room for a character that the deciding seat hires; the first of equals.

    Args:
        worths: of the period.
        mon: what is left for the surcharge.
        rooms: after :func:`look_for_fire`.

    Returns:
        The room, or ``NOBODY`` where no free room can be paid for.
    """
    look_for_harmony(tables, worths, state, 0 + tables.type[card], rooms)
    chosen = NOBODY
    best = LEAST
    for room in range(ROOMS):
        if is_free(tables, state, room) and tables.surcharge[room] <= mon:
            value = room_worth(tables, worths, state, card, room, rooms)
            if value > best:
                best = value
                chosen = room
    return chosen


@rule
def room_worth(tables: Tables, worths: Worths, state: State, card: int, room: int, rooms: Rooms) -> int:
    """What speaks for a room: harmony, less the surcharge and the risk of fire."""
    worth = rooms.harmony[room] - tables.surcharge[room] * worths.one[MON]
    if rooms.is_burning[room]:
        worth -= (worths.character[card][0] + ONE_IKI) * worths.burning_percent // 100
    return worth


@rule
def look_for_fire(worths: Worths, state: State, rooms: Rooms) -> None:
    """Note which free rooms a fire would reach with more than the deciding seat can put out."""
    seat = state.seat
    for room in range(ROOMS):
        rooms.is_burning[room] = 0
        if state.room_card[room] == NOBODY and state.tokens[seat][FIRE_GUARD] == 0:
            left = worths.fire_strength - room % NAGAYA_ROOMS
            if left > state.fire[seat] and burns(state, seat, room, 0 + worths.fire_strength):
                rooms.is_burning[room] = 1


@rule
def look_for_harmony(tables: Tables, worths: Worths, state: State, kind: int, rooms: Rooms) -> None:
    """Note what a character of a type would add to the deciding seat's harmony, by room.

    Each own character counts as many as there are of its type in a group, if there are at least two (RULES 5.2).
    """
    for room in range(ROOMS):
        rooms.harmony[room] = 0
    for group in range(GROUPS):
        alike = 0
        own = 0
        for place in range(NAGAYA_ROOMS):
            room = tables.group_room[group][place]
            if room >= 0 and 0 <= state.room_card[room] < CHARACTERS and tables.type[state.room_card[room]] == kind:
                alike += 1
                if has_own_character(state, room, state.seat):
                    own += 1
        if alike == 0:
            continue
        before = own * alike if alike > 1 else 0
        gain = (own + 1) * (alike + 1) - before
        for place in range(NAGAYA_ROOMS):
            room = tables.group_room[group][place]
            if room >= 0:
                rooms.harmony[room] += gain * worths.harmony
