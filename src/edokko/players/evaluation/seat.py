"""The static evaluation of one seat: the score sheet if the game ended now, plus expected future gains.

The value is an integer, in hundredths of an IKI. It covers one seat only; callers that compare seats take
differences. It allocates nothing, so it can run at every leaf.
"""

from __future__ import annotations

from edokko.components.model import TOKENS
from edokko.players.evaluation.prospects import prospects
from edokko.players.evaluation.worth import ONE_IKI, Subject, Worths, lap_worth, period_of
from edokko.rules.engine.bits import first_of
from edokko.rules.engine.registry import rule
from edokko.rules.phases import OVER, STARVE
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
    RICE,
    ROOMS,
    SANDALS,
    SQUARES,
    WOOD,
    State,
)
from edokko.rules.tables import GROUPS, Tables
from edokko.rules.types import different_types

TOKEN_KINDS = len(TOKENS)

LAST_LAP = 12
"""The last month; progress towards a lap is worth nothing in it."""


@rule
def evaluate(tables: Tables, worths: list[Worths], state: State, seat: int) -> int:
    """Evaluate a seat's position, in hundredths of an IKI.

    At the end of the game the value is the score, with the remaining mon as a tie-break.

    Args:
        worths: the worths of every period (:func:`edokko.players.evaluation.worth.appraise`).
    """
    now = worths[period_of(state)]
    subject = Subject(tables, now, state, seat, best_counts(tables, state, seat))
    lap = lap_worth(now, state, seat)
    return holdings(subject, lap) + prospects(subject, lap)


@rule
def holdings(subject: Subject, lap: int) -> int:
    """Evaluate the seat's possessions and the income that they bring without further moves."""
    tables, worths, state, seat, counts = subject
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
    """Return the lines of the score sheet, without those for goods in hand."""
    points = state.resources[seat][IKI] + tables.types_iki[different_types(counts)]
    points += fish_value(tables, state, seat) + pouches_value(tables, state, seat, counts)
    return ONE_IKI * (points + buildings_value(tables, state, seat, counts))


@rule
def goods_in_hand(tables: Tables, worths: Worths, state: State, seat: int) -> int:
    """Return the worth of mon, rice, sandals, wood and koban this month."""
    has = state.resources[seat]
    worth = has[KOBAN] * worths.unit[KOBAN] + has[WOOD] * worths.unit[WOOD]
    worth += has[RICE] * worths.unit[RICE] + has[SANDALS] * worths.unit[SANDALS]
    if state.phase == OVER:
        return worth + has[MON] // tables.mon_per_iki * ONE_IKI + has[MON] % tables.mon_per_iki
    return worth + has[MON] * worths.unit[MON]


@rule
def on_the_board(tables: Tables, worths: Worths, state: State, seat: int) -> int:
    """Return the worth of the seat's characters, less the risk of fire, of its buildings and of the card in hand.

    A character's worth is its future salaries.
    """
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
        if at_risk > 0 and burns(state, seat, room, worths.fire_strength):
            worth -= at_risk * worths.burning_percent // 100
    if state.seat == seat and state.pending >= 0:
        worth += in_hand(tables, worths, state)
    return worth


@rule
def in_hand(tables: Tables, worths: Worths, state: State) -> int:
    """Return the worth of the card that the deciding seat has taken but not placed yet."""
    if state.pending < CHARACTERS:
        return worths.character[state.pending][0]
    building = state.pending - FIRST_BUILDING
    return ONE_IKI * tables.building_score[building] + worths.effect[building]


@rule
def burns(state: State, seat: int, room: int, strength: int) -> bool:
    """Check whether a fire in the room's nagaya would reach it and take the seat's card, with today's F (RULES 6)."""
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
    """Return the worth of the future salaries of retired characters, and of the tokens."""
    worth = 0
    for token in range(TOKEN_KINDS):
        worth += state.tokens[seat][token] * worths.token[token]
    retired = state.retired[seat]
    while retired:
        worth += worths.retired[first_of(retired)]
        retired &= retired - 1
    return worth


@rule
def harmony(tables: Tables, state: State, seat: int) -> int:
    """Return the harmony that the seat would score at a payday now, in IKI (RULES 5.2)."""
    points = 0
    for group in range(GROUPS):
        for place in range(NAGAYA_ROOMS):
            room = tables.group_room[group][place]
            if room >= 0 and has_own_character(state, room, seat):
                points += alike_in_group(tables, state, group, tables.type[state.room_card[room]])
    return points


@rule
def alike_in_group(tables: Tables, state: State, group: int, kind: int) -> int:
    """Count the characters of a type in a group; a single one counts as 0."""
    cards = 0
    for place in range(NAGAYA_ROOMS):
        room = tables.group_room[group][place]
        if room >= 0 and 0 <= state.room_card[room] < CHARACTERS and tables.type[state.room_card[room]] == kind:
            cards += 1
    return cards if cards > 1 else 0


@rule
def against_fire(tables: Tables, worths: Worths, state: State, seat: int) -> int:
    """Return the worth of F and of the place in the order of play."""
    place = 0
    while state.fire_order[place] != seat:
        place += 1
    return state.fire[seat] * worths.unit[FIRE] + worths.firefighting_place * (tables.players - 1 - place)


@rule
def hunger(worths: Worths, state: State, seat: int) -> int:
    """Return the cost of the rice that is missing for the next payday."""
    missing = own_characters(state, seat) - state.resources[seat][RICE]
    if missing <= 0 or state.phase == STARVE:
        return 0
    return missing * worths.hunger
