"""A turn up to the deals: income or hire, and the move (RULES 3.B.1, 3.B.2)."""

from __future__ import annotations

from edokko.rules.engine.registry import rule
from edokko.rules.events import (
    BY_BUILDING,
    BY_CARD_MON,
    BY_HIRE,
    BY_HIRE_BONUS,
    BY_INCOME,
    BY_LAP,
    BY_MOVE,
    BY_SLOT,
    CARD_TAKEN,
    LAPPED,
    MOVED,
    PLACED,
    TURN_BEGAN,
    emit,
)
from edokko.rules.experience import all_gain_xp
from edokko.rules.moves import FIRST_HIRE, FIRST_MOVE, FIRST_PLACE, INCOME, LONGEST_MOVE, STAY, STEP
from edokko.rules.phases import DEALS, EXTRA_STEP_CHOICE, INCOME_OR_HIRE, MOVE, NEUTRAL_STEP, PLACE_HIRED
from edokko.rules.resources import (
    affordable,
    change,
    cheapest_surcharge,
    free_kobun,
    owns_building,
    pay_surcharge,
    put,
    raise_fire,
)
from edokko.rules.state import (
    ABSENT,
    BUILDINGS,
    EXTRA_STEP,
    HIRE_DISCOUNT,
    MON,
    ROOMS,
    SANDALS,
    SLOTS,
    SQUARES,
    START_CARDS,
    State,
)
from edokko.rules.tables import PER_HIRE_BONUS, Tables
from edokko.rules.way_of_life import slot_of


@rule
def next_turn(tables: Tables, state: State) -> None:
    """Begin the turn of the first slot that is still taken; after the last turn, end the month."""
    for slot in range(SLOTS):
        if state.ikizama[slot] >= 0:
            begin_turn(tables, state, slot)
            return
    state.seat = ABSENT
    state.phase = NEUTRAL_STEP


@rule
def begin_turn(tables: Tables, state: State, slot: int) -> None:
    """Begin a turn: slot 1-4 gains its mon and moves; the others begin with income or a hire."""
    state.seat = state.ikizama[slot]
    emit(state, TURN_BEGAN, state.seat, slot)
    change(state, state.seat, MON, tables.slot_mon[slot], BY_SLOT, slot)
    state.phase = INCOME_OR_HIRE if tables.slot_hires[slot] else MOVE


@rule
def hire_price(tables: Tables, state: State, seat: int, card: int) -> int:
    """Return the price of a character for this seat, without the room's surcharge (RULES 3.B.1)."""
    return max(0, tables.cost[card] - state.tokens[seat][HIRE_DISCOUNT])


@rule
def can_hire(tables: Tables, state: State, seat: int, place: int, surcharge: int) -> bool:
    """Check whether the seat can pay the card at an index of the row, the mon on it included (H15)."""
    mon = state.resources[seat][MON] + state.row_mon[place]
    return mon >= hire_price(tables, state, seat, state.row_card[place]) + surcharge


@rule
def legal_income_or_hire(tables: Tables, state: State, legal: list[int]) -> int:
    """List ``income``, and every character that the seat can pay in at least one room (H15, H16, H17)."""
    legal[0] = INCOME
    count = 1
    seat = state.seat
    surcharge = cheapest_surcharge(tables, state)
    if surcharge < 0 or free_kobun(tables, state, seat) < 1:
        return count
    for place in range(state.row_count):
        legal[count] = FIRST_HIRE + state.row_card[place] - START_CARDS
        count += can_hire(tables, state, seat, place, surcharge)
    return count


@rule
def play_income(tables: Tables, state: State) -> None:
    """Take the income."""
    change(state, state.seat, MON, tables.income, BY_INCOME, -1)
    state.phase = MOVE


@rule
def place_in_row(state: State, card: int) -> int:
    """Return a card's index in the row, or ``ABSENT``."""
    for place in range(state.row_count):
        if state.row_card[place] == card:
            return place
    return ABSENT


@rule
def take_from_row(state: State, card: int) -> int:
    """Remove a card from the row, which closes up; return the mon on it."""
    place = place_in_row(state, card)
    mon = state.row_mon[place]
    state.row_count -= 1
    for after in range(place, state.row_count):
        state.row_card[after] = state.row_card[after + 1]
        state.row_mon[after] = state.row_mon[after + 1]
    state.row_card[state.row_count] = 0
    state.row_mon[state.row_count] = 0
    return mon


