"""The searchable state of one game: all that the rules need, without hidden information, log or random generator.

Cards are numbered 0 to 59 (characters, in the order of the components) and 60 to 69 (buildings);
rooms 0 to 15 (four to a nagaya, from the edge inwards); squares 1 to 8 (0 is off the street); slots 0
to 4 in the order of the board. ``ABSENT`` (-1) stands for no seat, no card or no room.
"""

from __future__ import annotations

from typing import Annotated

from edokko.rules.engine.fields import Cells, Fields, fields

SEATS = 4
CHARACTERS = 60
START_CARDS = 4
SEASON_CARDS = 14
BUILDINGS = 10
FIRST_BUILDING = CHARACTERS
GOODS = 24
SEASON_GOODS = 6
ROOMS = 16
NAGAYA_ROOMS = 4
SQUARES = 8
SLOTS = 5
ROW = 12
RESOURCE_COUNT = 6
BUNDLE = 7
"""Resources and, last, firefighting: the width of every bundle in the tables."""

MON, RICE, SANDALS, WOOD, KOBAN, IKI, FIRE = range(BUNDLE)
HIRE_DISCOUNT, EXTRA_STEP, FIRE_GUARD, JOKER = range(4)
FISH, PIPE, POUCH = range(3)
NO_EFFECT, TRAINS, BUILDS, SWAPS = range(4)

ABSENT = -1
NEW_YEAR = 13

Small = Annotated[int, Cells("i1")]
BySeat = Annotated[list[int], Cells("i1", (SEATS,))]
ByRoom = Annotated[list[int], Cells("i1", (ROOMS,))]
BySlot = Annotated[list[int], Cells("i1", (SLOTS,))]


@fields
class State(Fields):
    """One game. Seats beyond the number of players stay zero."""

    events: list[tuple[int, ...]] | None
    """The plain engine's event list; neither copied nor part of the record (see :mod:`edokko.rules.events`)."""

    # --- seats
    resources: Annotated[list[list[int]], Cells("i2", (SEATS, RESOURCE_COUNT))]
    """mon, rice, sandals, wood, koban and IKI of each seat."""
    retired: Annotated[list[int], Cells("i8", (SEATS,))]
    """Set of characters (bit = card)."""
    held: Annotated[list[int], Cells("i4", (SEATS,))]
    """Set of fish, pipes and pouches (bit = good)."""
    tokens: Annotated[list[list[int]], Cells("i1", (SEATS, 4))]
    fire: BySeat
    fire_order: BySeat
    """Seats by F and stack, first to last."""
    square: BySeat

    # --- the table
    month: Small
    room_card: ByRoom
    room_owner: ByRoom
    """The seat whose kobun stands there; ``ABSENT`` on neutrals and empty rooms."""
    room_xp: ByRoom
    row_card: Annotated[list[int], Cells("i1", (ROW,))]
    row_mon: Annotated[list[int], Cells("i1", (ROW,))]
    row_count: Small
    deck: Annotated[int, Cells("i2")]
    """The season's characters not yet drawn (bit = place in the season)."""
    offer: Annotated[int, Cells("i2")]
    """The buildings on offer (bit = building)."""
    goods: Annotated[int, Cells("i4")]
    """The fish, pipes and pouches on sale (bit = good)."""
    tiles: BySlot
    """Blocking tiles not yet drawn, by the slot they close."""
    closed: Small
    ikizama: BySlot
    """The seat on each slot, from its choice to the end of its turn."""

    # --- the turn
    phase: Small
    seat: Small
    """The deciding seat; ``ABSENT`` while chance decides and when the game is over."""
    pending: Small
    """The card that is taken and not yet placed."""
    shop_used: Small
    work_used: Small
    worker: Small
    """The character whose deal is unfinished; it gains its XP at the end of the deal."""
    swap_room: Small
    to_reveal: Small
    fire_nagaya: Small
    fire_room: Small
    """The number of rooms that the fire has already passed."""
    hungry: Small
    """The number of the deciding seat's characters that still have to leave for lack of rice."""
    turn: Small
    """The number of seats whose feeding has begun (payday) or whose visit is over (New Year)."""
    visit_order: BySeat
    """The order of New Year, fixed when it begins."""
