"""What things are worth before the end, in hundredths of an IKI: resources by month, characters by their salaries.

These are judgements, not rules. They are whole numbers so that plain Python and compiled code agree.
"""

from __future__ import annotations

from edokko.rules.registry import rule
from edokko.rules.resources import has_own_character
from edokko.rules.state import (
    EXTRA_STEP,
    FIRE,
    FIRE_GUARD,
    HIRE_DISCOUNT,
    IKI,
    KOBAN,
    MON,
    NEW_YEAR,
    NEXT_TO_FEED,
    RICE,
    ROOMS,
    SANDALS,
    STARVE,
    WOOD,
    State,
)
from edokko.rules.tables import PER_FED, PER_HIRE_BONUS, PER_LARGEST_TYPE, Tables

ONE_IKI = 100

# A resource that still has all its uses before it: a sum for any month, and more for each month to come.
MON_LATE = 50
MON_A_MONTH = 5
RICE_LATE = 45
RICE_A_MONTH = 7
SANDALS_LATE = 20
SANDALS_A_MONTH = 4
WOOD_FOR_BUILDING = 90
KOBAN_FOR_BUILDING = 90

FIRE_LATE = 15
"""A step of F when no fire is left: the order of play, and ties."""
FIRE_EARLY = 55
"""A step of F while fires are to come."""

TOKEN_A_MONTH = 35
"""A permanent token, for each month left."""
GUARD = 300
"""A fire guard while fires are to come."""
JOKER = 500
"""A Puppeteer on the way to its retirement; the score sheet counts it afterwards."""
KOBUN_A_MONTH = 14
"""A kobun that is free, for each month left."""

FED_GUESS = 3
TYPE_GUESS = 2
HIRES_GUESS = 1
"""How often a building's effect is expected for each payday left."""


@rule
def months_left(state: State) -> int:
    """The months still to come, New Year included."""
    return NEW_YEAR - state.month


@rule
def paydays_left(tables: Tables, state: State) -> int:
    """The paydays whose salaries are not paid yet."""
    first = state.month
    if state.phase == STARVE or state.phase == NEXT_TO_FEED:
        first += 1
    count = 0
    for month in range(first, NEW_YEAR):
        count += tables.payday[month]
    return count


@rule
def mon_worth(tables: Tables, state: State) -> int:
    """One mon."""
    if state.month == NEW_YEAR:
        return ONE_IKI // tables.mon_per_iki
    return MON_LATE + MON_A_MONTH * months_left(state)


@rule
def rice_worth(state: State) -> int:
    """One rice that nobody has to eat at the next payday."""
    if state.month == NEW_YEAR:
        return 0
    return RICE_LATE + RICE_A_MONTH * months_left(state)


@rule
def sandals_worth(state: State) -> int:
    """One pair of sandals."""
    if state.month == NEW_YEAR:
        return 0
    return SANDALS_LATE + SANDALS_A_MONTH * months_left(state)


@rule
def wood_worth(tables: Tables, state: State) -> int:
    """One wood."""
    worth = ONE_IKI * tables.wood_iki
    return worth if state.month == NEW_YEAR else worth + WOOD_FOR_BUILDING


@rule
def koban_worth(tables: Tables, state: State) -> int:
    """One koban."""
    worth = ONE_IKI * tables.koban_iki
    return worth if state.month == NEW_YEAR else worth + KOBAN_FOR_BUILDING


@rule
def fires_to_come(tables: Tables, state: State) -> int:
    """The strength of the next fire, or 0."""
    for month in range(state.month, NEW_YEAR):
        if tables.fire_strength[month] > 0:
            return tables.fire_strength[month]
    return 0


@rule
def fire_step_worth(tables: Tables, state: State) -> int:
    """One step of F."""
    return FIRE_EARLY if fires_to_come(tables, state) > 0 else FIRE_LATE


@rule
def bundle_worth(tables: Tables, state: State, bundle: list[int]) -> int:
    """A bundle of resources and F."""
    worth = ONE_IKI * bundle[IKI]
    if bundle[MON] != 0:
        worth += bundle[MON] * mon_worth(tables, state)
    if bundle[RICE] != 0:
        worth += bundle[RICE] * rice_worth(state)
    if bundle[SANDALS] != 0:
        worth += bundle[SANDALS] * sandals_worth(state)
    if bundle[WOOD] != 0:
        worth += bundle[WOOD] * wood_worth(tables, state)
    if bundle[KOBAN] != 0:
        worth += bundle[KOBAN] * koban_worth(tables, state)
    if bundle[FIRE] != 0:
        worth += bundle[FIRE] * fire_step_worth(tables, state)
    return worth


@rule
def token_worth(tables: Tables, state: State, token: int) -> int:
    """A token that is held; the joker's worth is on the score sheet."""
    if token in (HIRE_DISCOUNT, EXTRA_STEP):
        return TOKEN_A_MONTH * months_left(state)
    if token == FIRE_GUARD and fires_to_come(tables, state) > 0:
        return GUARD
    return 0


@rule
def token_promise(tables: Tables, state: State, card: int, xp: int) -> int:
    """The token that a character retires with, in proportion to its way there."""
    token = tables.retires_with[card]
    if token < 0 or xp >= tables.xp_to_retire[card]:
        return 0
    worth = token_worth(tables, state, token)
    if token not in (HIRE_DISCOUNT, EXTRA_STEP, FIRE_GUARD):
        worth = JOKER
    return worth * (xp + 1) // (tables.xp_to_retire[card] + 1)


@rule
def character_worth(tables: Tables, state: State, paydays: int, card: int, xp: int) -> int:
    """The salaries to come of a character, less what it eats: a step further at each payday, as a lap a season brings.

    Args:
        paydays: how many there are to come.
        card: the character.
        xp: its XP now; as many as it needs, or more, where it has retired.
    """
    last = tables.xp_to_retire[card]
    worth = token_promise(tables, state, card, xp)
    step = xp
    for _ in range(paydays):
        if step < last:
            worth -= rice_worth(state)
        worth += bundle_worth(tables, state, tables.salary[card][min(step, last - 1)])
        step += 1
    return worth


@rule
def training_worth(tables: Tables, state: State, paydays: int, room: int) -> int:
    """One XP for the character in a room."""
    card = state.room_card[room]
    xp = state.room_xp[room]
    worth = character_worth(tables, state, paydays, card, xp + 1) - character_worth(tables, state, paydays, card, xp)
    if xp + 1 < tables.xp_to_retire[card]:
        return worth
    worth += KOBUN_A_MONTH * months_left(state)
    if tables.retires_with[card] >= 0:
        worth += token_worth(tables, state, tables.retires_with[card])
    return worth


@rule
def lap_worth(tables: Tables, state: State, seat: int, paydays: int) -> int:
    """One XP for all of a seat's characters on the board."""
    worth = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            worth += training_worth(tables, state, paydays, room)
    return worth


@rule
def effect_worth(tables: Tables, state: State, paydays: int, building: int) -> int:
    """What a building is expected to give before the end."""
    per = tables.effect_per[building]
    times = 0
    if per == PER_FED:
        times = FED_GUESS
    elif per == PER_LARGEST_TYPE:
        times = TYPE_GUESS
    elif per == PER_HIRE_BONUS:
        times = HIRES_GUESS
    if times == 0:
        return 0
    one = ONE_IKI if tables.effect_resource[building] == IKI else mon_worth(tables, state)
    return times * paydays * tables.effect_amount[building] * one
