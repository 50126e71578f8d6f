"""Deals with shops: the simple options, fish, pipes and pouches (RULES 4)."""

from __future__ import annotations

from edokko.rules.engine.registry import rule
from edokko.rules.events import BY_GOOD, BY_SHOP, GOOD_BOUGHT, emit
from edokko.rules.moves import (
    FIRST_FISH,
    FIRST_PAIR,
    FIRST_PIPE,
    FIRST_POUCH,
    FIRST_SHOP,
    KIND_GOODS,
    SHOP_OPTIONS,
    good_kind,
    good_number,
)
from edokko.rules.phases import CHOOSE_TRAINEE, DEALS
from edokko.rules.resources import can_pay, change, gain, own_characters, pay
from edokko.rules.state import ABSENT, FISH, MON, PIPE, POUCH, SEASON_GOODS, State
from edokko.rules.tables import STACK, Tables

SIMPLE_OPTIONS = len(SHOP_OPTIONS)


@rule
def legal_shop(tables: Tables, state: State, legal: list[int], count: int) -> int:
    """Append the deals of the shop on the deciding seat's square, except building; return the new count."""
    seat = state.seat
    square = state.square[seat]
    for place in range(SIMPLE_OPTIONS):
        option = tables.square_option[square][place]
        if option < 0:
            break
        if can_pay(state, seat, tables.option_spend[option]):
            legal[count] = FIRST_SHOP + option
            count += 1
    if square == tables.tobacco_square:
        count = legal_tobacco(tables, state, legal, count)
    if square == tables.fish_square:
        count = legal_fish(tables, state, legal, count)
    return count


@rule
def on_sale(tables: Tables, state: State, good: int, mon: int) -> bool:
    """Check whether a good is on sale for at most that many mon."""
    return state.goods >> good & 1 == 1 and tables.price[good] <= mon


@rule
def legal_tobacco(tables: Tables, state: State, legal: list[int], count: int) -> int:
    """Append the deals of the tobacco shop: a pipe, a pouch, or one of each."""
    mon = state.resources[state.seat][MON]
    for pipe in range(KIND_GOODS):
        if not on_sale(tables, state, good_number(PIPE, pipe), mon):
            continue
        if tables.sells_pipe:
            legal[count] = FIRST_PIPE + pipe
            count += 1
        mon_for_pouch = mon - tables.price[good_number(PIPE, pipe)]
        for pouch in range(KIND_GOODS):
            if tables.sells_pair and on_sale(tables, state, good_number(POUCH, pouch), mon_for_pouch):
                legal[count] = FIRST_PAIR + pipe * KIND_GOODS + pouch
                count += 1
    for pouch in range(KIND_GOODS):
        if tables.sells_pouch and on_sale(tables, state, good_number(POUCH, pouch), mon):
            legal[count] = FIRST_POUCH + pouch
            count += 1
    return count


@rule
def has_fish_of_season(state: State, seat: int, good: int) -> bool:
    """Check whether the seat already has a fish of the same season."""
    first = good // SEASON_GOODS * SEASON_GOODS
    return state.held[seat] >> first & 3 != 0


@rule
def legal_fish(tables: Tables, state: State, legal: list[int], count: int) -> int:
    """Append the fish on sale; a player may have one per season."""
    seat = state.seat
    for fish in range(KIND_GOODS):
        good = good_number(FISH, fish)
        if on_sale(tables, state, good, state.resources[seat][MON]) and not has_fish_of_season(state, seat, good):
            legal[count] = FIRST_FISH + fish
            count += 1
    return count


@rule
def play_shop_option(tables: Tables, state: State, option: int) -> None:
    """Pay and gain the bundles of a simple deal."""
    state.shop_used = 1
    pay(state, state.seat, tables.option_spend[option], BY_SHOP, option)
    gain(tables, state, state.seat, tables.option_gain[option], BY_SHOP, option)


@rule
def buy(tables: Tables, state: State, good: int) -> None:
    """Pay for a good and take it; from a stack, the next one goes on sale at once."""
    seat = state.seat
    state.shop_used = 1
    state.goods &= ~(1 << good)
    state.held[seat] |= 1 << good
    change(state, seat, MON, -tables.price[good], BY_GOOD, good)
    emit(state, GOOD_BOUGHT, seat, good)
    if good_kind(good) == PIPE:
        uncover(state, tables.pipe_stack, good)
    if good_kind(good) == POUCH:
        uncover(state, tables.pouch_stack, good)


@rule
def uncover(state: State, stack: list[int], good: int) -> None:
    """Put the good under a bought one on sale, if it came from a stack (RULES 9)."""
    for place in range(STACK - 1):
        if stack[place] == good and stack[place + 1] >= 0:
            state.goods |= 1 << stack[place + 1]


@rule
def play_fish(tables: Tables, state: State, fish: int) -> None:
    """Buy a fish."""
    buy(tables, state, good_number(FISH, fish))


@rule
def play_tobacco(tables: Tables, state: State, pipe: int, pouch: int) -> None:
    """Buy a pipe, a pouch or both; the seat pays and gains everything before it chooses a trainee (H6).

    Args:
        pipe: its index among the pipes, or ``ABSENT``.
        pouch: its index among the pouches, or ``ABSENT``.
    """
    if pouch >= 0:
        buy(tables, state, good_number(POUCH, pouch))
    if pipe < 0:
        return
    good = good_number(PIPE, pipe)
    buy(tables, state, good)
    gain(tables, state, state.seat, tables.good_gain[good], BY_GOOD, good)
    state.worker = ABSENT
    state.phase = DEALS
    if tables.good_trains[good] and own_characters(state, state.seat) > 0:
        state.phase = CHOOSE_TRAINEE
