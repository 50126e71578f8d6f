"""The steps of a month before and after the turns: tile, row, neutral, mon, season (RULES 3.0, 3.C)."""

from __future__ import annotations

from edokko.rules.chance import CARD_OUTCOMES, TILE_OUTCOMES
from edokko.rules.engine.bits import first_of
from edokko.rules.engine.registry import rule
from edokko.rules.events import (
    BY_NEUTRAL,
    BY_SEASON,
    CARD_TAKEN,
    LEFT,
    MON_ON_CARD,
    MONTH_BEGAN,
    PLACED,
    REVEALED,
    SEASON_BEGAN,
    SLOT_CLOSED,
    emit,
)
from edokko.rules.moves import FIRST_NEUTRAL, FIRST_PLACE
from edokko.rules.phases import (
    BEGIN_MONTH,
    CHOOSE_NEUTRAL,
    DRAW_CARD,
    DRAW_TILE,
    FIRE_EVENT,
    NEXT_IKIZAMA,
    NEXT_MONTH,
    NEXT_VISIT,
    PAYDAY,
    PLACE_NEUTRAL,
    SEASON_ENDS,
)
from edokko.rules.resources import any_room_free, is_free, put
from edokko.rules.setup import begin_start_choice
from edokko.rules.state import ABSENT, NEW_YEAR, ROOMS, SEASON_CARDS, SLOTS, START_CARDS, State
from edokko.rules.tables import Tables
from edokko.rules.turn import take_from_row

SEASON_MONTHS = 3
LAST_SEASON = 3


