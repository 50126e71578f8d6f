"""Typed events with names: for logs, animations and statistics.

``game.events`` holds one :class:`Event` for each effect of a move or of chance, in order. ``KindName`` names the kinds,
and docs/build/library.md lists the fields of each; a field that a kind does not use is ``None``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal, get_args

from edokko.components import model
from edokko.components.ids import BUILDING_IDS, CARD_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.rules import events
from edokko.rules.moves import ROOM_IDS

# Groups keep each list on few lines; a Literal of Literals is their union.
_Possession = Literal["gained", "fire_rose", "xp_gained", "retired", "token_gained", "token_spent"]
_Piece = Literal["placed", "left", "moved", "lapped", "swapped"]
_Choice = Literal["slot_taken", "card_taken", "good_bought"]
_Offer = Literal["revealed", "slot_closed", "building_offered"]
_Fire = Literal["fire_broke_out", "fire_passed", "fire_put_out", "fire_died"]
_Time = Literal["mon_on_card", "season_began", "payday_began", "harmony_scored", "fed", "month_began", "turn_began"]
KindName = Literal[_Possession, _Piece, _Choice, _Offer, _Fire, _Time, "game_ended"]
"""A kind of event."""
_Turn = Literal["setup", "slot", "income", "card_mon", "hire", "surcharge", "hire_bonus", "move", "lap"]
_Deal = Literal["shop", "work", "opponent", "use", "training", "build", "good"]
_End = Literal["salary", "harmony", "food", "building", "fire", "season", "neutral", "visit"]
ReasonName = Literal[_Turn, _Deal, _End]
"""A reason of a gain, a payment, XP or a loss."""
Group = Literal[model.Nagaya, "corners"]

KINDS: tuple[KindName, ...] = get_args(KindName)
"""All kinds of events."""
REASONS: tuple[ReasonName, ...] = get_args(ReasonName)
"""The reasons of gains, payments, XP and losses."""


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

    kind: KindName
    seat: int | None = None
    resource: model.Resource | None = None
    card: str | None = None
    room: str | None = None
    square: int | None = None
    slot: model.Slot | None = None
    good: str | None = None
    building: str | None = None
    token: model.Token | None = None
    type: model.Type | None = None
    nagaya: model.Nagaya | None = None
    group: Group | None = None
    season: model.Season | None = None
    level: int | None = None
    amount: int | None = None
    reason: ReasonName | None = None
    source: str | None = None
    detail: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the event as a dictionary of the fields that it uses."""
        items = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in items if value is not None}

    def __repr__(self) -> str:
        rest = "".join(f", {name}={value!r}" for name, value in self.to_json().items() if name != "kind")
        return f"Event({self.kind!r}{rest})"


_NAMES: dict[str, tuple[str, ...]] = {
    "resource": model.RESOURCES,
    "card": CARD_IDS,
    "room": ROOM_IDS,
    "slot": IKIZAMA_IDS,
    "good": GOOD_IDS,
    "building": BUILDING_IDS,
    "token": model.TOKENS,
    "type": model.TYPES,
    "nagaya": model.NAGAYAS,
    "group": events.GROUP_IDS,
    "season": model.SEASONS,
}


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
    kind = events.EVENT_KINDS[kind_number]
    reason = events.REASONS[reason_number] if reason_number >= 0 else None
    values: dict[str, Any] = {}
    if kind.subject:
        values[kind.subject] = _name(kind.subject, subject)
    if kind.room:
        values[kind.room] = _name(kind.room, room)
    if kind_number == events.SWAPPED:
        values["source"] = ROOM_IDS[detail]
    elif reason and reason.sources and detail >= 0 and not kind.has_detail:
        values["source"] = reason.sources[detail]
    return Event(
        KINDS[kind_number],
        seat if seat >= 0 else None,
        # For a card that burnt, the strength of the fire.
        amount=amount if kind.has_amount or reason_number == events.BY_FIRE else None,
        reason=REASONS[reason_number] if reason else None,
        detail=detail if kind.has_detail else None,
        **values,
    )
