"""The gain of the deals that a seat can make at a square, in hundredths of an IKI: with its shop and its characters."""

from __future__ import annotations

from edokko.players.evaluation.worth import ONE_IKI, Subject
from edokko.rules.building import building_price
from edokko.rules.engine.registry import rule
from edokko.rules.moves import FISH_GOODS, KIND_GOODS, PIPE_GOODS, good_number
from edokko.rules.resources import can_pay, cheapest_surcharge, free_kobun, has_character
from edokko.rules.scoring import counted_amount, pouches_value
from edokko.rules.shops import SIMPLE_OPTIONS, has_fish_of_season, on_sale
from edokko.rules.state import ABSENT, BUILDINGS, BUILDS, FISH, MON, PIPE, POUCH, RESOURCE_COUNT, TRAINS
from edokko.rules.tables import SQUARE_ROOMS


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
