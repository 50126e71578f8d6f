"""Names of cards, goods and other ids in English, the language of reports."""

from __future__ import annotations

from collections import Counter
from typing import Any

from edokko.components import Components
from edokko.components.model import MONTHS

SEASONS = ("spring", "summer", "autumn", "winter")


def ordinal(seat: int) -> str:
    """Return the name of a seat: ``first``, ``second``, ..."""
    return ("first", "second", "third", "fourth")[seat] + " seat"


def month(number: int) -> str:
    """Return the name of a month; after the last one comes New Year."""
    return "New Year" if number > MONTHS else str(number)


def plain(identifier: str) -> str:
    """Return an id as words."""
    return identifier.replace("_", " ")


def card_names(components: Components) -> dict[str, str]:
    """Return the name of every character, building and good by id; two goods of one name get their numbers."""
    things: dict[str, Any] = {**components.characters, **components.buildings, **components.goods}
    names = {key: thing.names.get("en") or plain(key).capitalize() for key, thing in things.items()}
    counts = Counter(names.values())
    return {key: name if counts[name] == 1 else f"{name} {key.rpartition('_')[2]}" for key, name in names.items()}


def kinds(components: Components) -> dict[str, str]:
    """Return the kind of every character, building and good by id: ``character``, ``building``, ``fish``, ..."""
    return {
        **dict.fromkeys(components.characters, "character"),
        **dict.fromkeys(components.buildings, "building"),
        **{key: good.kind for key, good in components.goods.items()},
    }


def seasons(components: Components) -> dict[str, str]:
    """Return the season of every character and good by id; ``start`` for start characters."""
    things: dict[str, Any] = {**components.characters, **components.goods}
    return {key: thing.season for key, thing in things.items()}
