"""Overlays with random prices, so that a player who learns from a sample also copes with the numbers of other copies.

Only substitutes change: costs of hiring and building, and prices of goods, which the rulebooks do not print.
"""

from __future__ import annotations

from typing import Any, cast

from edokko.components import Components, values
from edokko.players.base import stream_of
from edokko.rules.chance import below

STEPS = {"characters": 3, "goods": 3, "buildings": 1}
"""The most that a price changes, by the table of its key: mon, and for buildings units of a resource."""
PRICES = ("cost", "price")
LEAST = 1


def random_overlay(components: Components, seed: int) -> dict[str, Any]:
    """Return an overlay in which about half of the substitute prices differ from those of the components.

    Args:
        components: the shipped components of an edition.
        seed: fixes the overlay.
    """
    words = stream_of(seed)
    overlay: dict[str, Any] = {}
    for value in values(components):
        table, *path = value.key.split(".")
        if value.provenance != "substitute" or table not in STEPS or not set(PRICES) & set(path):
            continue
        price = cast(int, value.value)
        number = _changed(price, STEPS[table], words)
        if number == price:
            continue
        place = overlay.setdefault(table, {})
        for name in path[:-1]:
            place = place.setdefault(name, {})
        place[path[-1]] = number
    return overlay


def _changed(number: int, most: int, words: list[int]) -> int:
    """Return the number, or with probability one half another one at most ``most`` away."""
    if below(words, 2) == 0:
        return number
    step = 1 + below(words, most)
    return max(LEAST, number + (step if below(words, 2) else -step))
