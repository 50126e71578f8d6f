"""The prospects of a turn, in hundredths of an IKI: open deals, reachable squares, income or a hire.

A move by itself yields nothing, so without prospects the evaluation could not compare moves before the deals.
"""

from __future__ import annotations

from edokko.players.evaluation.deals import deals_gain, shop_gain, work_gain
from edokko.players.evaluation.worth import ONE_IKI, Subject, best_training
from edokko.rules.engine.registry import rule
from edokko.rules.phases import DEALS, MOVE, WAY_OF_LIFE
from edokko.rules.resources import cheapest_surcharge, free_kobun
from edokko.rules.state import EXTRA_STEP, FIRE, MON, SANDALS, SLOTS, SQUARES
from edokko.rules.turn import hire_price
from edokko.rules.types import count_of, different_types
from edokko.rules.way_of_life import slot_of

FARTHEST = 8
"""How many lengths of a move are considered."""


@rule
def prospects(subject: Subject, lap: int) -> int:
    """Return the gain that the seat can still expect from its turn of this month.

    Args:
        lap: the worth of a lap to the seat.
    """
    state, seat = subject.state, subject.seat
    if state.seat == seat and state.phase == DEALS:
        return open_deals(subject)
    slot = slot_of(state, seat)
    if slot < 0:
        return 0
    worth = move_gain(subject, slot, lap)
    has_begun = state.seat == seat and state.phase != WAY_OF_LIFE
    if not has_begun:
        worth += slot_gain(subject, slot)
    if subject.tables.slot_hires[slot] and not (has_begun and state.phase == MOVE):
        worth += beginning_gain(subject)
    return worth


@rule
def open_deals(subject: Subject) -> int:
    """Return the gain of the deals that the deciding seat has not made yet."""
    state, seat = subject.state, subject.seat
    square = state.square[seat]
    training = best_training(subject.worths, state, seat)
    worth = 0
    if not state.shop_used:
        worth += shop_gain(subject, square, training)
    if not state.work_used:
        worth += work_gain(subject, square, training)
    return worth


@rule
def move_gain(subject: Subject, slot: int, lap: int) -> int:
    """Return the gain of a slot's best move: the deals at its end, a lap on the way, less the sandals.

    Args:
        lap: the worth of a lap to the seat.
    """
    best, _ = best_length(subject, slot, lap, 0)
    return max(best, 0)


@rule
def best_length(subject: Subject, slot: int, lap: int, progress_percent: int) -> tuple[int, int]:
    """Return the best move of a slot.

    Args:
        lap: the worth of a lap to the seat.
        progress_percent: the percentage of it that progress towards the lap line is worth.

    Returns:
        The gain of the move and its length in squares; of equals, the shortest.
    """
    tables, worths, state, seat, _ = subject
    training = best_training(worths, state, seat)
    here = state.square[seat]
    first = tables.slot_from[slot]
    free = tables.slot_to[slot]
    if state.tokens[seat][EXTRA_STEP] > 0:
        free += 1
    last = min(free + state.resources[seat][SANDALS], first + FARTHEST - 1)
    best = -ONE_IKI * FARTHEST
    length = first
    for squares in range(first, last + 1):
        square = square_after(here, squares)
        gain = deals_gain(subject, square, training)
        gain += (here + squares - 1) // SQUARES * lap
        gain -= max(0, squares - free) * worths.unit[SANDALS]
        gain += lap * square * progress_percent // (100 * SQUARES)
        if squares == first or gain > best:
            best = gain
            length = squares
    return best, length


@rule
def square_after(square: int, squares: int) -> int:
    """Return the square on which a move of some length ends."""
    return (square + squares - 1) % SQUARES + 1


@rule
def slot_gain(subject: Subject, slot: int) -> int:
    """Return the worth of a slot of the way of life itself: its mon, and its place in the order."""
    worths = subject.worths
    return subject.tables.slot_mon[slot] * worths.unit[MON] + worths.earlier_slot * (SLOTS - slot)


@rule
def beginning_gain(subject: Subject) -> int:
    """Return the gain of income or of the best hire, discounted because an opponent may hire that character first."""
    worths = subject.worths
    return max(subject.tables.income * worths.unit[MON], hire_gain(subject) * worths.uncertain_hire_percent // 100)


@rule
def hire_gain(subject: Subject) -> int:
    """Return the gain of the best affordable character of the row, less its price."""
    tables, state, seat = subject.tables, subject.state, subject.seat
    surcharge = cheapest_surcharge(tables, state)
    if surcharge < 0 or free_kobun(tables, state, seat) < 1:
        return 0
    best = 0
    for place in range(state.row_count):
        card = state.row_card[place]
        price = hire_price(tables, state, seat, card) + surcharge - state.row_mon[place]
        if state.resources[seat][MON] < price:
            continue
        best = max(best, hire_worth(subject, card, price))
    return best


@rule
def hire_worth(subject: Subject, card: int, price: int) -> int:
    """Return the worth of hiring a character at a price in mon, without what depends on the room."""
    tables, worths, counts = subject.tables, subject.worths, subject.counts
    worth = worths.character[card][0] - price * worths.unit[MON] - worths.kobun
    worth += tables.hire_bonus[card] * worths.unit[FIRE]
    if count_of(counts, tables.type[card]) == 0:
        different = different_types(counts)
        worth += ONE_IKI * (tables.types_iki[different + 1] - tables.types_iki[different])
    return worth
