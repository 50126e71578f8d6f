"""What things are worth before the end, in hundredths of an IKI: resources by month, characters by their salaries.

These are judgements, not rules. :mod:`edokko.players.appraisal` works them out once, from the weights and the
components, so that an evaluation only looks them up. They are whole numbers: plain Python and compiled code agree.
"""

from __future__ import annotations

from typing import Annotated

from edokko.components.model import TOKENS
from edokko.rules.fields import Cells, Fields, fields
from edokko.rules.moves import SHOP_OPTIONS
from edokko.rules.registry import rule
from edokko.rules.resources import has_own_character
from edokko.rules.state import (
    BUILDINGS,
    BUNDLE,
    CHARACTERS,
    GOODS,
    NEW_YEAR,
    NEXT_TO_FEED,
    ROOMS,
    STARVE,
    State,
)
from edokko.rules.tables import MOST_SALARIES

ONE_IKI = 100
PERIODS = 2 * (NEW_YEAR + 1)
"""Two for each month: before and after its payday's salaries are paid."""

Worth = Annotated[int, Cells("i4")]
ByXp = Annotated[list[list[int]], Cells("i4", (CHARACTERS, MOST_SALARIES + 1))]
ByCharacter = Annotated[list[int], Cells("i4", (CHARACTERS,))]
ByBuilding = Annotated[list[int], Cells("i4", (BUILDINGS,))]


@fields
class Worths(Fields):
    """What things are worth in one period."""

    __slots__ = (
        "building",
        "burning_percent",
        "character",
        "discount",
        "earlier_slot",
        "effect",
        "fire_strength",
        "firefighting_place",
        "good",
        "harmony",
        "hunger",
        "kobun",
        "lap_progress_percent",
        "one",
        "option",
        "retired",
        "token",
        "training",
        "uncertain_hire_percent",
        "work",
        "xp_for_an_opponent",
    )

    one: Annotated[list[int], Cells("i4", (BUNDLE,))]
    """One of each resource, and one step of F."""
    kobun: Worth
    """A kobun that is free."""
    token: Annotated[list[int], Cells("i4", (len(TOKENS),))]
    """A token that is held; the joker's worth is on the score sheet."""
    character: ByXp
    """The salaries to come of a character with some XP, less what it eats, and its token."""
    training: ByXp
    """One XP for such a character."""
    retired: ByCharacter
    """The salaries to come of a retired character."""
    work: ByCharacter
    """A deal with a character, where it is not to train or to build."""
    discount: ByCharacter
    """What a building costs less with that character."""
    option: Annotated[list[int], Cells("i4", (len(SHOP_OPTIONS),))]
    """A simple deal with a shop."""
    good: Annotated[list[int], Cells("i4", (GOODS,))]
    """What a good gives at once, less its price; its points come on top."""
    effect: ByBuilding
    """What a building is expected to give before the end."""
    building: ByBuilding
    """The same and its fixed points, less its cost and the kobun it binds."""
    harmony: Worth
    """An IKI of harmony at each payday to come."""
    hunger: Worth
    """What a rice that is missing for the next payday costs."""
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
    """The period that a position is in."""
    if state.phase == STARVE or state.phase == NEXT_TO_FEED:
        return 2 * state.month + 1
    return 2 * state.month


@rule
def lap_worth(worths: Worths, state: State, seat: int) -> int:
    """One XP for all of a seat's characters on the board."""
    worth = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            worth += worths.training[state.room_card[room]][state.room_xp[room]]
    return worth


@rule
def best_training(worths: Worths, state: State, seat: int) -> int:
    """One XP where it does most."""
    best = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            best = max(best, 0 + worths.training[state.room_card[room]][state.room_xp[room]])
    return best
