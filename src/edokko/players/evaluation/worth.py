"""Lookup tables of the evaluation, in hundredths of an IKI: worths of resources by month, of characters by salary.

These are heuristics, not rules. :mod:`edokko.players.evaluation.appraisal` computes them once from the weights and the
components, and the evaluation only looks them up. They are integers, so that both engines agree exactly.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from edokko.components.model import TOKENS
from edokko.rules.engine.fields import Cells, Fields, fields
from edokko.rules.engine.registry import rule
from edokko.rules.moves import SHOP_OPTIONS
from edokko.rules.phases import NEXT_TO_FEED, STARVE
from edokko.rules.resources import has_own_character
from edokko.rules.state import BUILDINGS, BUNDLE, CHARACTERS, GOODS, NEW_YEAR, ROOMS, State
from edokko.rules.tables import MOST_SALARIES, Tables

ONE_IKI = 100
PERIODS = 2 * (NEW_YEAR + 1)
"""The number of periods: two for each month, before and after its payday's salaries are paid."""

Worth = Annotated[int, Cells("i4")]
ByXp = Annotated[list[list[int]], Cells("i4", (CHARACTERS, MOST_SALARIES + 1))]
ByCharacter = Annotated[list[int], Cells("i4", (CHARACTERS,))]
ByBuilding = Annotated[list[int], Cells("i4", (BUILDINGS,))]


@fields
class Worths(Fields):
    """The worths in one period."""

    unit: Annotated[list[int], Cells("i4", (BUNDLE,))]
    """One unit of each resource, and one step of F."""
    kobun: Worth
    """A free kobun."""
    token: Annotated[list[int], Cells("i4", (len(TOKENS),))]
    """A token in hand, by kind; 0 for the joker, which the score sheet counts."""
    character: ByXp
    """A character by XP: its future salaries, less the rice that it eats, and its share of a retirement token."""
    training: ByXp
    """One more XP for such a character."""
    retired: ByCharacter
    """The future salaries of a retired character."""
    work: ByCharacter
    """A deal with a character, without the worth of training or building."""
    discount: ByCharacter
    """The discount on a building that the character grants."""
    option: Annotated[list[int], Cells("i4", (len(SHOP_OPTIONS),))]
    """A simple deal with a shop."""
    good: Annotated[list[int], Cells("i4", (GOODS,))]
    """The immediate gain of a good, less its price, without its points."""
    effect: ByBuilding
    """The expected income of a building's effect until the end of the game."""
    building: ByBuilding
    """A building: its effect and fixed points, less its cost and the kobun that it binds."""
    harmony: Worth
    """One IKI of today's harmony, summed over the future paydays."""
    hunger: Worth
    """The cost of each rice that is missing for the next payday."""
    fire_strength: Worth
    """The strength of the next fire, or 0."""
    burning_percent: Worth
    firefighting_place: Worth
    lap_progress_percent: Worth
    xp_for_an_opponent: Worth
    earlier_slot: Worth
    uncertain_hire_percent: Worth


@rule
def period_of(state: State) -> int:
    """Return the period of a position."""
    if state.phase == STARVE or state.phase == NEXT_TO_FEED:
        return 2 * state.month + 1
    return 2 * state.month


@rule
def lap_worth(worths: Worths, state: State, seat: int) -> int:
    """Return the worth of a lap: one XP for each of the seat's characters on the board."""
    worth = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            worth += worths.training[state.room_card[room]][state.room_xp[room]]
    return worth


@rule
def best_training(worths: Worths, state: State, seat: int) -> int:
    """Return the worth of one XP for the seat's character that gains most from it."""
    best = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            best = max(best, worths.training[state.room_card[room]][state.room_xp[room]])
    return best


class Subject(NamedTuple):
    """One seat in one position."""

    tables: Tables
    worths: Worths
    """The worths of the position's period."""
    state: State
    seat: int
    counts: int
    """The seat's types, packed (:mod:`edokko.rules.types`)."""
