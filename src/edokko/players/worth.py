"""What things are worth before the end, in hundredths of an IKI: resources by month, characters by their salaries.

These are judgements, not rules. They are whole numbers so that plain Python and compiled code agree.
"""

from __future__ import annotations

from edokko.players.weights import Weights
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
def mon_worth(tables: Tables, weights: Weights, state: State) -> int:
    """One mon."""
    if state.month == NEW_YEAR:
        return ONE_IKI // tables.mon_per_iki
    return weights.mon_late + weights.mon_a_month * months_left(state)


@rule
def rice_worth(weights: Weights, state: State) -> int:
    """One rice that nobody has to eat at the next payday."""
    if state.month == NEW_YEAR:
        return 0
    return weights.rice_late + weights.rice_a_month * months_left(state)


@rule
def sandals_worth(weights: Weights, state: State) -> int:
    """One pair of sandals."""
    if state.month == NEW_YEAR:
        return 0
    return weights.sandals_late + weights.sandals_a_month * months_left(state)


@rule
def wood_worth(tables: Tables, weights: Weights, state: State) -> int:
    """One wood."""
    worth = ONE_IKI * tables.wood_iki
    return worth if state.month == NEW_YEAR else worth + weights.wood_for_building


@rule
def koban_worth(tables: Tables, weights: Weights, state: State) -> int:
    """One koban."""
    worth = ONE_IKI * tables.koban_iki
    return worth if state.month == NEW_YEAR else worth + weights.koban_for_building


@rule
def fires_to_come(tables: Tables, state: State) -> int:
    """The strength of the next fire, or 0."""
    for month in range(state.month, NEW_YEAR):
        if tables.fire_strength[month] > 0:
            return tables.fire_strength[month]
    return 0


@rule
def fire_step_worth(tables: Tables, weights: Weights, state: State) -> int:
    """One step of F."""
    return weights.firefighting_early if fires_to_come(tables, state) > 0 else weights.firefighting_late


@rule
def bundle_worth(tables: Tables, weights: Weights, state: State, bundle: list[int]) -> int:
    """A bundle of resources and F."""
    worth = ONE_IKI * bundle[IKI]
    if bundle[MON] != 0:
        worth += bundle[MON] * mon_worth(tables, weights, state)
    if bundle[RICE] != 0:
        worth += bundle[RICE] * rice_worth(weights, state)
    if bundle[SANDALS] != 0:
        worth += bundle[SANDALS] * sandals_worth(weights, state)
    if bundle[WOOD] != 0:
        worth += bundle[WOOD] * wood_worth(tables, weights, state)
    if bundle[KOBAN] != 0:
        worth += bundle[KOBAN] * koban_worth(tables, weights, state)
    if bundle[FIRE] != 0:
        worth += bundle[FIRE] * fire_step_worth(tables, weights, state)
    return worth


@rule
def token_worth(tables: Tables, weights: Weights, state: State, token: int) -> int:
    """A token that is held; the joker's worth is on the score sheet."""
    if token in (HIRE_DISCOUNT, EXTRA_STEP):
        return weights.token_a_month * months_left(state)
    if token == FIRE_GUARD and fires_to_come(tables, state) > 0:
        return weights.fire_guard
    return 0


@rule
def token_promise(tables: Tables, weights: Weights, state: State, card: int, xp: int) -> int:
    """The token that a character retires with, in proportion to its way there."""
    token = tables.retires_with[card]
    if token < 0 or xp >= tables.xp_to_retire[card]:
        return 0
    worth = token_worth(tables, weights, state, token)
    if token not in (HIRE_DISCOUNT, EXTRA_STEP, FIRE_GUARD):
        worth = weights.joker
    return worth * (xp + 1) // (tables.xp_to_retire[card] + 1)


@rule
def character_worth(tables: Tables, weights: Weights, state: State, paydays: int, card: int, xp: int) -> int:
    """The salaries to come of a character, less what it eats: a step further at each payday, as a lap a season brings.

    Args:
        paydays: how many there are to come.
        card: the character.
        xp: its XP now; as many as it needs, or more, where it has retired.
    """
    last = tables.xp_to_retire[card]
    worth = token_promise(tables, weights, state, card, xp)
    step = xp
    for _ in range(paydays):
        if step < last:
            worth -= rice_worth(weights, state)
        worth += bundle_worth(tables, weights, state, tables.salary[card][min(step, last - 1)])
        step += 1
    return worth


@rule
def training_worth(tables: Tables, weights: Weights, state: State, paydays: int, room: int) -> int:
    """One XP for the character in a room."""
    card = state.room_card[room]
    xp = state.room_xp[room]
    worth = character_worth(tables, weights, state, paydays, card, xp + 1) - character_worth(
        tables, weights, state, paydays, card, xp
    )
    if xp + 1 < tables.xp_to_retire[card]:
        return worth
    worth += weights.kobun_a_month * months_left(state)
    if tables.retires_with[card] >= 0:
        worth += token_worth(tables, weights, state, tables.retires_with[card])
    return worth


@rule
def lap_worth(tables: Tables, weights: Weights, state: State, seat: int, paydays: int) -> int:
    """One XP for all of a seat's characters on the board."""
    worth = 0
    for room in range(ROOMS):
        if has_own_character(state, room, seat):
            worth += training_worth(tables, weights, state, paydays, room)
    return worth


@rule
def effect_worth(tables: Tables, weights: Weights, state: State, paydays: int, building: int) -> int:
    """What a building is expected to give before the end."""
    per = tables.effect_per[building]
    times = 0
    if per == PER_FED:
        times = weights.fed_a_payday
    elif per == PER_LARGEST_TYPE:
        times = weights.largest_type_a_payday
    elif per == PER_HIRE_BONUS:
        times = weights.hires_a_payday
    if times == 0:
        return 0
    one = ONE_IKI if tables.effect_resource[building] == IKI else mon_worth(tables, weights, state)
    return times * paydays * tables.effect_amount[building] * one