@rule
def play_hire(tables: Tables, state: State, card: int) -> None:
    """Take a character and the mon on it and pay its cost; the seat chooses the room next."""
    seat = state.seat
    price = hire_price(tables, state, seat, card)
    emit(state, CARD_TAKEN, seat, card)
    change(state, seat, MON, take_from_row(state, card), BY_CARD_MON, card)
    change(state, seat, MON, -price, BY_HIRE, card)
    state.pending = card
    state.phase = PLACE_HIRED


@rule
def legal_affordable_rooms(tables: Tables, state: State, legal: list[int]) -> int:
    """List the free rooms whose surcharge the deciding seat can pay."""
    seat = state.seat
    count = 0
    for room in range(ROOMS):
        legal[count] = FIRST_PLACE + room
        count += affordable(tables, state, seat, room)
    return count


@rule
def play_place_hired(tables: Tables, state: State, room: int) -> None:
    """Pay the room's surcharge and put the character there; its hire bonus comes at once (H19, H20)."""
    seat = state.seat
    card = state.pending
    pay_surcharge(tables, state, seat, room)
    put(state, room, card, seat)
    emit(state, PLACED, seat, card, room, 0, BY_HIRE)
    state.pending = ABSENT
    if tables.hire_bonus[card] > 0:
        raise_fire(tables, state, seat, tables.hire_bonus[card], BY_HIRE_BONUS, card)
        reward_hire_bonus(tables, state, seat)
    state.phase = MOVE


@rule
def reward_hire_bonus(tables: Tables, state: State, seat: int) -> None:
    """Pay the Fire Watchtower once for a hire with a hire bonus, also at the top of the track (H20)."""
    for building in range(BUILDINGS):
        if tables.effect_per[building] == PER_HIRE_BONUS and owns_building(state, seat, building):
            change(state, seat, tables.effect_resource[building], tables.effect_amount[building], BY_BUILDING, building)


@rule
def free_squares(tables: Tables, state: State, seat: int) -> int:
    """Return the most squares a seat may move on its slot without sandals, the Move +1 token used first."""
    squares = tables.slot_to[slot_of(state, seat)]
    if state.tokens[seat][EXTRA_STEP] > 0:
        squares += 1
    return squares


@rule
def legal_move(tables: Tables, state: State, legal: list[int]) -> int:
    """List every length of move from the slot's minimum to the most that token and sandals allow (H11).

    No game reaches the longest numbered move (the loader of components proves it); a hand-written position may.
    """
    first = tables.slot_from[slot_of(state, state.seat)]
    last = min(free_squares(tables, state, state.seat) + state.resources[state.seat][SANDALS], LONGEST_MOVE)
    for squares in range(first, last + 1):
        legal[squares - first] = FIRST_MOVE + squares - 1
    return last - first + 1


@rule
def play_move(tables: Tables, state: State, squares: int) -> None:
    """Move the oyakata; an Ox Cart that retires on the way offers one more step (H12)."""
    seat = state.seat
    change(state, seat, SANDALS, -max(0, squares - free_squares(tables, state, seat)), BY_MOVE, squares)
    tokens = state.tokens[seat][EXTRA_STEP]
    travel(tables, state, seat, squares)
    state.phase = DEALS
    if state.tokens[seat][EXTRA_STEP] > tokens:
        state.phase = EXTRA_STEP_CHOICE


@rule
def travel(tables: Tables, state: State, seat: int, squares: int) -> None:
    """Walk the street; each crossing of the lap line trains all own characters (H8, H9)."""
    start = state.square[seat]
    square = start
    for _ in range(squares):
        if square == SQUARES:
            square = 0
            emit(state, LAPPED, seat)
            all_gain_xp(tables, state, seat, BY_LAP)
        square += 1
    state.square[seat] = square
    emit(state, MOVED, seat, square, -1, squares, BY_MOVE, start)


@rule
def legal_extra_step(tables: Tables, state: State, legal: list[int]) -> int:
    """List the two choices: stay, or take the extra step."""
    legal[0] = STAY
    legal[1] = STEP
    return 2


@rule
def play_extra_step(tables: Tables, state: State, squares: int) -> None:
    """Take the extra step (1) or not (0)."""
    if squares > 0:
        travel(tables, state, state.seat, squares)
    state.phase = DEALS
