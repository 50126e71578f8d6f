"""The encoder of observations: a rule, so the same source runs plain and native. It allocates nothing.

The pieces and their meaning are in :mod:`edokko.observation.layout`.
"""

from __future__ import annotations

from edokko.observation.layout import (
    BOARD,
    BUILDING_PRICE,
    BURNING,
    CALENDAR,
    CELLS,
    COUNT_CELLS,
    DECK,
    DEPTH,
    EXCESS,
    EXCESS_BASE,
    FIRE_CELLS,
    FIRE_CODE,
    FIRE_EXCESS,
    FIRE_ORDER,
    GOOD_PRICE,
    GOODS_CELLS,
    GOODS_HELD,
    HAND,
    HUNGRY,
    IKI_CELLS,
    IKI_CODE,
    IKI_EXCESS,
    IKI_REST,
    IKI_STEP,
    KOBAN_CODE,
    LARGEST,
    MON_CELLS,
    MON_CODE,
    MON_EXCESS,
    MONTH,
    NAGAYA,
    OCCUPANT,
    OCCUPANTS,
    OFFER,
    ON_SALE,
    PASSED,
    PHASE,
    PLAYERS,
    RETIRED,
    RICE_CODE,
    ROW_CARDS,
    ROW_PRICE,
    SANDALS_CODE,
    SLOT,
    SLOT_CELLS,
    SQUARE,
    SURCHARGE,
    SWAP,
    TILES,
    TO_MOVE,
    TO_REVEAL,
    TOKENS_HELD,
    TURN,
    USED,
    VARIANT,
    VISIT_ORDER,
    WOOD_CODE,
    WORKER,
    XP,
    XP_CELLS,
)
from edokko.rules.engine.bits import first_of
from edokko.rules.engine.fields import Int8s
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.referee import is_decision
from edokko.rules.resources import room_of
from edokko.rules.state import (
    BUILDINGS,
    CHARACTERS,
    GOODS,
    IKI,
    KOBAN,
    MON,
    NAGAYA_ROOMS,
    NEW_YEAR,
    RESOURCE_COUNT,
    RICE,
    ROOMS,
    SANDALS,
    SEASON_CARDS,
    SEATS,
    SLOTS,
    SQUARES,
    WOOD,
    State,
)
from edokko.rules.tables import Tables

ROOM_DEPTHS = NAGAYA_ROOMS - 1
NAGAYA_COUNT = ROOMS // NAGAYA_ROOMS
TOKEN_KINDS = 4
FREE = 0
NEUTRAL = OCCUPANTS - 1
CLOSED = SLOT_CELLS - 1
ALL_SEASON_CARDS = (1 << SEASON_CARDS) - 1


@rule
def observe(tables: Tables, state: State, viewer: int, cells: list[int]) -> None:
    """Write the observation of a state.

    Args:
        viewer: the seat that looks; it is seat 0 of every piece.
        cells: the output, ``CELLS`` long; every cell is written.
    """
    for cell in range(CELLS):
        cells[cell] = 0
    for place in range(tables.players):
        observe_seat(state, seat_at(tables, viewer, place), place, cells)
    observe_orders(tables, state, viewer, cells)
    observe_rooms(tables, state, viewer, cells)
    observe_market(tables, state, cells)
    observe_slots(tables, state, viewer, cells)
    observe_turn(tables, state, viewer, cells)
    observe_game(tables, state, cells)


@rule
def relative(tables: Tables, viewer: int, seat: int) -> int:
    """Return a seat's number as the viewer counts: 0 for the viewer, then in seat order."""
    place = seat - viewer
    return place if place >= 0 else place + tables.players


@rule
def seat_at(tables: Tables, viewer: int, place: int) -> int:
    """Return the seat that the viewer counts by a number: the inverse of :func:`relative`."""
    seat = viewer + place
    return seat if seat < tables.players else seat - tables.players


@rule
def thermometer(cells: list[int], first: int, length: int, amount: int) -> None:
    """Set the first ``amount`` cells, at most ``length``; all are 0 before."""
    for cell in range(min(amount, length)):
        cells[first + cell] = 1


