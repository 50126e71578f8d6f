"""The number of a seat's characters of each type, on the board and retired, packed into one integer.

Each type takes eight bits. Packed counts fit into a register, so compiled code allocates nothing.
"""

from __future__ import annotations

from edokko.components.model import TYPES
from edokko.rules.engine.bits import first_of
from edokko.rules.engine.registry import rule
from edokko.rules.resources import has_own_character
from edokko.rules.state import ABSENT, JOKER, ROOMS, State
from edokko.rules.tables import Tables

TYPE_COUNT = len(TYPES)
BITS = 8
ONE_COUNT = (1 << BITS) - 1
"""The mask of one type's count."""


@rule
def type_counts(tables: Tables, state: State, seat: int) -> int:
    """Return the packed counts of a seat; a Puppeteer counts as its own type (H35)."""
    counts = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            counts += 1 << BITS * tables.type[state.room_card[room]]
    retired = state.retired[seat]
    while retired:
        counts += 1 << BITS * tables.type[first_of(retired)]
        retired &= retired - 1
    return counts


@rule
def count_of(counts: int, kind: int) -> int:
    """Return one type's count."""
    return counts >> BITS * kind & ONE_COUNT


@rule
def different_types(counts: int) -> int:
    """Count the types with at least one character."""
    number = 0
    for kind in range(TYPE_COUNT):
        if count_of(counts, kind) > 0:
            number += 1
    return number


@rule
def largest_type(counts: int) -> int:
    """Return the largest count of any type."""
    largest = 0
    for kind in range(TYPE_COUNT):
        largest = max(largest, count_of(counts, kind))
    return largest


@rule
def retired_joker(tables: Tables, state: State, seat: int) -> int:
    """Return the retired character that counts as any type at the end, or ``ABSENT`` (H46)."""
    if state.tokens[seat][JOKER] > 0:
        retired = state.retired[seat]
        while retired:
            if tables.retires_with[first_of(retired)] == JOKER:
                return first_of(retired)
            retired &= retired - 1
    return ABSENT


@rule
def with_joker(tables: Tables, counts: int, joker: int, kind: int) -> int:
    """Return the packed counts with a joker moved to another type."""
    return counts - (1 << BITS * tables.type[joker]) + (1 << BITS * kind)
