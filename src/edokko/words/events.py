"""Events in words: a single event, or a sequence of events grouped into the lines of a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from edokko.catalogue import Catalogue
from edokko.events import Event
from edokko.rules.state import NEW_YEAR

from .words import Words

if TYPE_CHECKING:
    from edokko.game import Game

Describe = Callable[[Words, Event], str]


def describe_event(event: Event, catalogue: Catalogue, game: Game | None = None) -> str:
    """Return one event as a sentence.

    Args:
        event: any event.
        catalogue: the language.
        game: the source of names; without it seats are numbered and cards have their shipped names.
    """
    words = Words(catalogue, game.components, game.seats) if game else Words(catalogue)
    return _DESCRIBERS[event.kind](words, event)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log."""

    kind: str
    """The kind of its first event."""
    seat: int | None
    """The seat of its events, ``None`` for neutrals and the table."""
    text: str


def describe_events(events: Iterable[Event], words: Words) -> Iterator[Line]:
    """Yield the lines of a log: related events share a line, redundant events are left out.

    Args:
        events: events in order.
        words: the language and the names.
    """
    relevant = (event for event in events if not _is_redundant(event))
    for key, neighbours in groupby(relevant, _line_key):
        group = list(neighbours)
        describe_group = _GROUP_DESCRIBERS.get(key[0])
        if describe_group and (len(group) > 1 or key[0] == "change"):
            yield Line(group[0].kind, group[0].seat, describe_group(words, group))
        else:
            yield from (Line(event.kind, event.seat, _DESCRIBERS[event.kind](words, event)) for event in group)


def _is_redundant(event: Event) -> bool:
    """Check for gains that another line includes: the line of a harmony group, the line of a seat's food."""
    return event.kind == "gained" and event.reason in ("harmony", "food")


def _line_key(event: Event) -> tuple[object, ...]:
    """Return a grouping key: consecutive events with the same key share a line."""
    if event.kind in ("gained", "fire_rose"):
        source = None if event.reason == "salary" else event.source
        return ("change", event.seat, event.reason, source)
    if event.kind in ("revealed", "building_offered", "mon_on_card"):
        return (event.kind,)
    if event.kind == "xp_gained":
        return (event.kind, event.seat, event.reason)
    if event.kind == "left" and event.reason == "season":
        return (event.kind,)
    return (event.kind, id(event))


def _describe_changes(words: Words, events: list[Event]) -> str:
    first = events[0]
    sums: dict[str, int] = {}
    levels = ""
    for event in events:
        if event.kind == "fire_rose":
            levels = words.text("event-fire-level", level=event.level or 0)
        else:
            resource = event.resource or ""
            sums[resource] = sums.get(resource, 0) + (event.amount or 0)
    changes = [part for part in (words.changes(sums), levels) if part]
    return words.text(
        "event-changes", seat=words.seat(first.seat), changes=words.commas(changes), why=_why(words, first)
    )


def _describe_cards(message: str) -> Callable[[Words, list[Event]], str]:
    def describe(words: Words, events: list[Event]) -> str:
        return words.text(
            message, cards=words.commas(words.card(event.card or event.building or "") for event in events)
        )

    return describe


def _describe_xp(words: Words, events: list[Event]) -> str:
    first = events[0]
    cards = words.listed(_progress(words, event) for event in events)
    return words.text("event-xp-gathered", seat=words.seat(first.seat), cards=cards)


_GROUP_DESCRIBERS: Mapping[object, Callable[[Words, list[Event]], str]] = {
    "change": _describe_changes,
    "revealed": _describe_cards("event-revealed-gathered"),
    "building_offered": _describe_cards("event-offered-gathered"),
    "mon_on_card": _describe_cards("event-mon-gathered"),
    "xp_gained": _describe_xp,
    "left": _describe_cards("event-row-cleared"),
}


# --- single events


