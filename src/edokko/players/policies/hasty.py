"""Hasty: the playout policy of the search. It makes deals greedily, but picks slots, hires and moves by heuristics.

The greedy player evaluates the whole position after every card in every room, every slot and every length of a move.
That is too slow for playouts, which run thousands of times a second. Here slots and moves are compared by their
prospects alone: cards by cost and income, rooms by surcharge, harmony and risk of fire. Only the best card in its
best room is compared with income by the full evaluation.
"""

from __future__ import annotations

from typing import Annotated

from edokko.players.evaluation.prospects import beginning_gain, best_length, hire_worth, move_gain, slot_gain
from edokko.players.evaluation.seat import LAST_LAP, burns, evaluate
from edokko.players.evaluation.worth import ONE_IKI, Worths, lap_worth, period_of
from edokko.players.policies.greedy import LOWEST, greedy_move, move_at
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import rule
from edokko.rules.moves import FIRST_HIRE, FIRST_IKIZAMA, FIRST_MOVE, FIRST_PLACE, INCOME
from edokko.rules.phases import INCOME_OR_HIRE, MOVE, PLACE_HIRED, WAY_OF_LIFE
from edokko.rules.referee import legal_moves, play
from edokko.rules.resources import has_own_character, is_free
from edokko.rules.scoring import best_counts
from edokko.rules.state import CHARACTERS, FIRE_GUARD, MON, NAGAYA_ROOMS, NOBODY, ROOMS, START_CARDS, State
from edokko.rules.tables import GROUPS, Tables
from edokko.rules.turn import hire_price, place_in_row
from edokko.rules.way_of_life import slot_of

ByRoom = Annotated[list[int], Cells("i8", (ROOMS,))]


@fields
class RoomValues(Fields):
    """What distinguishes the rooms when a character is hired or placed."""

    harmony: ByRoom
    """The worth of the harmony that a character of the given type adds, in hundredths of an IKI."""
    is_burning: ByRoom
    """Whether a fire in the nagaya would take a character of the seat; set for free rooms only."""


@rule
def hasty_move(
    tables: Tables,
    worths: list[Worths],
    games: list[State],
    index: int,
    scratch: int,
    legal: list[int],
    inner: list[int],
    rooms: RoomValues,
    words: list[int],
) -> int:
    """Return the policy's move for the deciding seat.

    Args:
        worths, games, index, scratch, legal, inner, words: as for :func:`edokko.players.policies.greedy.greedy_move`.
        rooms: scratch.
    """
    phase = games[index].phase
    if phase == WAY_OF_LIFE:
        return best_slot(tables, worths, games[index], legal)
    if phase == MOVE:
        return best_move_length(tables, worths, games[index], legal)
    if phase == INCOME_OR_HIRE:
        return income_or_hire(tables, worths, games, index, scratch, legal, rooms)
    if phase == PLACE_HIRED:
        state = games[index]
        mark_fire_risk(worths[period_of(state)], state, rooms)
        return FIRST_PLACE + best_room(tables, worths[period_of(state)], state, 0 + state.pending, mon_of(state), rooms)
    return greedy_move(tables, worths, games, index, scratch, legal, inner, words)


@rule
def best_slot(tables: Tables, worths: list[Worths], state: State, legal: list[int]) -> int:
    """Return the slot with the best prospects; of equals, the first."""
    count = legal_moves(tables, state, legal)
    chosen = move_at(legal, 0)
    if count == 1:
        return chosen
    seat = state.seat
    now = worths[period_of(state)]
    counts = best_counts(tables, state, seat)
    lap = lap_worth(now, state, seat)
    beginning = beginning_gain(tables, now, state, seat, counts)
    best = LOWEST
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
def best_move_length(tables: Tables, worths: list[Worths], state: State, legal: list[int]) -> int:
    """Return the move with the best prospects; of equals, the shortest."""
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
    tables: Tables,
    worths: list[Worths],
    games: list[State],
    index: int,
    scratch: int,
    legal: list[int],
    rooms: RoomValues,
) -> int:
    """Return the best hire if the evaluation prefers it to income, else income."""
    state = games[index]
    count = legal_moves(tables, state, legal)
    if count == 1:
        return move_at(legal, 0)
    seat = state.seat
    now = worths[period_of(state)]
    counts = best_counts(tables, state, seat)
    mark_fire_risk(now, state, rooms)
    hire = move_at(legal, 1)
    best = LOWEST
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
    """Return the mon of the deciding seat."""
    return 0 + state.resources[state.seat][MON]


@rule
def best_room(tables: Tables, worths: Worths, state: State, card: int, mon: int, rooms: RoomValues) -> int:
    """Return the best free room for a character that the deciding seat hires; of equals, the first.

    Args:
        worths: the worths of the current period.
        mon: the mon available for the surcharge.
        rooms: the result of :func:`mark_fire_risk`.

    Returns:
        The room, or ``NOBODY`` if the seat cannot pay for any free room.
    """
    add_up_harmony(tables, worths, state, 0 + tables.type[card], rooms)
    chosen = NOBODY
    best = LOWEST
    for room in range(ROOMS):
        if is_free(tables, state, room) and tables.surcharge[room] <= mon:
            value = room_worth(tables, worths, state, card, room, rooms)
            if value > best:
                best = value
                chosen = room
    return chosen


@rule
def room_worth(tables: Tables, worths: Worths, state: State, card: int, room: int, rooms: RoomValues) -> int:
    """Return the worth of a room for a card: harmony, less the surcharge and the risk of fire."""
    worth = rooms.harmony[room] - tables.surcharge[room] * worths.unit[MON]
    if rooms.is_burning[room]:
        worth -= (worths.character[card][0] + ONE_IKI) * worths.burning_percent // 100
    return worth


@rule
def mark_fire_risk(worths: Worths, state: State, rooms: RoomValues) -> None:
    """Mark the free rooms that the next fire would reach with more strength than the deciding seat can put out."""
    seat = state.seat
    for room in range(ROOMS):
        rooms.is_burning[room] = 0
        if state.room_card[room] == NOBODY and state.tokens[seat][FIRE_GUARD] == 0:
            left = worths.fire_strength - room % NAGAYA_ROOMS
            if left > state.fire[seat] and burns(state, seat, room, 0 + worths.fire_strength):
                rooms.is_burning[room] = 1


@rule
def add_up_harmony(tables: Tables, worths: Worths, state: State, kind: int, rooms: RoomValues) -> None:
    """Write, for each room, the worth of the harmony that a character of a type would add there.

    Each character of the seat scores the number of characters of its type in the group, if at least two (RULES 5.2).
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
