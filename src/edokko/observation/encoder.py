"""The observation: what a seat sees, as one vector of small integers with named pieces, and the rule that writes it.

Version 1. The vector is egocentric: seat 0 of every piece is the seat that looks, then the others follow in seat order.
Cards are places: each card has cells for where it stands. Amounts are in thermometer code: 3 rice are ``1 1 1 0 0 0``.
Prices are numbers, so the prices of an overlay are seen. One shape serves two to four players and both editions; the
cells of missing seats stay zero. IKI has no hidden information, so the vector holds the whole state: only the order of
the row is left out, which no rule depends on.

Cells are ``int8``. Nearly all are 0 or 1, prices are at most 99, and large amounts of mon and IKI are split into two
cells. An ``int16`` vector would double the memory that a batch writes at every step and carry nothing more.

The encoder is a rule, so the same source runs plain and native. It allocates nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from edokko.rules.engine.bits import first_of
from edokko.rules.engine.fields import Int8s
from edokko.rules.engine.registry import entry_point, rule
from edokko.rules.phases import STAGES
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

VERSION = 1
"""Raised with every change of the layout or of a cell's meaning."""

CARDS = CHARACTERS + BUILDINGS
LARGEST = 127
"""The largest number of one cell."""
EXCESS_BASE = LARGEST + 1
"""An amount beyond its thermometer is written to this base, high cell first."""
IKI_STEP = 5
"""The IKI of one cell of the coarse thermometer."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A named part of the vector."""

    name: str
    offset: int
    """The number of its first cell."""
    shape: tuple[int, ...]
    """Its shape; the last axis varies fastest."""
    scale: float
    """What a cell is divided by in the float view: 1 for bits and thermometers."""
    meaning: str

    @property
    def size(self) -> int:
        """The number of its cells."""
        return prod(self.shape)

    @property
    def cells(self) -> slice:
        """Its cells in the vector."""
        return slice(self.offset, self.offset + self.size)


LAYOUT: list[Piece] = []
"""All pieces, in the order of their cells."""


def _piece(name: str, *shape: int, meaning: str, scale: float = 1) -> int:
    """Declare the next piece of the vector and return its offset."""
    offset = LAYOUT[-1].offset + LAYOUT[-1].size if LAYOUT else 0
    LAYOUT.append(Piece(name, offset, shape, scale, meaning))
    return offset


MON_CELLS = 24
GOODS_CELLS = 6
IKI_CELLS = 20
FIRE_CELLS = 10
XP_CELLS = 7
COUNT_CELLS = 4
VARIANT_CELLS = 6
CALENDAR_CELLS = 3
OCCUPANTS = SEATS + 2
SLOT_CELLS = SEATS + 2

# --- the seats, own first
MON_CODE = _piece("mon", SEATS, MON_CELLS, meaning="mon, thermometer")
MON_EXCESS = _piece("mon_excess", SEATS, 2, scale=16, meaning="mon beyond the thermometer: 128s, then the rest")
RICE_CODE = _piece("rice", SEATS, GOODS_CELLS, meaning="rice, thermometer")
SANDALS_CODE = _piece("sandals", SEATS, GOODS_CELLS, meaning="sandals, thermometer")
WOOD_CODE = _piece("wood", SEATS, GOODS_CELLS, meaning="wood, thermometer")
KOBAN_CODE = _piece("koban", SEATS, GOODS_CELLS, meaning="koban, thermometer")
EXCESS = _piece("excess", SEATS, 4, scale=8, meaning="rice, sandals, wood, koban beyond the thermometer")
IKI_CODE = _piece("iki", SEATS, IKI_CELLS, meaning="IKI on the track, thermometer in steps of 5")
IKI_REST = _piece("iki_rest", SEATS, IKI_STEP - 1, meaning="IKI above the last full step, thermometer")
IKI_EXCESS = _piece("iki_excess", SEATS, 2, scale=16, meaning="steps of 5 beyond the thermometer: 128s, rest")
FIRE_CODE = _piece("fire", SEATS, FIRE_CELLS, meaning="firefighting, thermometer")
FIRE_EXCESS = _piece("fire_excess", SEATS, scale=8, meaning="firefighting beyond 10, on a longer track of an overlay")
TOKENS_HELD = _piece(
    "tokens", SEATS, 4, meaning="tokens held: hire discount, extra step, fire guard, joker; at most 127 each"
)
SQUARE = _piece("square", SEATS, SQUARES, meaning="the oyakata's square 1 to 8, one-hot; all zero off the street")
FIRE_ORDER = _piece("fire_order", SEATS, SEATS, meaning="by place in the fire order, the seat there")
GOODS_HELD = _piece("goods_held", SEATS, GOODS, meaning="fish, pipes and pouches that the seat has bought")

