"""How well a seat stands: the score sheet if the game ended now, and what is to come.

The value is a whole number of hundredths of an IKI. It looks at one seat; a search that plays against
others takes differences. Nothing is allocated, so it may be called at every leaf.
"""

from __future__ import annotations

from edokko.components.model import TOKENS
from edokko.players.prospects import prospects
from edokko.players.weights import Weights
from edokko.players.worth import (
    ONE_IKI,
    bundle_worth,
    character_worth,
    effect_worth,
    fire_step_worth,
    fires_to_come,
    koban_worth,
    lap_worth,
    mon_worth,
    months_left,
    paydays_left,
    rice_worth,
    sandals_worth,
    token_worth,
    wood_worth,
)
from edokko.rules.registry import rule
from edokko.rules.resources import has_own_character, own_characters
from edokko.rules.scoring import best_counts, buildings_value, fish_value, pouches_value
from edokko.rules.state import (
    CHARACTERS,
    FIRE_GUARD,
    FIRST_BUILDING,
    IKI,
    KOBAN,
    MON,
    NAGAYA_ROOMS,
    NEW_YEAR,
    OVER,
    RICE,
    ROOMS,
    SANDALS,
    SQUARES,
    STARVE,
    WOOD,
    State,
)
from edokko.rules.tables import GROUPS, Tables
from edokko.rules.types import different_types

TOKEN_KINDS = len(TOKENS)

LAST_LAP = 12
"""No lap is run after this month."""


@rule
def evaluate(tables: Tables, weights: Weights, state: State, seat: int) -> int:
    """How well a seat stands, in hundredths of an IKI.

    At the end of the game it is the score, with the mon left over as a tie-break.
    """
    counts = best_counts(tables, state, seat)
    paydays = paydays_left(tables, state)
    lap = lap_worth(tables, weights, state, seat, paydays)
    return holdings(tables, weights, state, seat, counts, paydays, lap) + prospects(
        tables, weights, state, seat, counts, paydays, lap
    )


@rule
def holdings(tables: Tables, weights: Weights, state: State, seat: int, counts: int, paydays: int, lap: int) -> int:
    """What the seat has, and what that will bring by itself.

    Args:
        counts: the seat's types, packed (:mod:`edokko.rules.types`).
        paydays: how many are to come.
        lap: what a lap is worth to the seat.
    """
    worth = on_the_sheet(tables, state, seat, counts) + goods_in_hand(tables, weights, state, seat)
    if state.phase == OVER:
        return worth
    worth += on_the_board(tables, weights, state, seat, paydays)
    worth += in_retirement(tables, weights, state, seat, paydays)
    worth += harmony(tables, state, seat) * paydays * ONE_IKI * weights.harmony_percent // 100
    worth += against_fire(tables, weights, state, seat)
    worth -= hunger(tables, weights, state, seat)
    if state.month < LAST_LAP:
        worth += lap * state.square[seat] * weights.lap_progress_percent // (100 * SQUARES)
    return worth


@rule
def on_the_sheet(tables: Tables, state: State, seat: int, counts: int) -> int:
    """The lines of the score sheet that are not goods in hand."""
    points = state.resources[seat][IKI] + tables.types_iki[different_types(counts)]
    points += fish_value(tables, state, seat) + pouches_value(tables, state, seat, counts)
    return ONE_IKI * (points + buildings_value(tables, state, seat, counts))


@rule
def goods_in_hand(tables: Tables, weights: Weights, state: State, seat: int) -> int:
    """mon, rice, sandals, wood and koban at what they are worth this month."""
    has = state.resources[seat]
    worth = has[KOBAN] * koban_worth(tables, weights, state) + has[WOOD] * wood_worth(tables, weights, state)
    worth += has[RICE] * rice_worth(weights, state) + has[SANDALS] * sandals_worth(weights, state)
    if state.phase == OVER:
        return worth + has[MON] // tables.mon_per_iki * ONE_IKI + has[MON] % tables.mon_per_iki
    return worth + has[MON] * mon_worth(tables, weights, state)


