"""The sentences about a game, from a table that the page reads too: ``sentences.json``.

The table lists the variants of each kind of sentence: a message of the catalogue without its section's prefix, its
arguments and, optionally, conditions. The first variant whose conditions hold applies; the condition ``null`` means
that the fact is missing. A kind with one message of its own name has only the arguments. The argument
``strength:amount`` passes the fact ``amount`` as ``$strength``; ``seat`` is short for ``seat:seat``. The facts under
``names`` are ids: the method of :class:`.Words` of that name returns their text. The others are passed as they are.

``act`` lists the reasons of the changes that an act costs or yields, with the act's kind of event and its field that
holds the source of the change. They share a line of the log (:func:`.describe_events`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple

from .words import Words

Derived = Mapping[str, Callable[[], Any]]
"""Functions that compute the facts which are not attributes; only those that a sentence needs are called."""

TABLE: Mapping[str, Any] = json.loads(resources.files(__package__).joinpath("sentences.json").read_text("utf-8"))
_NAMES = frozenset(TABLE["names"])


class Variant(NamedTuple):
    """A message with its arguments, by name, and the facts that it requires."""

    message: str
    arguments: Mapping[str, str]
    conditions: Mapping[str, object]


def _variants(section: str, kind: str, rows: str | list[list[Any]]) -> tuple[Variant, ...]:
    return tuple(_variant(section, kind, *row) for row in ([["", rows]] if isinstance(rows, str) else rows))


def _variant(
    section: str, kind: str, message: str, arguments: str, conditions: Mapping[str, object] | None = None
) -> Variant:
    name = kind.replace("_", "-") + message if message[:1] in ("", "-") else message
    pairs = (argument.partition(":") for argument in arguments.split())
    return Variant(f"{section}-{name}", {name: fact or name for name, _, fact in pairs}, conditions or {})


SENTENCES: Mapping[str, Mapping[str, tuple[Variant, ...]]] = {
    section: {kind: _variants(section, kind, rows) for kind, rows in TABLE[section].items()}
    for section in ("event", "refusal", "move")
}
"""The variants of each kind of sentence, by section."""


def variant_of(section: str, kind: str, facts: object, derived: Derived = MappingProxyType({})) -> Variant:
    """Return the variant of a sentence that applies to some facts; the last one if no other does."""
    for variant in SENTENCES[section][kind]:
        conditions = variant.conditions
        if not conditions or all(_fact(name, facts, derived) == value for name, value in conditions.items()):
            break
    return variant


def sentence(words: Words, section: str, kind: str, facts: object, derived: Derived) -> str:
    """Return the sentence about some facts.

    Args:
        section: the section of the table.
        kind: the kind of sentence.
        facts: an object with the facts as attributes.
        derived: the other facts. They return ids of the kinds under ``names``, else texts.
    """
    message, arguments, _ = variant_of(section, kind, facts, derived)
    return words.text(message, **{name: _text(words, fact, facts, derived) for name, fact in arguments.items()})


def _fact(name: str, facts: object, derived: Derived) -> Any:
    return derived[name]() if name in derived else getattr(facts, name, None)


def _text(words: Words, fact: str, facts: object, derived: Derived) -> str | int:
    value = _fact(fact, facts, derived)
    if fact in _NAMES:
        return named(words, fact, value)
    return "" if value is None else value


def named(words: Words, kind: str, value: str | int | None) -> str:
    """Return the name of a thing.

    Args:
        kind: the kind of thing, such as ``card``.
        value: its id. It is returned as it is if things of that kind have no names, such as rooms.
    """
    return getattr(words, kind)(value) if kind in _NAMES else str(value)
