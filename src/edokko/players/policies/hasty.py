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
from edokko.players.evaluation.worth import ONE_IKI, Subject, lap_worth, period_of
from edokko.players.policies.desk import Desk
from edokko.players.policies.greedy import LOWEST, greedy_move
from edokko.rules.engine.entry import copy_game
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import rule
from edokko.rules.moves import FIRST_HIRE, FIRST_IKIZAMA, FIRST_MOVE, FIRST_PLACE, INCOME
from edokko.rules.phases import INCOME_OR_HIRE, MOVE, PLACE_HIRED, WAY_OF_LIFE
from edokko.rules.referee import legal_moves, play
from edokko.rules.resources import has_own_character, is_free
from edokko.rules.scoring import best_counts
from edokko.rules.state import ABSENT, CHARACTERS, FIRE_GUARD, MON, NAGAYA_ROOMS, ROOMS, START_CARDS
from edokko.rules.tables import GROUPS
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
def hasty_move(desk: Desk, index: int, rooms: RoomValues) -> int:
    """Return the policy's move for the deciding seat.

    Args:
        desk: as for :func:`edokko.players.policies.greedy.greedy_move`.
    """
    phase = desk.games[index].phase
    if phase in (WAY_OF_LIFE, MOVE, INCOME_OR_HIRE, PLACE_HIRED):
        return heuristic_move(desk, index, desk.games[index].seat, rooms)
    return greedy_move(desk, index)


@rule
def heuristic_move(desk: Desk, index: int, seat: int, rooms: RoomValues) -> int:
    """Return the move of the deciding seat in one of the four phases that have heuristics."""
    tables, state = desk.tables[0], desk.games[index]
    subject = Subject(tables, desk.worths[period_of(state)], state, seat, best_counts(tables, state, seat))
    if state.phase == WAY_OF_LIFE:
        return best_slot(desk, subject)
    if state.phase == MOVE:
        return best_move_length(desk, subject)
    mark_fire_risk(subject, rooms)
    if state.phase == INCOME_OR_HIRE:
        return income_or_hire(desk, index, subject, rooms)
    return FIRST_PLACE + best_room(subject, state.pending, state.resources[seat][MON], rooms)


@rule
def best_slot(desk: Desk, subject: Subject) -> int:
    """Return the slot with the best prospects; of equals, the first."""
    state, legal = subject.state, desk.legal
    count = legal_moves(subject.tables, state, legal)
    chosen = legal[0]
    if count == 1:
        return chosen
    lap = lap_worth(subject.worths, state, subject.seat)
    beginning = beginning_gain(subject)
    best = LOWEST
    for place in range(count):
        slot = legal[place] - FIRST_IKIZAMA
        value = move_gain(subject, slot, lap) + slot_gain(subject, slot)
        if subject.tables.slot_hires[slot]:
            value += beginning
        if value > best:
            best = value
            chosen = legal[place]
    return chosen


@rule
def best_move_length(desk: Desk, subject: Subject) -> int:
    """Return the move with the best prospects; of equals, the shortest."""
    tables, worths, state, seat, _ = subject
    if legal_moves(tables, state, desk.legal) == 1:
        return desk.legal[0]
    progress = worths.lap_progress_percent if state.month < LAST_LAP else 0
    _, squares = best_length(subject, slot_of(state, seat), lap_worth(worths, state, seat), progress)
    return FIRST_MOVE + squares - 1


@rule
def income_or_hire(desk: Desk, index: int, subject: Subject, rooms: RoomValues) -> int:
    """Return the best hire if the evaluation prefers it to income, else income.

    Args:
        rooms: the result of :func:`mark_fire_risk`.
    """
    games, legal, spare = desk.games, desk.legal, desk.spare
    tables, _, state, seat, _ = subject
    count = legal_moves(tables, state, legal)
    if count == 1:
        return legal[0]
    hire = legal[1]
    best = LOWEST
    best_place = 0
    # Income is the first of the legal moves.
    for number in range(1, count):
        card = legal[number] - FIRST_HIRE + START_CARDS
        price = hire_price(tables, state, seat, card) - state.row_mon[place_in_row(state, card)]
        room = best_room(subject, card, state.resources[seat][MON] - price, rooms)
        value = hire_worth(subject, card, price) + room_worth(subject, card, room, rooms)
        if value > best:
            best = value
            best_place = FIRST_PLACE + room
            hire = legal[number]
    copy_game(games, index, spare)
    play(tables, games[spare], hire)
    play(tables, games[spare], best_place)
    value = evaluate(tables, desk.worths, games[spare], seat)
    copy_game(games, index, spare)
    play(tables, games[spare], INCOME)
    return hire if value > evaluate(tables, desk.worths, games[spare], seat) else INCOME


@rule
def best_room(subject: Subject, card: int, mon: int, rooms: RoomValues) -> int:
    """Return the best free room for a character that the deciding seat hires; of equals, the first.

    Args:
        mon: the mon available for the surcharge.
        rooms: the result of :func:`mark_fire_risk`.

    Returns:
        The room, or ``ABSENT`` if the seat cannot pay for any free room.
    """
    tables = subject.tables
    add_up_harmony(subject, tables.type[card], rooms)
    chosen = ABSENT
    best = LOWEST
    for room in range(ROOMS):
        if is_free(tables, subject.state, room) and tables.surcharge[room] <= mon:
            value = room_worth(subject, card, room, rooms)
            if value > best:
                best = value
                chosen = room
    return chosen


@rule
def room_worth(subject: Subject, card: int, room: int, rooms: RoomValues) -> int:
    """Return the worth of a room for a card: harmony, less the surcharge and the risk of fire."""
    worths = subject.worths
    worth = rooms.harmony[room] - subject.tables.surcharge[room] * worths.unit[MON]
    if rooms.is_burning[room]:
        worth -= (worths.character[card][0] + ONE_IKI) * worths.burning_percent // 100
    return worth


@rule
def mark_fire_risk(subject: Subject, rooms: RoomValues) -> None:
    """Mark the free rooms that the next fire would reach with more strength than the deciding seat can put out."""
    state, seat, strength = subject.state, subject.seat, subject.worths.fire_strength
    for room in range(ROOMS):
        rooms.is_burning[room] = 0
        if state.room_card[room] == ABSENT and state.tokens[seat][FIRE_GUARD] == 0:
            left = strength - room % NAGAYA_ROOMS
            if left > state.fire[seat] and burns(state, seat, room, strength):
                rooms.is_burning[room] = 1


@rule
def add_up_harmony(subject: Subject, kind: int, rooms: RoomValues) -> None:
    """Write, for each room, the worth of the harmony that a character of a type would add there.

    Each character of the seat scores the number of characters of its type in the group, if at least two (RULES 5.2).
    """
    tables, worths, state, seat, _ = subject
    for room in range(ROOMS):
        rooms.harmony[room] = 0
    for group in range(GROUPS):
        alike = 0
        own = 0
        for place in range(NAGAYA_ROOMS):
            room = tables.group_room[group][place]
            if room >= 0 and 0 <= state.room_card[room] < CHARACTERS and tables.type[state.room_card[room]] == kind:
                alike += 1
                if has_own_character(state, room, seat):
                    own += 1
        if alike == 0:
            continue
        before = own * alike if alike > 1 else 0
        gain = (own + 1) * (alike + 1) - before
        for place in range(NAGAYA_ROOMS):
            room = tables.group_room[group][place]
            if room >= 0:
                rooms.harmony[room] += gain * worths.harmony
