"""The values of a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from msgspec import Meta

from edokko.position.form import put_in_order

Ids = Annotated[tuple[str, ...], Meta(description="a list of ids")]
Seats = Annotated[tuple[int, ...], Meta(description="a list of seats")]
CardRow = Annotated[
    tuple[Annotated[tuple[str, int], Meta(description="a character and the mon on it")], ...],
    Meta(description="a list of characters and mon"),
]
SeatBySlot = Annotated[Mapping[str, int], Meta(description="an object of slots and seats")]
TilesBySlot = Annotated[Mapping[str, int], Meta(description="an object of slots and tiles left")]


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """A player's resources, cards and goods. All lists of ids are sorted."""

    mon: int
    """The money."""
    rice: int
    sandals: int
    wood: int
    koban: int
    """Gold coins."""
    iki: int
    """The IKI on the track, without the end scoring."""
    fire: int
    """F, the level on the firefighting track."""
    kobun: int
    """The number of free kobun, which stand neither on characters nor on buildings."""
    square: int
    """The square of the oyakata: 1 to 8, or 0 off the street."""
    retired: Ids
    """The ids of the characters that have retired."""
    tokens: Ids
    """One entry per token: ``hire_discount``, ``extra_step``, ``fire_guard`` or ``joker``."""
    pipes: Ids
    """The ids of the pipes bought, such as ``spring_pipe_1``."""
    pouches: Ids
    """The ids of the tobacco pouches bought."""
    fish: Ids
    """The ids of the fish bought, at most one per season."""

    def __post_init__(self) -> None:
        put_in_order(self)


@dataclass(frozen=True, slots=True)
class RoomPosition:
    """A card on the board."""

    card: str
    """The id of a character or a building."""
    owner: int | None
    """The seat whose kobun stands there; ``None`` on a neutral."""
    xp: int
    """The XP; 0 on buildings and neutrals."""


@dataclass(frozen=True, slots=True)
class FirePosition:
    """The progress of a fire."""

    nagaya: str
    """``A`` to ``D``."""
    passed: int
    """The number of rooms of the nagaya that the fire has passed."""


Players = Annotated[
    tuple[Annotated[PlayerPosition, Meta(description="a player, as an object")], ...],
    Meta(description="a list of players", min_length=2, max_length=4),
]
Rooms = Annotated[
    Mapping[str, Annotated[RoomPosition, Meta(description="a card with its owner and xp")]],
    Meta(description="an object of rooms"),
]
Fire = Annotated[FirePosition | None, Meta(description="a nagaya and the number of rooms passed")]
Edition = Literal["2021", "2015"]
_Setup = Literal["choose_start", "place_start"]
_Turn = Literal["way_of_life", "income_or_hire", "place_hired", "move", "extra_step_choice", "deals", "place_built"]
_Deal = Literal["choose_trainee", "choose_building", "swap_first", "swap_second"]
_End = Literal["guard_or_burn", "starve", "choose_neutral", "place_neutral", "visit"]
_Chance = Literal["draw_building", "draw_tile", "draw_card", "draw_fire"]
Stage = Literal[_Setup, _Turn, _Deal, _End, _Chance, "over"]
OverlayValues = Annotated[Mapping[str, object] | None, Meta(description="an overlay, as an object, or null")]


@dataclass(frozen=True, slots=True)
class PositionValues:
    """The fields of a :class:`edokko.Position`, which adds what writes and reads them."""

    edition: Annotated[Edition, Meta(extra_json_schema={"enum": get_args(Edition)})]
    """``"2021"`` or ``"2015"``."""
    rules_version: int
    """The version of the rules."""
    components: OverlayValues
    """The overlay, ``None`` for the shipped tables."""
    stage: Annotated[Stage, Meta(extra_json_schema={"enum": get_args(Stage)})]
    """The decision or chance step that is due."""
    seat: int | None
    """The deciding seat; ``None`` while chance decides and when the game is over."""
    month: int
    """1 to 12; 13 is New Year."""
    players: Players
    """Each player's resources, cards and goods, by seat."""
    fire_order: Seats
    """The seats in fire order, first to last."""
    ikizama: SeatBySlot
    """The way of life: the seat on each taken slot."""
    closed: str | None
    """The slot that a blocking tile closes this month."""
    row: CardRow
    """The characters for hire, each with the mon on it."""
    rooms: Rooms
    """The cards on the board, by room (``A1`` to ``D4``); free rooms are left out."""
    buildings: Ids
    """The buildings on offer."""
    goods: Ids
    """The fish, pipes and pouches on sale."""
    deck: Ids
    """The season's characters not yet drawn."""
    tiles: TilesBySlot
    """The blocking tiles not yet drawn, by the slot they close."""
    pending: str | None
    """The card that is taken and not yet placed."""
    worker: str | None
    """The character whose deal is unfinished."""
    swap_room: str | None
    """The first room of a swap."""
    shop_used: bool
    """Whether the deciding seat has made its deal with a shop this turn."""
    work_used: bool
    """Whether the deciding seat has made its deal with a character this turn."""
    to_reveal: int
    """The number of cards of this month still to be drawn."""
    burning: Fire
    """The fire that waits for a decision, ``None`` without one."""
    hungry: int
    """The number of the deciding seat's characters that still have to leave for lack of rice."""
    turn: int
    """At a payday, the number of seats whose feeding has begun; at New Year, the number of visits that are over."""
    visit_order: Seats
    """The seats in New Year's order, empty before New Year."""

    def __post_init__(self) -> None:
        put_in_order(self)