@rule
def mark(cells: list[int], first: int, members: int) -> None:
    """Set the cells of a set's members; all are 0 before."""
    while members:
        cells[first + first_of(members)] = 1
        members &= members - 1


@rule
def number(cells: list[int], cell: int, amount: int) -> None:
    """Write a number, at most the largest of a cell."""
    cells[cell] = min(amount, LARGEST)


@rule
def excess(cells: list[int], first: int, amount: int) -> None:
    """Write an amount that is beyond its thermometer into two cells; nothing if it is not."""
    if amount > 0:
        number(cells, first, amount // EXCESS_BASE)
        cells[first + 1] = amount % EXCESS_BASE


@rule
def observe_seat(state: State, seat: int, place: int, cells: list[int]) -> None:
    """Write what one seat has.

    Args:
        place: its number as the viewer counts.
    """
    has = state.resources[seat]
    thermometer(cells, MON_CODE + place * MON_CELLS, MON_CELLS, has[MON])
    excess(cells, MON_EXCESS + place * 2, has[MON] - MON_CELLS)
    observe_good(cells, RICE_CODE, 0, place, has[RICE])
    observe_good(cells, SANDALS_CODE, 1, place, has[SANDALS])
    observe_good(cells, WOOD_CODE, 2, place, has[WOOD])
    observe_good(cells, KOBAN_CODE, 3, place, has[KOBAN])
    steps = has[IKI] // IKI_STEP
    thermometer(cells, IKI_CODE + place * IKI_CELLS, IKI_CELLS, steps)
    thermometer(cells, IKI_REST + place * (IKI_STEP - 1), IKI_STEP - 1, has[IKI] % IKI_STEP)
    excess(cells, IKI_EXCESS + place * 2, steps - IKI_CELLS)
    thermometer(cells, FIRE_CODE + place * FIRE_CELLS, FIRE_CELLS, state.fire[seat])
    number(cells, FIRE_EXCESS + place, max(0, state.fire[seat] - FIRE_CELLS))
    for token in range(TOKEN_KINDS):
        number(cells, TOKENS_HELD + place * TOKEN_KINDS + token, state.tokens[seat][token])
    if state.square[seat] > 0:
        cells[SQUARE + place * SQUARES + state.square[seat] - 1] = 1
    observe_collection(state, seat, place, cells)


@rule
def observe_good(cells: list[int], first: int, order: int, place: int, amount: int) -> None:
    """Write an amount of rice, sandals, wood or koban.

    Args:
        first: the piece of its thermometer.
        order: its place among the four in the piece of the excess.
    """
    thermometer(cells, first + place * GOODS_CELLS, GOODS_CELLS, amount)
    number(cells, EXCESS + place * 4 + order, max(0, amount - GOODS_CELLS))


@rule
def observe_collection(state: State, seat: int, place: int, cells: list[int]) -> None:
    """Write a seat's goods and retired characters."""
    mark(cells, GOODS_HELD + place * GOODS, state.held[seat])
    mark(cells, RETIRED + place * CHARACTERS, state.retired[seat])


@rule
def observe_orders(tables: Tables, state: State, viewer: int, cells: list[int]) -> None:
    """Write the fire order and, at New Year, the order of the visits."""
    for place in range(tables.players):
        cells[FIRE_ORDER + place * SEATS + relative(tables, viewer, state.fire_order[place])] = 1
        if state.month == NEW_YEAR:
            cells[VISIT_ORDER + place * SEATS + relative(tables, viewer, state.visit_order[place])] = 1


@rule
def observe_rooms(tables: Tables, state: State, viewer: int, cells: list[int]) -> None:
    """Write the rooms, and where the cards on the board stand."""
    for room in range(ROOMS):
        card = state.room_card[room]
        occupant = OCCUPANT + room * OCCUPANTS
        if card < 0:
            if tables.room_exists[room]:
                cells[occupant + FREE] = 1
                cells[SURCHARGE + room] = tables.surcharge[room]
            continue
        cells[NAGAYA + card * NAGAYA_COUNT + room // NAGAYA_ROOMS] = 1
        thermometer(cells, DEPTH + card * ROOM_DEPTHS, ROOM_DEPTHS, room % NAGAYA_ROOMS)
        thermometer(cells, XP + room * XP_CELLS, XP_CELLS, state.room_xp[room])
        if state.room_owner[room] < 0:
            cells[occupant + NEUTRAL] = 1
        else:
            owner = relative(tables, viewer, state.room_owner[room])
            cells[occupant + 1 + owner] = 1
            cells[BOARD + card * SEATS + owner] = 1


@rule
def observe_market(tables: Tables, state: State, cells: list[int]) -> None:
    """Write what can be hired, built and bought, with prices."""
    for place in range(state.row_count):
        card = state.row_card[place]
        cells[ROW_CARDS + card] = 1
        cells[ROW_PRICE + card] = tables.cost[card] - state.row_mon[place]
    mark(cells, DECK, state.deck & ALL_SEASON_CARDS)
    for building in range(BUILDINGS):
        is_offered = state.offer >> building & 1
        cells[OFFER + building] = is_offered
        for resource in range(RESOURCE_COUNT):
            price = tables.building_cost[building][resource]
            cells[BUILDING_PRICE + building * RESOURCE_COUNT + resource] = is_offered * price
    for good in range(GOODS):
        is_on_sale = state.goods >> good & 1
        cells[ON_SALE + good] = is_on_sale
        cells[GOOD_PRICE + good] = is_on_sale * tables.price[good]


@rule
def observe_slots(tables: Tables, state: State, viewer: int, cells: list[int]) -> None:
    """Write the ikizama slots and the blocking tiles."""
    for slot in range(SLOTS):
        first = SLOT + slot * SLOT_CELLS
        number(cells, TILES + slot, state.tiles[slot])
        if state.ikizama[slot] >= 0:
            cells[first + 1 + relative(tables, viewer, state.ikizama[slot])] = 1
        elif slot != state.closed and tables.slot_open[slot]:
            cells[first + FREE] = 1
        if slot == state.closed:
            cells[first + CLOSED] = 1


@rule
def observe_turn(tables: Tables, state: State, viewer: int, cells: list[int]) -> None:
    """Write what the game waits for, and the unfinished parts of a turn."""
    cells[PHASE + state.phase] = 1
    if is_decision(state):
        cells[TO_MOVE + relative(tables, viewer, state.seat)] = 1
    cells[USED] = state.shop_used
    cells[USED + 1] = state.work_used
    if state.pending >= 0:
        cells[HAND + state.pending] = 1
    if state.worker >= 0:
        room = room_of(state, state.worker)
        if room >= 0:
            cells[WORKER + room] = 1
    if state.swap_room >= 0:
        cells[SWAP + state.swap_room] = 1
    if state.fire_nagaya >= 0:
        cells[BURNING + state.fire_nagaya] = 1
    thermometer(cells, PASSED, COUNT_CELLS, state.fire_room)
    thermometer(cells, TO_REVEAL, COUNT_CELLS, state.to_reveal)
    thermometer(cells, HUNGRY, COUNT_CELLS, state.hungry)
    thermometer(cells, TURN, COUNT_CELLS, state.turn)


@rule
def observe_game(tables: Tables, state: State, cells: list[int]) -> None:
    """Write what this game's tables say: players, variant, calendar."""
    cells[PLAYERS + tables.players - 2] = 1
    cells[MONTH + state.month - 1] = 1
    cells[VARIANT] = tables.row_before_start
    cells[VARIANT + 1] = tables.neutral_needs_room
    cells[VARIANT + 2] = tables.stacked != 0
    cells[VARIANT + 3] = tables.fixed_offer != 0
    cells[VARIANT + 4] = tables.tiles_drawn
    cells[VARIANT + 5] = tables.sells_pair
    for month in range(state.month, NEW_YEAR):
        if tables.payday[month]:
            cells[CALENDAR] = month - state.month
            break
    for month in range(state.month, NEW_YEAR):
        if tables.fire_strength[month] > 0:
            cells[CALENDAR + 1] = month - state.month
            number(cells, CALENDAR + 2, tables.fire_strength[month])
            break


@entry_point
def observe_at(tables: list[Tables], games: list[State], index: int, viewer: int, cells: Int8s) -> None:
    """Write the observation of one game of an array."""
    observe(tables[0], games[index], viewer, cells)
