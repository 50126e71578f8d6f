"""How well a seat stands: the score sheet if the game ended now, and what is to come.

The value is a whole number of hundredths of an IKI. It looks at one seat; a search that plays against
others takes differences. Nothing is allocated, so it may be called at every leaf.
"""

from __future__ import annotations

from edokko.components.model import TOKENS
from edokko.players.prospects import prospects
from edokko.players.worth import ONE_IKI, Worths, lap_worth, period_of
from edokko.rules.registry import rule
from edokko.rules.resources import has_own_character, own_characters
from edokko.rules.scoring import best_counts, buildings_value, fish_value, pouches_value
from edokko.rules.state import (
    CHARACTERS,
    FIRE,
    FIRE_GUARD,
    FIRST_BUILDING,
    IKI,
    KOBAN,
    MON,
    NAGAYA_ROOMS,
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
def evaluate(tables: Tables, worths: list[Worths], state: State, seat: int) -> int:
    """How well a seat stands, in hundredths of an IKI.

    At the end of the game it is the score, with the mon left over as a tie-break.

    Args:
        worths: of every period (:func:`edokko.players.appraisal.appraise`).
    """
    now = worths[period_of(state)]
    counts = best_counts(tables, state, seat)
    lap = lap_worth(now, state, seat)
    return holdings(tables, now, state, seat, counts, lap) + prospects(tables, now, state, seat, counts, lap)


@rule
def holdings(tables: Tables, worths: Worths, state: State, seat: int, counts: int, lap: int) -> int:
    """What the seat has, and what that will bring by itself.

    Args:
        counts: the seat's types, packed (:mod:`edokko.rules.types`).
        lap: what a lap is worth to the seat.
    """
    worth = on_the_sheet(tables, state, seat, counts) + goods_in_hand(tables, worths, state, seat)
    if state.phase == OVER:
        return worth
    worth += on_the_board(tables, worths, state, seat)
    worth += in_retirement(worths, state, seat)
    worth += harmony(tables, state, seat) * worths.harmony
    worth += against_fire(tables, worths, state, seat)
    worth -= hunger(worths, state, seat)
    if state.month < LAST_LAP:
        worth += lap * state.square[seat] * worths.lap_progress_percent // (100 * SQUARES)
    return worth


@rule
def on_the_sheet(tables: Tables, state: State, seat: int, counts: int) -> int:
    """The lines of the score sheet that are not goods in hand."""
    points = state.resources[seat][IKI] + tables.types_iki[different_types(counts)]
    points += fish_value(tables, state, seat) + pouches_value(tables, state, seat, counts)
    return ONE_IKI * (points + buildings_value(tables, state, seat, counts))


@rule
def goods_in_hand(tables: Tables, worths: Worths, state: State, seat: int) -> int:
    """mon, rice, sandals, wood and koban at what they are worth this month."""
    has = state.resources[seat]
    worth = has[KOBAN] * worths.one[KOBAN] + has[WOOD] * worths.one[WOOD]
    worth += has[RICE] * worths.one[RICE] + has[SANDALS] * worths.one[SANDALS]
    if state.phase == OVER:
        return worth + has[MON] // tables.mon_per_iki * ONE_IKI + has[MON] % tables.mon_per_iki
    return worth + has[MON] * worths.one[MON]


@rule
def on_the_board(tables: Tables, worths: Worths, state: State, seat: int) -> int:
    """The salaries to come of the seat's characters, less the risk of fire; its buildings; the card in its hand."""
    guards = state.tokens[seat][FIRE_GUARD]
    worth = 0
    for room in range(ROOMS):
        if state.room_owner[room] != seat:
            continue
        card = state.room_card[room]
        if card >= CHARACTERS:
            worth += worths.effect[card - FIRST_BUILDING]
            worth -= worths.kobun
            at_risk = ONE_IKI * tables.building_score[card - FIRST_BUILDING]
        else:
            worth += worths.character[card][state.room_xp[room]]
            worth -= worths.kobun
            at_risk = worths.character[card][state.room_xp[room]] + ONE_IKI
            if guards > 0:
                at_risk = 0
        if at_risk > 0 and burns(state, seat, room, 0 + worths.fire_strength):
            worth -= at_risk * worths.burning_percent // 100
    if state.seat == seat and state.pending >= 0:
        worth += in_hand(tables, worths, state)
    return worth


@rule
def in_hand(tables: Tables, worths: Worths, state: State) -> int:
    """The card that the deciding seat has taken and not placed yet."""
    if state.pending < CHARACTERS:
        return 0 + worths.character[state.pending][0]
    building = state.pending - FIRST_BUILDING
    return ONE_IKI * tables.building_score[building] + worths.effect[building]


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
def in_retirement(worths: Worths, state: State, seat: int) -> int:
    """The salaries to come of retired characters, and the tokens."""
    worth = 0
    for token in range(TOKEN_KINDS):
        worth += state.tokens[seat][token] * worths.token[token]
    card = 0
    while state.retired[seat] >> card:
        if state.retired[seat] >> card & 1:
            worth += worths.retired[card]
        card += 1
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
def against_fire(tables: Tables, worths: Worths, state: State, seat: int) -> int:
    """F itself, and the place in the order of play."""
    place = 0
    while state.fire_order[place] != seat:
        place += 1
    return state.fire[seat] * worths.one[FIRE] + worths.firefighting_place * (tables.players - 1 - place)


@rule
def hunger(worths: Worths, state: State, seat: int) -> int:
    """What the rice that is missing for the next payday costs."""
    missing = own_characters(state, seat) - state.resources[seat][RICE]
    if missing <= 0 or state.phase == STARVE:
        return 0
    return missing * worths.hunger
