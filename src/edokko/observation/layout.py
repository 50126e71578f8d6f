"""The observation: what a seat sees, as one vector of small integers with named pieces.

Version 1. The vector is egocentric: seat 0 of every piece is the seat that looks, then the others follow in seat order.
Cards are places: each card has cells for where it stands. Amounts are in thermometer code: 3 rice are ``1 1 1 0 0 0``.
Prices are numbers, so the prices of an overlay are seen. One shape serves two to four players and both editions; the
cells of missing seats stay zero. IKI has no hidden information, so the vector holds the whole state: only the order of
the row is left out, which no rule depends on.

Cells are ``int8``. Nearly all are 0 or 1, prices are at most 99, and large amounts of mon and IKI are split into two
cells. An ``int16`` vector would double the memory that a batch writes at every step and carry nothing more.

The encoder is :mod:`edokko.observation.encoder`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from edokko.rules.phases import STAGES
from edokko.rules.state import (
    BUILDINGS,
    CHARACTERS,
    GOODS,
    NAGAYA_ROOMS,
    NEW_YEAR,
    RESOURCE_COUNT,
    ROOMS,
    SEASON_CARDS,
    SEATS,
    SLOTS,
    SQUARES,
)

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
