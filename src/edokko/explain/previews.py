"""What a legal move costs and yields, before it is played.

The move is carried out on a copy of the state that reports events; their sum is the preview. Automatic steps after the
move are not carried out. So a month's end, a payday or another seat's turn never counts as the yield of a move, and no
chance is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from edokko.components.ids import CARD_IDS, GOOD_IDS
from edokko.components.model import RESOURCES, TOKENS
from edokko.explain.dangers import Meal, next_fire, next_meal
from edokko.rules.deals import finish_work
from edokko.rules.events import (
    BY_SURCHARGE,
    FIRE_ROSE,
    GAINED,
    GOOD_BOUGHT,
    LAPPED,
    LEFT,
    MOVED,
    RETIRED,
    TOKEN_GAINED,
    TOKEN_SPENT,
    XP_GAINED,
)
from edokko.rules.moves import ROOM_IDS
from edokko.rules.payday import type_in_group
from edokko.rules.phases import KINDS_BY_PHASE, PLACE_BUILT, PLACE_HIRED, WAY_OF_LIFE
from edokko.rules.referee import carry_out, play_place
from edokko.rules.resources import is_free
from edokko.rules.state import ABSENT, FIRE, MON, NAGAYA_ROOMS, ROOMS, SQUARES, State
from edokko.rules.tables import GROUPS, Tables
from edokko.rules.turn import free_squares
from edokko.rules.way_of_life import slot_of

Amounts = Mapping[str, int]
"""The amount of each resource (``mon`` to ``iki``, for opponents ``fire`` too)."""

PLACES_CARD = (PLACE_HIRED, PLACE_BUILT)
"""The phases in which a paid card waits for its room."""


class Training(Struct, frozen=True, gc=False):
    """One XP that a character gains."""

    card: str
    seat: int
    """The character's owner."""
    room: str
    xp: int
    """Its XP after the gain; it may retire with it."""