def _why(words: Words, event: Event) -> str:
    """Return the reason of a change with its source; a hand-written event may lack a source."""
    reason, source = event.reason or "", event.source
    message = f"reason-{reason.replace('_', '-')}"
    if reason in _WITHOUT_SOURCE:
        return words.text(message)
    if source is not None and reason == "shop":
        return words.text(message, shop=_shop_of(words, source))
    if source is not None and reason in _WITH_SOURCE:
        return words.text(message, source=_WITH_SOURCE[reason](words, source))
    return words.text("reason-other")


def _shop_of(words: Words, option: str) -> str:
    """Return the name of the shop with an option; the option itself if no shop has it (an overlay may remove it)."""
    for shop in words.components.shops.values():
        if any(shop_option.id == option for shop_option in shop.options):
            return words.name(shop.names)
    return option


def _group(words: Words, group: str) -> str:
    return words.text("group-corners") if group == "corners" else words.text("group-nagaya", nagaya=group)


_WITHOUT_SOURCE = ("income", "move", "salary", "food")
"""The reasons whose message has no source."""

_WITH_SOURCE: Mapping[str, Callable[[Words, str], str]] = {
    "card_mon": Words.card,
    "hire": Words.card,
    "hire_bonus": Words.card,
    "work": Words.card,
    "opponent": Words.card,
    "build": Words.card,
    "building": Words.card,
    "good": Words.good,
    "harmony": _group,
    "slot": lambda words, slot: slot,
    "surcharge": lambda words, room: room,
}
"""The function that names the source, for the reasons whose message has one."""


def _gained(words: Words, event: Event) -> str:
    changes = words.changes({event.resource or "": event.amount or 0})
    return words.text("event-changes", seat=words.seat(event.seat), changes=changes, why=_why(words, event))


def _fire_rose(words: Words, event: Event) -> str:
    return _describe_changes(words, [event])


def _progress(words: Words, event: Event) -> str:
    card = event.card or ""
    xp_to_retire = words.components.characters[card].xp_to_retire
    return words.text("event-progress", card=words.card(card), xp=event.amount or 0, needed=xp_to_retire)


def _xp_gained(words: Words, event: Event) -> str:
    return words.text("event-xp-gained", seat=words.seat(event.seat), card=_progress(words, event))


def _card_and_room(words: Words, event: Event) -> str:
    message = f"event-{event.kind.replace('_', '-')}"
    return words.text(message, card=words.owned(event.card or "", event.seat), room=event.room or "")


def _token(words: Words, event: Event) -> str:
    message = f"event-{event.kind.replace('_', '-')}"
    return words.text(message, seat=words.seat(event.seat), token=words.token(event.token or ""))


def _placed(words: Words, event: Event) -> str:
    card = words.card(event.card or "")
    if event.seat is None:
        return words.text("event-placed-neutral", card=card, room=event.room or "")
    return words.text("event-placed", seat=words.seat(event.seat), card=card, room=event.room or "")


def _left(words: Words, event: Event) -> str:
    card = words.owned(event.card or "", event.seat)
    if event.reason == "season":
        return words.text("event-row-cleared", cards=words.card(event.card or ""))
    if event.reason == "neutral":
        return words.text("event-left-no-room", card=words.card(event.card or ""))
    return words.text(f"event-left-{event.reason}", card=card, room=event.room or "")


def _moved(words: Words, event: Event) -> str:
    square = words.square(event.square or 0)
    if event.reason == "visit":
        return words.text("event-visited", seat=words.seat(event.seat), square=square)
    return words.text("event-moved", seat=words.seat(event.seat), square=square, squares=event.amount or 0)


def _seat_only(words: Words, event: Event) -> str:
    return words.text(f"event-{event.kind.replace('_', '-')}", seat=words.seat(event.seat))


def _swapped(words: Words, event: Event) -> str:
    return words.text(
        "event-swapped",
        seat=words.seat(event.seat),
        card=words.card(event.card or ""),
        first=event.room or "",
        second=event.source or "",
    )


def _slot_taken(words: Words, event: Event) -> str:
    return words.text("event-slot-taken", seat=words.seat(event.seat), slot=event.slot or "")