@rule
def on_the_board(tables: Tables, weights: Weights, state: State, seat: int, paydays: int) -> int:
    """The salaries to come of the seat's characters, less the risk of fire; its buildings; the card in its hand."""
    strength = fires_to_come(tables, state)
    guards = state.tokens[seat][FIRE_GUARD]
    worth = 0
    for room in range(ROOMS):
        if state.room_owner[room] != seat:
            continue
        card = state.room_card[room]
        if card >= CHARACTERS:
            worth += effect_worth(tables, weights, state, paydays, card - FIRST_BUILDING)
            worth -= weights.kobun_a_month * months_left(state)
            at_risk = ONE_IKI * tables.building_score[card - FIRST_BUILDING]
        else:
            worth += character_worth(tables, weights, state, paydays, card, state.room_xp[room])
            worth -= weights.kobun_a_month * months_left(state)
            at_risk = character_worth(tables, weights, state, paydays, card, state.room_xp[room]) + ONE_IKI
            if guards > 0:
                at_risk = 0
        if at_risk > 0 and burns(state, seat, room, strength):
            worth -= at_risk * weights.burning_percent // 100
    if state.seat == seat and state.pending >= 0:
        worth += in_hand(tables, weights, state, paydays)
    return worth


@rule
def in_hand(tables: Tables, weights: Weights, state: State, paydays: int) -> int:
    """The card that the deciding seat has taken and not placed yet."""
    if state.pending < CHARACTERS:
        return character_worth(tables, weights, state, paydays, state.pending, 0)
    building = state.pending - FIRST_BUILDING
    return ONE_IKI * tables.building_score[building] + effect_worth(tables, weights, state, paydays, building)


@rule
def burns(state: State, seat: int, room: int, strength: int) -> bool:
    """Whether a fire in its nagaya would reach a seat's room and take the card, as F stands now (RULES 6)."""
    edge = room - room % NAGAYA_ROOMS
    for reached in range(edge, room + 1):
        owner = state.room_owner[reached]
        left = strength - (reached - edge)
        if left <= 0:
            return False
        if owner >= 0 and state.fire[owner] >= left:
            return False
    return True


@rule
def in_retirement(tables: Tables, weights: Weights, state: State, seat: int, paydays: int) -> int:
    """The salaries to come of retired characters, and the tokens."""
    worth = 0
    for token in range(TOKEN_KINDS):
        if state.tokens[seat][token] > 0:
            worth += state.tokens[seat][token] * token_worth(tables, weights, state, token)
    cards = state.retired[seat]
    if cards == 0 or paydays == 0:
        return worth
    for card in range(CHARACTERS):
        if cards >> card & 1:
            last = tables.salary[card][tables.xp_to_retire[card] - 1]
            worth += paydays * bundle_worth(tables, weights, state, last)
    return worth


@rule
def harmony(tables: Tables, state: State, seat: int) -> int:
    """The harmony that the seat would score at a payday now, in IKI (RULES 5.2)."""
    points = 0
    for group in range(GROUPS):
        for place in range(NAGAYA_ROOMS):
            room = tables.group_room[group][place]
            if room >= 0 and has_own_character(state, room, seat):
                points += alike_in_group(tables, state, group, tables.type[state.room_card[room]])
    return points


@rule
def alike_in_group(tables: Tables, state: State, group: int, kind: int) -> int:
    """The characters of a type in a group, if there are at least two."""
    cards = 0
    for place in range(NAGAYA_ROOMS):
        room = tables.group_room[group][place]
        if room >= 0 and 0 <= state.room_card[room] < CHARACTERS and tables.type[state.room_card[room]] == kind:
            cards += 1
    return cards if cards > 1 else 0


@rule
def against_fire(tables: Tables, weights: Weights, state: State, seat: int) -> int:
    """F itself, and the place in the order of play."""
    place = 0
    while state.fire_order[place] != seat:
        place += 1
    return state.fire[seat] * fire_step_worth(tables, weights, state) + weights.firefighting_place * (
        tables.players - 1 - place
    )


@rule
def hunger(tables: Tables, weights: Weights, state: State, seat: int) -> int:
    """What the rice that is missing for the next payday costs."""
    missing = own_characters(state, seat) - state.resources[seat][RICE]
    if missing <= 0 or state.phase == STARVE:
        return 0
    month = state.month
    while month < NEW_YEAR and not tables.payday[month]:
        month += 1
    if month == NEW_YEAR:
        return 0
    if month == state.month:
        return missing * weights.hunger_now
    if month == state.month + 1:
        return missing * weights.hunger_soon
    return missing * weights.hunger_later
