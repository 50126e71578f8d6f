"""Events in words: a single event, or a sequence of events grouped into the lines of a log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from edokko.catalogue import Catalogue
from edokko.events import Event
from edokko.game import Game

from .sentences import TABLE, Derived, named, sentence, variant_of
from .words import Words

_SOURCES: dict[str, str] = TABLE["source"]
"""For each reason of a change, the kind of thing that its message names as the source; empty for no source."""

_ACTS: dict[str, list[str]] = TABLE["act"]
"""For each reason of a change that belongs to an act: the kind of the act's event, and its field with the source."""

_GATHERING = frozenset({"cards", "changes"})
"""The arguments of messages that can tell of several events."""
_CHANGES = ("gained", "fire_rose")


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
class LogLine:
    """A line of a log."""

    kind: str
    """The kind of its first event."""
    seat: int | None
    """The seat of its events, ``None`` for neutrals and the table."""
    text: str


def describe_events(events: Iterable[Event], words: Words) -> Iterator[LogLine]:
    """Yield the lines of a log: an act shares a line with what it costs and yields; redundant events are left out.

    Args:
        events: events in order.
        words: the language and the names; the acts of their reader are told as "You buy ...".
    """
    for group in _groups(events):
        yield LogLine(group[0].kind, group[0].seat, _describe(words, group))


def _groups(events: Iterable[Event]) -> list[list[Event]]:
    """Return the events of each line; the event of an act is the first.

    A change joins its act's line, which may be a few lines back, or waits for its act in a line of its own. Consecutive
    events with the same key share a line.
    """
    groups: list[list[Event]] = []
    for event in events:
        # The line of a harmony group and the line of a seat's food include their gains.
        if (event.kind == "gained" and event.reason in TABLE["redundant"]) or _joins_act(groups, event):
            continue
        key = _line_key(event)
        if key and groups and _line_key(groups[-1][0]) == key:
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _joins_act(groups: Sequence[list[Event]], event: Event) -> bool:
    """Put a change into the line of its act, or an act at the head of the line of its change, if there is one."""
    for group in reversed(groups):
        if group[0].seat != event.seat:
            return False
        if _belongs(event, group[0]) or _belongs(group[0], event):
            group.insert(0 if _belongs(group[0], event) else len(group), event)
            return True
    return False


def _belongs(change: Event, act: Event) -> bool:
    """Check whether an event is the cost or the yield of an act of the same seat."""
    kind, field = _ACTS.get(change.reason or "", ("", ""))
    return change.kind in _CHANGES and act.kind == kind and getattr(act, field) == change.source


def _line_key(event: Event) -> tuple[object, ...]:
    """Return a grouping key; an empty one for an event with a line of its own."""
    message, arguments, _ = variant_of("event", event.kind, event)
    if not _GATHERING & arguments.keys():
        return ()
    return (message, event.seat, event.reason, event.source if _SOURCES.get(event.reason or "") else None)


def _describe(words: Words, events: Sequence[Event]) -> str:
    """Return the line of one event or of several related events."""
    event = events[0]
    if len(events) > 1 and _belongs(events[1], event):
        return words.text("event-act", act=_describe(words, [event]), changes=_changes(words, events[1:]))
    derived: Derived = {
        "cards": lambda: words.commas(words.card(event.card or event.building or "") for event in events),
        "changes": lambda: _changes(words, events),
        "hungry": lambda: (event.detail or 0) - (event.amount or 0),
        "iki": lambda: words.amount("iki", event.amount or 0),
        "is_character": lambda: event.card in words.components.characters,
        "occupant": lambda: words.occupant(event.card, event.seat, words.reader),
        "origin": lambda: named(words, _SOURCES[event.reason or ""], event.source),
        "progress": lambda: words.listed(_progress(words, event) for event in events),
        "who": lambda: "neutral" if event.seat is None else "you" if event.seat == words.reader else "other",
        "why": lambda: _why(words, event),
    }
    return sentence(words, "event", event.kind, event, derived)


def _changes(words: Words, events: Iterable[Event]) -> str:
    """Return the changes of several events: what is paid, then what is gained, never their difference."""
    paid, gained, level = Counter[str](), Counter[str](), ""
    for event in events:
        amount = event.amount or 0
        if event.kind == "fire_rose":
            level = words.text("event-fire-level", level=event.level or 0)
        else:
            (paid if amount < 0 else gained)[event.resource or ""] += amount
    return words.commas(filter(None, [words.changes(paid), words.changes(gained), level]))


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
