"""A seat's characters by type, on the board and retired, packed into one whole number.

Eight bits for each type. Packing keeps the counts in a register: compiled code allocates nothing.
"""

from __future__ import annotations

from edokko.components.model import TYPES
from edokko.rules.registry import rule
from edokko.rules.resources import has_own_character
from edokko.rules.state import CHARACTERS, JOKER, NOBODY, ROOMS, State
from edokko.rules.tables import Tables

TYPE_COUNT = len(TYPES)
BITS = 8
ONE_COUNT = (1 << BITS) - 1


@rule
def type_counts(tables: Tables, state: State, seat: int) -> int:
    """The packed counts of a seat; a Puppeteer counts as its own type (H35)."""
    counts = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            counts += 1 << BITS * tables.type[state.room_card[room]]
    if state.retired[seat] == 0:
        return counts
    for card in range(CHARACTERS):
        if state.retired[seat] >> card & 1:
            counts += 1 << BITS * tables.type[card]
    return counts


@rule
def count_of(counts: int, kind: int) -> int:
    """One type's count."""
    return counts >> BITS * kind & ONE_COUNT


@rule
def different_types(counts: int) -> int:
    """How many types there are at least one of."""
    found = 0
    for kind in range(TYPE_COUNT):
        if count_of(counts, kind) > 0:
            found += 1
    return found


@rule
def largest_type(counts: int) -> int:
    """The greatest count."""
    largest = 0
    for kind in range(TYPE_COUNT):
        largest = max(largest, count_of(counts, kind))
    return largest


@rule
def retired_joker(tables: Tables, state: State, seat: int) -> int:
    """The retired character that is of any type at the end, or ``NOBODY`` (H46)."""
    if state.tokens[seat][JOKER] > 0:
        for card in range(CHARACTERS):
            if state.retired[seat] >> card & 1 and tables.retires_with[card] == JOKER:
                return card
    return NOBODY


@rule
def with_joker(tables: Tables, counts: int, joker: int, kind: int) -> int:
    """The counts with a joker moved to another type."""
    return counts - (1 << BITS * tables.type[joker]) + (1 << BITS * kind)