def _slot_closed(words: Words, event: Event) -> str:
    return words.text("event-slot-closed", slot=event.slot or "")


def _card_taken(words: Words, event: Event) -> str:
    card = event.card or ""
    if event.seat is None:
        return words.text("event-card-taken-neutral", card=words.card(card))
    kind = "hired" if card in words.components.characters else "built"
    return words.text(f"event-card-taken-{kind}", seat=words.seat(event.seat), card=words.card(card))


def _good_bought(words: Words, event: Event) -> str:
    return words.text("event-good-bought", seat=words.seat(event.seat), good=words.good(event.good or ""))


def _fire(words: Words, event: Event) -> str:
    message = f"event-{event.kind.replace('_', '-')}"
    return words.text(message, nagaya=event.nagaya or "", strength=event.amount or 0)


def _fire_passed(words: Words, event: Event) -> str:
    return words.text("event-fire-passed", room=event.room or "", strength=event.amount or 0)


def _fire_put_out(words: Words, event: Event) -> str:
    return words.text(
        "event-fire-put-out", seat=words.seat(event.seat), room=event.room or "", strength=event.amount or 0
    )


def _mon_on_card(words: Words, event: Event) -> str:
    return words.text("event-mon-gathered", cards=words.card(event.card or ""))


def _revealed(words: Words, event: Event) -> str:
    return words.text("event-revealed-gathered", cards=words.card(event.card or ""))


def _offered(words: Words, event: Event) -> str:
    return words.text("event-offered-gathered", cards=words.card(event.building or ""))


def _season_began(words: Words, event: Event) -> str:
    return words.text("event-season-began", season=words.season(event.season or ""))


def _harmony(words: Words, event: Event) -> str:
    return words.text(
        "event-harmony-scored",
        seat=words.seat(event.seat),
        amount=words.amount("iki", event.amount or 0),
        group=_group(words, event.group or ""),
        type=words.type(event.type or ""),
        count=event.detail or 0,
    )


def _fed(words: Words, event: Event) -> str:
    mouths, fed = event.detail or 0, event.amount or 0
    if not mouths:
        return words.text("event-fed-none", seat=words.seat(event.seat))
    kind = "all" if fed == mouths else "some"
    return words.text(f"event-fed-{kind}", seat=words.seat(event.seat), fed=fed, mouths=mouths)


def _month_began(words: Words, event: Event) -> str:
    if event.level == NEW_YEAR:
        return words.text("event-new-year-began")
    return words.text("event-month-began", month=event.level or 0)


def _payday_began(words: Words, event: Event) -> str:
    return words.text("event-payday-began", month=event.level or 0)


def _turn_began(words: Words, event: Event) -> str:
    if event.slot is None:
        return words.text("event-turn-began-new-year", seat=words.seat(event.seat))
    return words.text("event-turn-began", seat=words.seat(event.seat), slot=event.slot)


def _game_ended(words: Words, event: Event) -> str:
    return words.text("event-game-ended")


_DESCRIBERS: Mapping[str, Describe] = {
    "gained": _gained,
    "fire_rose": _fire_rose,
    "xp_gained": _xp_gained,
    "retired": _card_and_room,
    "token_gained": _token,
    "token_spent": _token,
    "placed": _placed,
    "left": _left,
    "moved": _moved,
    "lapped": _seat_only,
    "swapped": _swapped,
    "slot_taken": _slot_taken,
    "card_taken": _card_taken,
    "good_bought": _good_bought,
    "revealed": _revealed,
    "slot_closed": _slot_closed,
    "building_offered": _offered,
    "fire_broke_out": _fire,
    "fire_passed": _fire_passed,
    "fire_put_out": _fire_put_out,
    "fire_died": _fire,
    "mon_on_card": _mon_on_card,
    "season_began": _season_began,
    "payday_began": _payday_began,
    "harmony_scored": _harmony,
    "fed": _fed,
    "month_began": _month_began,
    "turn_began": _turn_began,
    "game_ended": _game_ended,
}
"""The function that describes each kind of event."""