@rule
def season_of(month: int) -> int:
    """Return the season of a month, 0 to 3; New Year still belongs to winter."""
    return min((month - 1) // SEASON_MONTHS, LAST_SEASON)


@rule
def begin_month(tables: Tables, state: State) -> None:
    """Draw a tile if tiles are in use, then extend the row; New Year has neither (RULES 3.0, 7, 9)."""
    emit(state, MONTH_BEGAN, -1, state.month)
    state.seat = ABSENT
    if state.month == NEW_YEAR:
        state.turn = 0
        for place in range(tables.players):
            state.visit_order[place] = state.fire_order[place]
        state.phase = NEXT_VISIT
        return
    if not (tables.row_before_start and state.month == 1):
        state.to_reveal = tables.row_per_month
    if tables.tiles_drawn:
        state.phase = DRAW_TILE
    else:
        begin_reveal(state)


@rule
def begin_reveal(state: State) -> None:
    """Draw the next card, or begin the way of life when all cards are revealed."""
    state.phase = DRAW_CARD if state.to_reveal > 0 else NEXT_IKIZAMA


@rule
def chance_tile(tables: Tables, state: State, outcomes: list[int], weights: list[int]) -> int:
    """List the slots that a tile may close, weighted by the tiles left."""
    count = 0
    for slot in range(SLOTS):
        if state.tiles[slot] > 0:
            outcomes[count] = TILE_OUTCOMES + slot
            weights[count] = state.tiles[slot]
            count += 1
    return count


@rule
def draw_tile(tables: Tables, state: State, slot: int) -> None:
    """Close a slot for this month with a tile, which leaves the game."""
    state.tiles[slot] -= 1
    state.closed = slot
    emit(state, SLOT_CLOSED, -1, slot)
    begin_reveal(state)


@rule
def chance_card(tables: Tables, state: State, outcomes: list[int], weights: list[int]) -> int:
    """List the season's cards not drawn yet, each equally likely."""
    first = CARD_OUTCOMES + season_of(state.month) * SEASON_CARDS
    deck = state.deck
    count = 0
    while deck:
        outcomes[count] = first + first_of(deck)
        weights[count] = 1
        count += 1
        deck &= deck - 1
    return count


@rule
def draw_card(tables: Tables, state: State, card: int) -> None:
    """Add a character to the row; after a row revealed in the setup, the seats choose start characters (RULES 9).

    Args:
        card: its index among the cards of all season decks.
    """
    state.deck &= ~(1 << card % SEASON_CARDS)
    state.row_card[state.row_count] = START_CARDS + card
    state.row_mon[state.row_count] = 0
    state.row_count += 1
    state.to_reveal -= 1
    emit(state, REVEALED, -1, START_CARDS + card)
    if state.to_reveal == 0 and tables.row_before_start and state.month == 1:
        begin_start_choice(tables, state)
    else:
        begin_reveal(state)


@rule
def neutral_step(tables: Tables, state: State) -> None:
    """Let Sun (odd months) or Moon choose a neutral, in games of two players (RULES 3.C.1)."""
    state.phase = FIRE_EVENT
    if not tables.neutrals or state.row_count == 0:
        return
    if tables.neutral_needs_room and not any_room_free(tables, state):
        return
    state.seat = 1 - state.month % 2
    state.phase = CHOOSE_NEUTRAL


@rule
def legal_neutral(tables: Tables, state: State, legal: list[int]) -> int:
    """List all characters of the row."""
    for place in range(state.row_count):
        legal[place] = FIRST_NEUTRAL + state.row_card[place] - START_CARDS
    return state.row_count


@rule
def play_neutral(tables: Tables, state: State, card: int) -> None:
    """Take a neutral and return its mon to the supply; without a free room it leaves the game (H54)."""
    emit(state, CARD_TAKEN, ABSENT, card)
    take_from_row(state, card)
    if any_room_free(tables, state):
        state.pending = card
        state.phase = PLACE_NEUTRAL
    else:
        emit(state, LEFT, ABSENT, card, -1, 0, BY_NEUTRAL)
        state.phase = FIRE_EVENT


@rule
def legal_place_neutral(tables: Tables, state: State, legal: list[int]) -> int:
    """List all free rooms: a neutral pays no surcharge."""
    count = 0
    for room in range(ROOMS):
        if is_free(tables, state, room):
            legal[count] = FIRST_PLACE + room
            count += 1
    return count


@rule
def play_place_neutral(tables: Tables, state: State, room: int) -> None:
    """Put the neutral in a room, without kobun or hire bonus (H52)."""
    put(state, room, state.pending, ABSENT)
    emit(state, PLACED, ABSENT, state.pending, room, 0, BY_NEUTRAL)
    state.pending = ABSENT
    state.phase = FIRE_EVENT


@rule
def row_mon(tables: Tables, state: State) -> None:
    """Put 1 mon on every character left in the row, except in the months of payday (RULES 3.C.3)."""
    if tables.payday[state.month]:
        state.phase = SEASON_ENDS
        return
    for place in range(state.row_count):
        state.row_mon[place] += 1
        emit(state, MON_ON_CARD, -1, state.row_card[place], -1, 1)
    state.phase = NEXT_MONTH


@rule
def season_ends(tables: Tables, state: State) -> None:
    """Discard row and deck and put out the next season's goods; after winter the oyakata go home (RULES 3.C.4)."""
    for place in range(state.row_count):
        emit(state, LEFT, ABSENT, state.row_card[place], -1, 0, BY_SEASON)
        state.row_card[place] = 0
        state.row_mon[place] = 0
    state.row_count = 0
    season = season_of(state.month)
    if season == LAST_SEASON:
        state.deck = 0
        for seat in range(tables.players):
            state.square[seat] = 0
    else:
        state.deck = (1 << SEASON_CARDS) - 1
        state.goods &= ~tables.season_goods[season]
        state.goods |= tables.season_goods[season + 1]
        emit(state, SEASON_BEGAN, -1, season + 1)
    state.phase = PAYDAY


@rule
def next_month(tables: Tables, state: State) -> None:
    """Discard the tile and advance the calendar by a month."""
    state.seat = ABSENT
    state.closed = ABSENT
    state.month += 1
    state.phase = BEGIN_MONTH
