"""The score sheet and the ranking (RULES 8)."""

from __future__ import annotations

from edokko.rules.engine.bits import first_of
from edokko.rules.engine.registry import rule
from edokko.rules.moves import FISH_GOODS, PIPE_GOODS, POUCH_GOODS
from edokko.rules.state import (
    ABSENT,
    BUNDLE,
    FIRE,
    FIRST_BUILDING,
    IKI,
    KOBAN,
    MON,
    ROOMS,
    WOOD,
    State,
)
from edokko.rules.tables import COUNTS_FISH_VALUE, COUNTS_LARGEST_TYPE, COUNTS_TYPES, Tables
from edokko.rules.types import TYPE_COUNT, different_types, largest_type, retired_joker, type_counts, with_joker

TRACK, TYPES_LINE, FISH_LINE, POUCHES, BUILDINGS_LINE, KOBAN_LINE, WOOD_LINE, MON_LINE = range(8)
LINES = ("track", "types", "fish", "pouches", "buildings", "koban", "wood", "mon")
"""The lines of the score sheet, in order; they add up to the score."""
LINE_COUNT = len(LINES)


@rule
def score(tables: Tables, state: State, seat: int, lines: list[int]) -> int:
    """Fill in a seat's score sheet.

    Args:
        lines: the output list of the eight lines.

    Returns:
        Their sum.
    """
    counts = best_counts(tables, state, seat)
    has = state.resources[seat]
    lines[TRACK] = has[IKI]
    lines[TYPES_LINE] = tables.types_iki[different_types(counts)]
    lines[FISH_LINE] = fish_value(tables, state, seat)
    lines[POUCHES] = pouches_value(tables, state, seat, counts)
    lines[BUILDINGS_LINE] = buildings_value(tables, state, seat, counts)
    lines[KOBAN_LINE] = has[KOBAN] * tables.koban_iki
    lines[WOOD_LINE] = has[WOOD] * tables.wood_iki
    lines[MON_LINE] = has[MON] // tables.mon_per_iki
    total = 0
    for line in range(LINE_COUNT):
        total += lines[line]
    return total


@rule
def best_counts(tables: Tables, state: State, seat: int) -> int:
    """Return a seat's packed type counts for scoring; a retired Puppeteer takes the type that scores most (H46).

    Ties go to the choice with the higher types line.
    """
    counts = type_counts(tables, state, seat)
    joker = retired_joker(tables, state, seat)
    if joker < 0:
        return counts
    best = counts
    best_total = ABSENT
    for kind in range(TYPE_COUNT):
        choice = with_joker(tables, counts, joker, kind)
        line = tables.types_iki[different_types(choice)]
        total = line + pouches_value(tables, state, seat, choice) + buildings_value(tables, state, seat, choice)
        if total > best_total or (total == best_total and line > tables.types_iki[different_types(best)]):
            best = choice
            best_total = total
    return best


@rule
def fish_value(tables: Tables, state: State, seat: int) -> int:
    """Return the IKI of a seat's fish: the set and the bonus of each fish."""
    fish = 0
    bonus = 0
    held = state.held[seat] & FISH_GOODS
    while held:
        fish += 1
        bonus += tables.bonus[first_of(held)]
        held &= held - 1
    return tables.fish_iki[fish] + bonus


@rule
def pouches_value(tables: Tables, state: State, seat: int, counts: int) -> int:
    """Return the IKI of a seat's pouches, doubled with at least one pipe."""
    value = 0
    pouches = state.held[seat] & POUCH_GOODS
    while pouches:
        good = first_of(pouches)
        value += tables.good_score[good]
        if tables.good_counts[good] >= 0:
            counted = counted_amount(tables, state, seat, counts, tables.good_counts[good])
            value += min(counted // tables.good_every[good] * tables.good_iki[good], tables.good_max[good])
        pouches &= pouches - 1
    return value * 2 if state.held[seat] & PIPE_GOODS else value


@rule
def buildings_value(tables: Tables, state: State, seat: int, counts: int) -> int:
    """Return the IKI of a seat's buildings, fixed and variable."""
    value = 0
    for room in range(ROOMS):
        building = state.room_card[room] - FIRST_BUILDING
        if building < 0 or state.room_owner[room] != seat:
            continue
        value += tables.building_score[building]
        if tables.building_counts[building] >= 0:
            counted = counted_amount(tables, state, seat, counts, tables.building_counts[building])
            iki = counted // tables.building_every[building] * tables.building_iki[building]
            value += min(iki, tables.building_max[building])
    return value


@rule
def counted_amount(tables: Tables, state: State, seat: int, counts: int, counted: int) -> int:
    """Return the amount that a variable pouch or building counts."""
    if counted == COUNTS_TYPES:
        return different_types(counts)
    if counted == COUNTS_LARGEST_TYPE:
        return largest_type(counts)
    if counted == COUNTS_FISH_VALUE:
        return fish_value(tables, state, seat)
    if counted == FIRE:
        return state.fire[seat]
    return state.resources[seat][counted % BUNDLE]


@rule
def rank(tables: Tables, state: State, totals: list[int], ranking: list[int]) -> None:
    """Rank the seats by score; the fire order (F, then the upper marker) breaks ties (H49).

    Args:
        totals: each seat's score.
        ranking: the output list of seats, first to last.
    """
    for place in range(tables.players):
        seat = state.fire_order[place]
        position = place
        while position > 0 and totals[ranking[position - 1]] < totals[seat]:
            ranking[position] = ranking[position - 1]
            position -= 1
        ranking[position] = seat
