"""Events in words: a single event, or a sequence of events grouped into the lines of a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from edokko.catalogue import Catalogue
from edokko.events import Event

from .sentences import TABLE, Derived, named, sentence, variant_of
from .words import Words

if TYPE_CHECKING:
    from edokko.game import Game

_SOURCES: dict[str, str] = TABLE["source"]
"""For each reason of a change, the kind of thing that its message names as the source; empty for no source."""

_GATHERING = frozenset({"cards", "changes"})
"""The arguments of messages that can tell of several events."""


def describe_event(event: Event, catalogue: Catalogue, game: Game | None = None) -> str:
    """Return one event as a sentence.

    Args:
        event: any event.
        catalogue: the language.
        game: the source of names; without it seats are numbered and cards have their shipped names.
    """
    words = Words(catalogue, game.components, game.seats) if game else Words(catalogue)
    return _describe(words, [event])


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
    for group in _groups(event for event in events if not _is_redundant(event)):
        yield Line(group[0].kind, group[0].seat, _describe(words, group))


def _is_redundant(event: Event) -> bool:
    """Check for gains that another line includes: the line of a harmony group, the line of a seat's food."""
    return event.kind == "gained" and event.reason in TABLE["redundant"]


def _groups(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Yield the events of each line: consecutive events with the same key share one."""
    for key, neighbours in groupby(events, _line_key):
        if key:
            yield list(neighbours)
        else:
            yield from ([event] for event in neighbours)


def _line_key(event: Event) -> tuple[object, ...]:
    """Return a grouping key; an empty one for an event with a line of its own."""
    message, arguments, _ = variant_of("event", event.kind, event)
    if not _GATHERING & arguments.keys():
        return ()
    return (message, event.seat, event.reason, event.source if _SOURCES.get(event.reason or "") else None)


def _describe(words: Words, events: Sequence[Event]) -> str:
    """Return the line of one event or of several related events."""
    event = events[0]
    derived: Derived = {
        "cards": lambda: words.commas(words.card(event.card or event.building or "") for event in events),
        "changes": lambda: _changes(words, events),
        "count": lambda: len(events),
        "hungry": lambda: (event.detail or 0) - (event.amount or 0),
        "iki": lambda: words.amount("iki", event.amount or 0),
        "is_character": lambda: event.card in words.components.characters,
        "occupant": lambda: words.occupant(event.card, event.seat),
        "progress": lambda: words.listed(_progress(words, event) for event in events),
        "why": lambda: _why(words, event),
    }
    return sentence(words, "event", event.kind, event, derived)


def _changes(words: Words, events: Iterable[Event]) -> str:
    sums: dict[str, int] = {}
    level = ""
    for event in events:
        if event.kind == "fire_rose":
            level = words.text("event-fire-level", level=event.level or 0)
        else:
            resource = event.resource or ""
            sums[resource] = sums.get(resource, 0) + (event.amount or 0)
    return words.commas(filter(None, [words.changes(sums), level]))


def _progress(words: Words, event: Event) -> str:
    card = event.card or ""
    xp_to_retire = words.components.characters[card].xp_to_retire
    return words.text("event-progress", card=words.card(card), xp=event.amount or 0, needed=xp_to_retire)


def _why(words: Words, event: Event) -> str:
    """Return the reason of a change with its source; a hand-written event may lack a source."""
    reason = event.reason or ""
    kind = _SOURCES.get(reason)
    if kind is None or (kind and event.source is None):
        return words.text("reason-other")
    source = {"source": named(words, kind, event.source)} if kind else {}
    return words.text(f"reason-{reason.replace('_', '-')}", **source)
