"""Typed events with names: for logs, animations and statistics.

``game.events`` holds one :class:`Event` for each effect of a move or of chance, in order. ``KINDS``
lists the kinds; a field that a kind does not use is ``None``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from edokko.components.ids import BUILDING_IDS, CARD_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS, RESOURCES, SEASONS, TOKENS, TYPES
from edokko.rules.moves import ROOM_IDS, SHOP_OPTIONS

GROUP_IDS = (*NAGAYAS, "corners")
"""The harmony groups."""

REASONS = (
    "setup",
    "slot",
    "income",
    "card_mon",
    "hire",
    "surcharge",
    "hire_bonus",
    "move",
    "lap",
    "shop",
    "work",
    "opponent",
    "use",
    "training",
    "build",
    "good",
    "salary",
    "harmony",
    "food",
    "building",
    "fire",
    "season",
    "neutral",
    "visit",
)
"""The reasons of gains, payments, XP and losses, in the order of :mod:`edokko.rules.events`."""


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """An event of a game.

    Attributes:
        kind: one of ``KINDS``.
        seat: the seat concerned; ``None`` for the table and for neutrals.
        amount: an amount (negative if paid); for some kinds steps, strength, XP or a count.
        reason: one of ``REASONS``.
        source: the id of the card, room, slot, ... behind the reason.
        detail: a second number: cards of a type, the square a piece came from, mouths to feed.
    """

    kind: str
    seat: int | None = None
    resource: str | None = None
    card: str | None = None
    room: str | None = None
    square: int | None = None
    slot: str | None = None
    good: str | None = None
    building: str | None = None
    token: str | None = None
    type: str | None = None
    nagaya: str | None = None
    group: str | None = None
    season: str | None = None
    level: int | None = None
    amount: int | None = None
    reason: str | None = None
    source: str | None = None
    detail: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the event as a dictionary of the fields that it uses."""
        items = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in items if value is not None}

    def __repr__(self) -> str:
        rest = "".join(f", {name}={value!r}" for name, value in self.to_json().items() if name != "kind")
        return f"Event({self.kind!r}{rest})"


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str
    subject: str | None = None
    """The field that takes the raw event's subject."""
    room: str | None = None
    """The field that takes the raw event's room."""
    amount: bool = False
    detail: bool = False


_TABLE = (
    _Kind("gained", "resource", amount=True),
    _Kind("fire_rose", "level", amount=True),
    _Kind("xp_gained", "card", "room", amount=True),
    _Kind("retired", "card", "room"),
    _Kind("token_gained", "token", amount=True),
    _Kind("token_spent", "token", "room", amount=True),
    _Kind("placed", "card", "room"),
    _Kind("left", "card", "room"),
    _Kind("moved", "square", amount=True, detail=True),
    _Kind("lapped"),
    _Kind("swapped", "card", "room"),
    _Kind("slot_taken", "slot"),
    _Kind("card_taken", "card"),
    _Kind("good_bought", "good"),
    _Kind("revealed", "card"),
    _Kind("slot_closed", "slot"),
    _Kind("building_offered", "building"),
    _Kind("fire_broke_out", "nagaya", amount=True),
    _Kind("fire_passed", None, "room", amount=True),
    _Kind("fire_put_out", "card", "room", amount=True),
    _Kind("fire_died", "nagaya"),
    _Kind("mon_on_card", "card", amount=True),
    _Kind("season_began", "season"),
    _Kind("payday_began", "level"),
    _Kind("harmony_scored", "type", "group", amount=True, detail=True),
    _Kind("fed", None, amount=True, detail=True),
    _Kind("month_began", "level"),
    _Kind("turn_began", "slot"),
    _Kind("game_ended"),
)
KINDS = tuple(kind.name for kind in _TABLE)
"""All kinds of events, in the order of :mod:`edokko.rules.events`."""

_NAMES: dict[str, tuple[str, ...]] = {
    "resource": RESOURCES,
    "card": CARD_IDS,
    "room": ROOM_IDS,
    "slot": IKIZAMA_IDS,
    "good": GOOD_IDS,
    "building": BUILDING_IDS,
    "token": TOKENS,
    "type": TYPES,
    "nagaya": NAGAYAS,
    "group": GROUP_IDS,
    "season": SEASONS,
}

_SOURCES: dict[str, tuple[str, ...]] = {
    "card_mon": CARD_IDS,
    "hire": CARD_IDS,
    "hire_bonus": CARD_IDS,
    "work": CARD_IDS,
    "opponent": CARD_IDS,
    "salary": CARD_IDS,
    "surcharge": ROOM_IDS,
    "shop": SHOP_OPTIONS,
    "build": BUILDING_IDS,
    "building": BUILDING_IDS,
    "good": GOOD_IDS,
    "harmony": GROUP_IDS,
    "slot": IKIZAMA_IDS,
}
"""The ids of the sources, by reason; the raw event's detail is an index into them."""


def _name(field: str | None, number: int) -> Any:
    if field is None or number < 0:
        return None
    names = _NAMES.get(field)
    return names[number] if names else number


@lru_cache(maxsize=20_000)
def decode(raw: tuple[int, ...]) -> Event:
    """Decode a raw event of the engine into names.

    Args:
        raw: ``(kind, seat, subject, room, amount, reason, detail)`` as in :mod:`edokko.rules.events`.
    """
    kind_number, seat, subject, room, amount, reason_number, detail = raw
    kind = _TABLE[kind_number]
    values: dict[str, Any] = {}
    if kind.subject:
        values[kind.subject] = _name(kind.subject, subject)
    if kind.room:
        values[kind.room] = _name(kind.room, room)
    reason = REASONS[reason_number] if reason_number >= 0 else None
    source = _SOURCES.get(reason or "")
    if kind.name == "swapped":
        values["source"] = ROOM_IDS[detail]
    elif source and detail >= 0 and not kind.detail:
        values["source"] = source[detail]
    return Event(
        kind.name,
        seat if seat >= 0 else None,
        # For a card that burnt, the strength of the fire.
        amount=amount if kind.amount or reason == "fire" else None,
        reason=reason,
        detail=detail if kind.detail else None,
        **values,
    )