class Preview(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a move costs and yields. Everything except ``later`` happens as soon as the move is played."""

    spend: Amounts = field(default_factory=dict)
    """What the mover pays."""
    gain: Amounts = field(default_factory=dict)
    """What the mover gains, including the mon on a hired card. A resource both paid and gained is in both fields."""
    fire: int = 0
    """The levels of F that the mover gains; 0 at the top of the track."""
    fire_order: tuple[int, ...] | None = None
    """The seats by F after the move, if it changes their order."""
    goods: tuple[str, ...] = ()
    """The fish, pipe or pouch bought."""
    trains: tuple[Training, ...] = ()
    """The XP that characters gain, the mover's and opponents'."""
    retires: tuple[str, ...] = ()
    """The cards of ``trains`` that retire."""
    tokens: Amounts = field(default_factory=dict)
    """The tokens that the mover gains or, below zero, spends."""
    leaves: tuple[str, ...] = ()
    """The cards that leave the game."""
    square: int | None = None
    """The square where the mover's oyakata lands."""
    laps: int = 0
    """How many times it crosses the lap line."""
    opponents_gain: Mapping[int, Amounts] = field(default_factory=dict)
    """What each opponent gains, by seat."""
    rooms: Amounts | None = None
    """For ``hire`` and both kinds of ``build``: the rooms the mover can pay, each with the price in mon of
    card and room together."""
    missing: Amounts | None = None
    """For the same moves: the free rooms the mover cannot pay, each with the missing mon."""
    alike: Amounts | None = None
    """For ``hire``: for each of ``rooms`` the number of characters of the same type in its best harmony group,
    including the new one."""
    wards: Amounts = field(default_factory=dict)
    """For ``hire``: those of ``rooms`` where the character would put out the next fire, but only with the F that the
    hire yields; each with the strength of the fire there."""
    meal: Meal | None = None
    """For ``hire``: the rice that the mover's characters need and have at the next payday, including the new one."""
    reaches: tuple[int, ...] = ()
    """For ``ikizama``: the squares that a move on this slot reaches without sandals."""
    asks: tuple[str, ...] = ()
    """The kinds of move that the mover decides next, if its decision continues at once."""
    later: Preview | None = None
    """What is certain to follow with the next moves or with the turn: hire bonus and Watchtower with ``place``,
    the XP or the departure of a character at the end of its work, the mon of a slot. Rooms are the present ones.
    ``None`` if nothing follows."""


def preview(tables: Tables, state: State, move: int) -> Preview:
    """Return what a move costs and yields.

    Args:
        state: a game that waits for a decision; it is not changed.
        move: one of its legal moves; for any other the result is meaningless.

    Returns:
        The preview, from the deciding seat's point of view.
    """
    after = state.copy()
    events: list[tuple[int, ...]] = []
    after.events = events
    carry_out(tables, after, move)
    totals = _EventTotals(state.seat, state.fire)
    totals.add(events)
    free, mon = _free_rooms(tables, after), after.resources[state.seat][MON]
    rooms = [room for room in free if tables.surcharge[room] <= mon]
    price = totals.spend.get(RESOURCES[MON], 0)
    hires = bool(rooms) and after.phase == PLACE_HIRED
    return totals.preview(
        fire_order=_new_order(tables, state.fire_order, after),
        rooms={ROOM_IDS[room]: price + tables.surcharge[room] for room in rooms} if rooms else None,
        missing=_missing(tables, free, mon) if rooms else None,
        alike=neighbours(tables, after, rooms) if hires else None,
        reaches=reached_squares(tables, after, state.seat) if state.phase == WAY_OF_LIFE else (),
        asks=KINDS_BY_PHASE.get(after.phase, ()) if after.seat == state.seat else (),
        # Last: this carries out the rest of the decision on `after`, so a hired character then stands in its room.
        later=_later(tables, state, after, rooms),
        meal=next_meal(tables, after, state.seat) if hires else None,
        wards=_wards(tables, state, rooms, after.fire[state.seat]) if hires else {},
    )


def _new_order(tables: Tables, before: list[int], after: State) -> tuple[int, ...] | None:
    return tuple(after.fire_order[: tables.players]) if after.fire_order != before else None


def _free_rooms(tables: Tables, state: State) -> list[int]:
    """Return the free rooms for the card just taken, if any. The seat can pay at least one of them."""
    return [room for room in range(ROOMS) if is_free(tables, state, room)] if state.phase in PLACES_CARD else []


def _missing(tables: Tables, free: Iterable[int], mon: int) -> dict[str, int]:
    """Return the free rooms whose surcharge exceeds the remaining mon, each with the difference."""
    return {ROOM_IDS[room]: tables.surcharge[room] - mon for room in free if tables.surcharge[room] > mon}


def neighbours(tables: Tables, state: State, rooms: Iterable[int]) -> dict[str, int]:
    """Count the characters of the taken card's type in the best harmony group of each room, the card included."""
    kind = tables.type[state.pending]
    best: dict[int, int] = {}
    for group in range(GROUPS):
        count = 1 + type_in_group(tables, state, group, kind, ABSENT)
        for room in tables.group_room[group]:
            best[room] = max(count, best.get(room, 0))
    return {ROOM_IDS[room]: best[room] for room in rooms}


def _wards(tables: Tables, before: State, rooms: Iterable[int], level: int) -> dict[str, int]:
    """Return the rooms where a new level of F puts out the next fire, unlike the old one, each with the strength."""
    month = next_fire(tables, before.month)
    if month is None:
        return {}
    strengths = {room: tables.fire_strength[month] - room % NAGAYA_ROOMS for room in rooms}
    return {ROOM_IDS[room]: here for room, here in strengths.items() if before.fire[before.seat] < here <= level}


def reached_squares(tables: Tables, state: State, seat: int) -> tuple[int, ...]:
    """Return the squares where a seat's oyakata may land on its slot without sandals (RULES 3.C.2)."""
    lengths = range(tables.slot_from[slot_of(state, seat)], free_squares(tables, state, seat) + 1)
    return tuple((state.square[seat] + length - 1) % SQUARES + 1 for length in lengths)


def _later(tables: Tables, before: State, after: State, rooms: Sequence[int]) -> Preview | None:
    """Return what is certain to follow a move, by carrying out the rest of the decision on the caller's copy."""
    if before.phase == WAY_OF_LIFE:
        mon = tables.slot_mon[slot_of(after, before.seat)]
        return Preview(gain={RESOURCES[MON]: mon}) if mon else None
    if after.phase not in PLACES_CARD and after.worker < 0:
        return None
    totals, fire_order = _EventTotals(after.seat, after.fire), after.fire_order[:]
    events: list[tuple[int, ...]] = []
    after.events = events
    if rooms:
        play_place(tables, after, rooms[0])
    else:
        finish_work(tables, after)
    totals.add([event for event in events if event[5] != BY_SURCHARGE])
    later = totals.preview(fire_order=_new_order(tables, fire_order, after))
    return later if later != _NOTHING else None


_NOTHING = Preview()


class _EventTotals:
    """The sum of events, from one seat's point of view; its public attributes are fields of a preview."""

    def __init__(self, seat: int, fire: list[int]) -> None:
        self._seat = seat
        self._levels = fire[:]
        self.spend: dict[str, int] = {}
        self.gain: dict[str, int] = {}
        self.fire = 0
        self.goods: list[str] = []
        self.trains: list[Training] = []
        self.retires: list[str] = []
        self.tokens: dict[str, int] = {}
        self.leaves: list[str] = []
        self.square: int | None = None
        self.laps = 0
        self.opponents_gain: dict[int, dict[str, int]] = {}

    def add(self, events: list[tuple[int, ...]]) -> None:
        """Add up events, in their order."""
        for kind, seat, subject, room, amount, _, _ in events:
            if kind == GAINED:
                self._add_gain(seat, RESOURCES[subject], amount)
            elif kind == FIRE_ROSE:
                self._add_fire(seat, subject)
            elif kind == XP_GAINED:
                self.trains.append(Training(CARD_IDS[subject], seat, ROOM_IDS[room], amount))
            elif kind == RETIRED:
                self.retires.append(CARD_IDS[subject])
            elif kind == LEFT:
                self.leaves.append(CARD_IDS[subject])
            elif kind == GOOD_BOUGHT:
                self.goods.append(GOOD_IDS[subject])
            elif seat == self._seat:
                self._add_own(kind, subject, amount)

    def _add_own(self, kind: int, subject: int, amount: int) -> None:
        """Add an event that counts only for the mover."""
        if kind == MOVED:
            self.square = subject
        elif kind == LAPPED:
            self.laps += 1
        elif kind == TOKEN_GAINED:
            _count(self.tokens, TOKENS[subject], amount)
        elif kind == TOKEN_SPENT:
            _count(self.tokens, TOKENS[subject], -amount)

    def _add_gain(self, seat: int, resource: str, amount: int) -> None:
        if seat != self._seat:
            _count(self.opponents_gain.setdefault(seat, {}), resource, amount)
        elif amount < 0:
            _count(self.spend, resource, -amount)
        else:
            _count(self.gain, resource, amount)

    def _add_fire(self, seat: int, level: int) -> None:
        steps = level - self._levels[seat]
        self._levels[seat] = level
        if seat == self._seat:
            self.fire += steps
        elif steps:
            self._add_gain(seat, RESOURCES[FIRE], steps)

    def preview(self, **others: Any) -> Preview:
        """Return the totals as a preview, completed by the fields that no event carries."""
        # Each field by name: a position has a dozen previews, and a walk over `vars()` took as long as a move.
        return Preview(
            spend=self.spend,
            gain=self.gain,
            fire=self.fire,
            goods=tuple(self.goods),
            trains=tuple(self.trains),
            retires=tuple(self.retires),
            tokens=self.tokens,
            leaves=tuple(self.leaves),
            square=self.square,
            laps=self.laps,
            opponents_gain=self.opponents_gain,
            **others,
        )


def _count(amounts: dict[str, int], key: str, amount: int) -> None:
    amounts[key] = amounts.get(key, 0) + amount
