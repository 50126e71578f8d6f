"""The prospects of a turn, in hundredths of an IKI: open deals, reachable squares, income or a hire.

A move by itself yields nothing, so without prospects the evaluation could not compare moves before the deals.
"""

from __future__ import annotations

from edokko.players.evaluation.worth import ONE_IKI, Subject, best_training
from edokko.rules.building import building_price
from edokko.rules.engine.registry import rule
from edokko.rules.moves import FISH_GOODS, KIND_GOODS, PIPE_GOODS, good_number
from edokko.rules.phases import DEALS, MOVE, WAY_OF_LIFE
from edokko.rules.resources import can_pay, cheapest_surcharge, free_kobun, has_character
from edokko.rules.scoring import counted_amount, pouches_value
from edokko.rules.shops import SIMPLE_OPTIONS, has_fish_of_season, on_sale
from edokko.rules.state import (
    ABSENT,
    BUILDINGS,
    BUILDS,
    EXTRA_STEP,
    FIRE,
    FISH,
    MON,
    PIPE,
    POUCH,
    RESOURCE_COUNT,
    SANDALS,
    SLOTS,
    SQUARES,
    TRAINS,
)
from edokko.rules.tables import SQUARE_ROOMS
from edokko.rules.turn import hire_price
from edokko.rules.types import count_of, different_types
from edokko.rules.way_of_life import slot_of

FARTHEST = 8
"""How many lengths of a move are considered."""


@rule
def prospects(subject: Subject, lap: int) -> int:
    """Return the gain that the seat can still expect from its turn of this month."""
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
    """Return the gain of a slot's best move: the deals at its end, a lap on the way, less the sandals."""
    best, _ = best_length(subject, slot, lap, 0)
    return max(best, 0)


@rule
def best_length(subject: Subject, slot: int, lap: int, progress_percent: int) -> tuple[int, int]:
    """Return the best move of a slot.

    Args:
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


# --- the deals that a seat can make at a square: with its shop and its characters


@rule
def deals_gain(subject: Subject, square: int, training: int) -> int:
    """Return the gain of both deals of a turn at a square.

    Args:
        training: the worth of one XP for the seat's character that gains most from it.
    """
    return shop_gain(subject, square, training) + work_gain(subject, square, training)


@rule
def shop_gain(subject: Subject, square: int, training: int) -> int:
    """Return the gain of the best deal with the shop of a square."""
    tables, worths, state, seat, _ = subject
    best = 0
    for option in range(SIMPLE_OPTIONS):
        if tables.option_square[option] == square and can_pay(state, seat, tables.option_spend[option]):
            best = max(best, worths.option[option])
    if square == tables.fish_square:
        best = max(best, fish_gain(subject))
    if square == tables.tobacco_square:
        best = max(best, tobacco_gain(subject, training))
    if square == tables.build_square:
        best = max(best, building_gain(subject, ABSENT))
    return best


@rule
def work_gain(subject: Subject, square: int, training: int) -> int:
    """Return the gain of the best deal with a character behind a square."""
    tables, worths, state, seat, _ = subject
    best = 0
    for place in range(SQUARE_ROOMS):
        room = tables.square_room[square][place]
        if room < 0:
            break
        if not has_character(state, room) or not can_pay(state, seat, tables.spend[state.room_card[room]]):
            continue
        card = state.room_card[room]
        gain = worths.work[card]
        if tables.operation[card] == TRAINS:
            gain += training
        elif tables.operation[card] == BUILDS:
            gain += building_gain(subject, card)
        if state.room_owner[room] >= 0 and state.room_owner[room] != seat:
            gain -= worths.xp_for_an_opponent
        best = max(best, gain)
    return best


@rule
def fish_gain(subject: Subject) -> int:
    """Return the gain of the best fish on sale, less its price."""
    tables, worths, state, seat, _ = subject
    owned = 0
    held = state.held[seat] & FISH_GOODS
    while held:
        owned += 1
        held &= held - 1
    best = 0
    for index in range(KIND_GOODS):
        good = good_number(FISH, index)
        if not on_sale(tables, state, good, state.resources[seat][MON]) or has_fish_of_season(state, seat, good):
            continue
        points = tables.fish_iki[owned + 1] - tables.fish_iki[owned] + tables.bonus[good]
        best = max(best, ONE_IKI * points + worths.good[good])
    return best


@rule
def tobacco_gain(subject: Subject, training: int) -> int:
    """Return the gain of the best pouch, the best pipe, or both, less their prices."""
    tables, worths, state, seat, counts = subject
    mon = state.resources[seat][MON]
    has_pipe = state.held[seat] & PIPE_GOODS != 0
    doubled = 0 if has_pipe else ONE_IKI * pouches_value(tables, state, seat, counts)
    best_pouch = 0
    best_pipe = 0
    price = 0
    for index in range(KIND_GOODS):
        good = good_number(POUCH, index)
        if on_sale(tables, state, good, mon):
            points = pouch_points(subject, good) * (2 if has_pipe else 1)
            gain = ONE_IKI * points + worths.good[good]
            if gain > best_pouch:
                best_pouch = gain
                price = tables.price[good]
    for index in range(KIND_GOODS):
        good = good_number(PIPE, index)
        if on_sale(tables, state, good, mon):
            gain = doubled + worths.good[good]
            if tables.good_trains[good]:
                gain += training
            if gain > best_pipe:
                best_pipe = gain
                if price + tables.price[good] <= mon and tables.sells_pair:
                    best_pipe += best_pouch
    return max(best_pouch, best_pipe)


@rule
def pouch_points(subject: Subject, good: int) -> int:
    """Return the points of a pouch without a pipe, in IKI, in the current position."""
    tables, _, state, seat, counts = subject
    points = tables.good_score[good]
    if tables.good_counts[good] >= 0:
        counted = counted_amount(tables, state, seat, counts, tables.good_counts[good])
        points += min(counted // tables.good_every[good] * tables.good_iki[good], tables.good_max[good])
    return points


@rule
def building_gain(subject: Subject, worker: int) -> int:
    """Return the gain of the best affordable building, less its cost and the kobun that it binds.

    Args:
        worker: the character that builds, or ``ABSENT`` at the construction site.
    """
    tables, worths, state, seat, counts = subject
    surcharge = cheapest_surcharge(tables, state)
    if surcharge < 0 or free_kobun(tables, state, seat) < 1:
        return 0
    best = 0
    for building in range(BUILDINGS):
        if state.offer >> building & 1 == 0:
            continue
        if not can_afford_building(subject, building, worker, surcharge):
            continue
        gain = worths.building[building]
        if tables.building_counts[building] >= 0:
            counted = counted_amount(tables, state, seat, counts, tables.building_counts[building])
            points = counted // tables.building_every[building] * tables.building_iki[building]
            gain += ONE_IKI * min(points, tables.building_max[building])
        if worker >= 0:
            gain += worths.discount[worker]
        best = max(best, gain)
    return best


@rule
def can_afford_building(subject: Subject, building: int, worker: int, surcharge: int) -> bool:
    """Check whether a seat can pay for a building, also outside its own turn."""
    tables, state, seat = subject.tables, subject.state, subject.seat
    for resource in range(RESOURCE_COUNT):
        price = building_price(tables, state, building, resource, worker)
        if resource == MON:
            price += surcharge
        if state.resources[seat][resource] < price:
            return False
    return True