# --- the cards
BOARD = _piece("board", CARDS, SEATS, meaning="the seat whose kobun stands on the card; none on a neutral")
NAGAYA = _piece("nagaya", CARDS, ROOMS // NAGAYA_ROOMS, meaning="the nagaya of a card on the board, one-hot")
DEPTH = _piece("depth", CARDS, NAGAYA_ROOMS - 1, meaning="its room's distance from the edge, 0 to 3, thermometer")
RETIRED = _piece("retired", SEATS, CHARACTERS, meaning="characters that have retired with the seat")
HAND = _piece("hand", CARDS, meaning="the card that is taken and not yet placed")
ROW_CARDS = _piece("row", CHARACTERS, meaning="the character stands in the row, for hire")
ROW_PRICE = _piece(
    "row_price", CHARACTERS, scale=8, meaning="the price of a character in the row less the mon on it; may be negative"
)
DECK = _piece("deck", SEASON_CARDS, meaning="the season's character is still to be drawn, in the order of the tables")
OFFER = _piece("offer", BUILDINGS, meaning="the building is on offer")
BUILDING_PRICE = _piece(
    "building_price", BUILDINGS, RESOURCE_COUNT, scale=4, meaning="its price in mon, rice, sandals, wood, koban, IKI"
)
ON_SALE = _piece("on_sale", GOODS, meaning="the fish, pipe or pouch is on sale")
GOOD_PRICE = _piece("good_price", GOODS, scale=8, meaning="its price in mon while it is on sale")

# --- the rooms
OCCUPANT = _piece("occupant", ROOMS, OCCUPANTS, meaning="free, the seat's kobun (four cells), neutral; one-hot")
XP = _piece("xp", ROOMS, XP_CELLS, meaning="XP of the character in the room, thermometer")
SURCHARGE = _piece("surcharge", ROOMS, scale=4, meaning="surcharge of a free room in mon")

# --- the turn
PHASE = _piece("phase", len(STAGES), meaning="what the game waits for, one-hot in the order of `STAGES`")
TO_MOVE = _piece("to_move", SEATS, meaning="the deciding seat, one-hot; none for chance and at the end")
MONTH = _piece("month", NEW_YEAR, meaning="month 1 to 12, then New Year, one-hot")
SLOT = _piece("slot", SLOTS, SLOT_CELLS, meaning="slot can be taken, the seat on it (four cells), closed by a tile")
TILES = _piece("tiles", SLOTS, scale=4, meaning="blocking tiles not yet drawn, by the slot they close")
USED = _piece("used", 2, meaning="the deciding seat's deal with a shop is made, with a character is made")
WORKER = _piece("worker", ROOMS, meaning="the room of the character whose deal is unfinished")
SWAP = _piece("swap", ROOMS, meaning="the first room of a swap")
TO_REVEAL = _piece("to_reveal", COUNT_CELLS, meaning="cards of this month still to be drawn, thermometer")
BURNING = _piece("burning", ROOMS // NAGAYA_ROOMS, meaning="the nagaya that burns, one-hot")
PASSED = _piece("passed", COUNT_CELLS, meaning="rooms that the fire has passed, thermometer")
HUNGRY = _piece("hungry", COUNT_CELLS, meaning="characters of the deciding seat that must still leave, thermometer")
TURN = _piece("turn", COUNT_CELLS, meaning="seats that are through with feeding or with the visit, thermometer")
VISIT_ORDER = _piece("visit_order", SEATS, SEATS, meaning="by place in New Year's order, the seat there")

# --- the game
PLAYERS = _piece("players", SEATS - 1, meaning="two, three or four players, one-hot")
VARIANT = _piece(
    "variant",
    VARIANT_CELLS,
    meaning="rules of the edition: row before the start characters, neutrals need a room, goods in stacks, "
    "fixed buildings, blocking tiles, pipe and pouch in one deal",
)
CALENDAR = _piece(
    "calendar",
    CALENDAR_CELLS,
    scale=4,
    meaning="months to the next payday and to the next fire, its strength",
)

CELLS = LAYOUT[-1].offset + LAYOUT[-1].size
"""The length of the vector."""
PIECES = {piece.name: piece for piece in LAYOUT}
"""The pieces by name."""

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
