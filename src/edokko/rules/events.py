"""Raw events of the engine: the optional stream behind logs and animations.

The plain engine appends one tuple of integers to ``state.events`` for each event, unless ``events`` is ``None``.
The native engine reports the same numbers to a buffer, if it was built with events (:mod:`edokko.native`).

Each event is ``(kind, seat, subject, room, amount, reason, detail)``; a field that a kind does not use is ``ABSENT``.
Each kind and each reason is declared once, with what :mod:`edokko.events` needs to decode them into names and types.
"""

from __future__ import annotations

from typing import NamedTuple

from edokko.components.ids import BUILDING_IDS, CARD_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS
from edokko.rules.moves import ROOM_IDS, SHOP_OPTIONS
from edokko.rules.state import State

GROUP_IDS = (*NAGAYAS, "corners")
"""The harmony groups."""


class EventKind(NamedTuple):
    """How the events of a kind are decoded."""

    name: str
    subject: str | None
    """The field of the typed event that takes the raw event's subject."""
    room: str | None
    """The field that takes the raw event's room."""
    has_amount: bool
    has_detail: bool


class EventReason(NamedTuple):
    """The reason why a resource was gained or paid, or a card left."""

    name: str
    sources: tuple[str, ...]
    """The ids of the sources; the raw event's detail is an index into them."""


EVENT_KINDS: list[EventKind] = []
"""All kinds of events, by number."""
REASONS: list[EventReason] = []
"""All reasons, by number."""


def _kind(
    name: str, subject: str | None = None, room: str | None = None, *, amount: bool = False, detail: bool = False
) -> int:
    EVENT_KINDS.append(EventKind(name, subject, room, amount, detail))
    return len(EVENT_KINDS) - 1


def _reason(name: str, sources: tuple[str, ...] = ()) -> int:
    REASONS.append(EventReason(name, sources))
    return len(REASONS) - 1


GAINED = _kind("gained", "resource", amount=True)
FIRE_ROSE = _kind("fire_rose", "level", amount=True)
XP_GAINED = _kind("xp_gained", "card", "room", amount=True)
RETIRED = _kind("retired", "card", "room")
TOKEN_GAINED = _kind("token_gained", "token", amount=True)
TOKEN_SPENT = _kind("token_spent", "token", "room", amount=True)
PLACED = _kind("placed", "card", "room")
LEFT = _kind("left", "card", "room")
MOVED = _kind("moved", "square", amount=True, detail=True)
LAPPED = _kind("lapped")
SWAPPED = _kind("swapped", "card", "room")
SLOT_TAKEN = _kind("slot_taken", "slot")
CARD_TAKEN = _kind("card_taken", "card")
GOOD_BOUGHT = _kind("good_bought", "good")
REVEALED = _kind("revealed", "card")
SLOT_CLOSED = _kind("slot_closed", "slot")
BUILDING_OFFERED = _kind("building_offered", "building")
FIRE_BROKE_OUT = _kind("fire_broke_out", "nagaya", amount=True)
FIRE_PASSED = _kind("fire_passed", None, "room", amount=True)
FIRE_PUT_OUT = _kind("fire_put_out", "card", "room", amount=True)
FIRE_DIED = _kind("fire_died", "nagaya")
MON_ON_CARD = _kind("mon_on_card", "card", amount=True)
SEASON_BEGAN = _kind("season_began", "season")
PAYDAY_BEGAN = _kind("payday_began", "level")
HARMONY_SCORED = _kind("harmony_scored", "type", "group", amount=True, detail=True)
FED = _kind("fed", amount=True, detail=True)
MONTH_BEGAN = _kind("month_began", "level")
TURN_BEGAN = _kind("turn_began", "slot")
GAME_ENDED = _kind("game_ended")

BY_SETUP = _reason("setup")
BY_SLOT = _reason("slot", IKIZAMA_IDS)
BY_INCOME = _reason("income")
BY_CARD_MON = _reason("card_mon", CARD_IDS)
BY_HIRE = _reason("hire", CARD_IDS)
BY_SURCHARGE = _reason("surcharge", ROOM_IDS)
BY_HIRE_BONUS = _reason("hire_bonus", CARD_IDS)
BY_MOVE = _reason("move")
BY_LAP = _reason("lap")
BY_SHOP = _reason("shop", SHOP_OPTIONS)
BY_WORK = _reason("work", CARD_IDS)
BY_OPPONENT = _reason("opponent", CARD_IDS)
BY_USE = _reason("use")
BY_TRAINING = _reason("training")
BY_BUILD = _reason("build", BUILDING_IDS)
BY_GOOD = _reason("good", GOOD_IDS)
BY_SALARY = _reason("salary", CARD_IDS)
BY_HARMONY = _reason("harmony", GROUP_IDS)
BY_FOOD = _reason("food")
BY_BUILDING = _reason("building", BUILDING_IDS)
BY_FIRE = _reason("fire")
BY_SEASON = _reason("season")
BY_NEUTRAL = _reason("neutral")
BY_VISIT = _reason("visit")


def emit(
    state: State,
    kind: int,
    seat: int = -1,
    subject: int = -1,
    room: int = -1,
    amount: int = 0,
    reason: int = -1,
    detail: int = -1,
) -> None:
    """Append one event, if the state has an event list."""
    if state.events is not None:
        state.events.append((kind, seat, subject, room, amount, reason, detail))
