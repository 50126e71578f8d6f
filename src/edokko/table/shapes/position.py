"""The position of a game, and its moves."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from edokko.explain.previews import Preview
from edokko.table.shapes.base import Bundle, ResponseShape


class Amounts(ResponseShape):
    """The resources and cards of a seat."""

    seat: int
    mon: int
    rice: int
    sandals: int
    wood: int
    koban: int
    iki: int
    fire: int
    kobun: int
    """The free kobun."""
    square: int
    """The square of the oyakata: 1 to 8, 0 before the lap line."""
    points: int
    """The final score if the game ended now."""
    slot: str | None = None
    """The slot of the ikizama."""
    retired: list[str] = field(default_factory=list)
    """Character ids."""
    tokens: list[str] = field(default_factory=list)
    pipes: list[str] = field(default_factory=list)
    pouches: list[str] = field(default_factory=list)
    fish: list[str] = field(default_factory=list)
    hungry: int = 0
    """In a month with a payday: the number of characters that the rice, salaries included, would not feed."""
    sign: Literal["sun", "moon"] | None = None
    """With two players: the sun chooses the neutral of odd months, the moon that of even ones."""


class Room(ResponseShape):
    """A room of the board, empty or not."""

    id: str
    """``A1`` to ``D4``."""
    squares: list[int]
    """The squares from which its character can be used."""
    surcharge: int = 0
    """The surcharge of placing a card there, in mon."""
    card: str | None = None
    """The id of a character or a building."""
    kind: Literal["character", "building"] | None = None
    owner: int | None = None
    """The seat whose kobun is there; ``None`` for a neutral."""
    step: int = 0
    """The step of the kobun, from 0: its XP."""
    steps: int = 0
    """The XP at which the character retires."""
    salary: Bundle = field(default_factory=dict)
    """The salary of the step at a payday."""
    retires: bool = False
    """Whether the character retires with the next step."""


class RowCard(ResponseShape):
    """A character that can be hired."""

    card: str
    cost: int
    """The printed cost, in mon."""
    mon: int = 0
    """Mon on the card, which the player who hires it gets first."""


class Good(ResponseShape):
    """A fish, a pipe or a pouch on sale."""

    good: str
    kind: Literal["fish", "pipe", "pouch"]
    price: int
    """In mon."""


class Offer(ResponseShape):
    """A building on offer."""

    building: str
    cost: Bundle
    """The printed cost, without the surcharge of a room."""


class Boat(ResponseShape):
    """A slot of the way of life."""

    slot: str
    """``1-4``, ``1``, ``2``, ``3`` or ``4``, in the order of play."""
    seat: int | None = None
    closed: bool = False
    mon: int = 0
    """The mon that the slot yields."""
    hires: bool = True
    """Whether a turn in this slot includes income or a hire."""


class Fire(ResponseShape):
    nagaya: str
    passed: int
    """The number of rooms that the fire has passed."""
    room: str
    """The room that the fire has reached."""
    strength: int
    """The strength of the fire there."""


class Turn(ResponseShape):
    """The options that the turn of the deciding seat still has."""

    seat: int
    slot: str | None = None
    hire: Literal["open", "done", "none"] = "none"
    """Income or hiring; ``none`` if the slot has neither."""
    slot_mon: int = 0
    """The mon that the slot yields."""
    move: Literal["open", "done", "none"] = "none"
    shop: Literal["open", "done", "none"] = "none"
    work: Literal["open", "done", "none"] = "none"
    pending: str | None = None
    """The card that has been paid for and needs a room."""
    worker: str | None = None
    """The character whose deal is not finished."""
    swap_room: str | None = None
    hungry: int = 0
    """The number of characters that still have to leave because of missing rice."""
    mouths: int = 0
    """Meanwhile: the seat's characters on the board. There is rice for all but the hungry ones."""
    reaches: list[int] = field(default_factory=list)
    """Until the oyakata has moved: the squares that it can reach without sandals."""


class Position(ResponseShape):
    """The complete public position, without hidden information."""

    month: int
    """1 to 12; 13 is New Year."""
    stage: str
    """The kind of the current decision: ``way_of_life``, ``deals`` and so on."""
    season: str
    players: list[Amounts]
    rooms: list[Room]
    row: list[RowCard]
    goods: list[Good]
    offer: list[Offer]
    boats: list[Boat]
    fire_order: list[int]
    """The seats by firefighting (F), the highest first."""
    order: list[int] = field(default_factory=list)
    """The seats in the order of play of this month, or of the visits at New Year; empty while slots are chosen."""
    burning: Fire | None = None


class Month(ResponseShape):
    """A month of the calendar."""

    month: int
    season: str
    payday: bool = False
    fire: int = 0
    """The strength of the fire at the end of the month."""


class LegalMove(ResponseShape):
    """A move that may be played now."""

    words: str
    """The words to send."""
    kind: str
    parts: list[str] = field(default_factory=list)
    """The arguments of the kind: a card, a room, squares, an option of a shop."""
    preview: Preview = field(default_factory=Preview)
    """Empty if the move costs and yields nothing."""


class Unavailable(ResponseShape):
    """An illegal move of the expected kinds, and why it is illegal: `edokko.explain.refusals`."""

    words: str
    kind: str
    reason: str
    """A code such as ``short`` or ``room_occupied``; the page has a message for each."""
    parts: list[str] = field(default_factory=list)
    missing: Bundle = field(default_factory=dict)
    card: str | None = None
    good: str | None = None
    room: str | None = None
    slot: str | None = None
    seat: int | None = None
    squares: list[int] = field(default_factory=list)
    limit: int | None = None
