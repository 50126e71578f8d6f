"""Amounts, deals, salaries and names in few columns, for a board of 80 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from edokko.components.model import RESOURCES

from .words import Words

FREQUENT = 3
"""A word in so many names of characters, such as ``Peddler``, is shortened first."""
STEM = 3
"""Letters that are left of such a word."""


def brief_amount(words: Words, resource: str, count: int) -> str:
    """``2mon``."""
    return f"{_signed(count)}{words.text(f'brief-{resource}')}"


def _signed(count: int) -> str:
    """With a minus sign where it is negative, as everywhere else."""
    return str(count).replace("-", "−")


def brief_bundle(words: Words, bundle: Mapping[str, int]) -> str:
    """``2mon+1wood``; nothing where the bundle is empty."""
    return "+".join(brief_amount(words, resource, bundle[resource]) for resource in RESOURCES if bundle.get(resource))


def brief_skill(words: Words, card: str) -> str:
    """Return what a deal with a character does: ``2mon→4IKI``."""
    what = words.components.characters[card].skill
    gain = brief_bundle(words, what.gain)
    effects = [gain] if gain else []
    if what.do:
        effects.append(words.text(f"brief-{what.do}"))
    if any(what.discount.values()):
        effects.append(words.text("brief-less", amount=brief_bundle(words, what.discount)))
    if any(what.opponents_gain.values()):
        effects.append(words.text("brief-others", amount=brief_bundle(words, what.opponents_gain)))
    effect, spend = " ".join(effects), brief_bundle(words, what.spend)
    return f"{spend}→{effect}" if spend else effect


def brief_salary(words: Words, card: str) -> str:
    """Return what a character earns step by step: ``1·2·4IKI``, ``1·1·2mon + 1·2·3IKI``; the token it retires with."""
    what = words.components.characters[card]
    if what.retires_with:
        return words.text("brief-token", token=words.token(what.retires_with))
    steps = [{resource: count for resource, count in step.items() if count} for step in what.salary]
    kinds = {frozenset(step) for step in steps if step}
    if len(kinds) == 1:
        kind = kinds.pop()
        return " + ".join(_in_steps(words, one, steps) for one in RESOURCES if one in kind)
    return "·".join(brief_bundle(words, step) or words.text("card-nothing") for step in steps)


def _in_steps(words: Words, resource: str, steps: Sequence[Mapping[str, int]]) -> str:
    """``1·2·4IKI``: one resource, step by step."""
    *early, last = [step.get(resource, 0) for step in steps]
    shown = [_signed(count) if count else words.text("card-nothing") for count in early]
    return "·".join([*shown, brief_amount(words, resource, last)])


def brief_card(words: Words, card: str) -> str:
    """Return a character's name with its frequent words cut: ``Boiled-Egg Ped.``; a building's name as it is."""
    name = words.card(card)
    if card not in words.components.characters:
        return name
    frequent = _frequent(tuple(words.name(one.names) for one in words.components.characters.values()))
    return " ".join(_stem(word) if word in frequent else word for word in name.split(" "))


@cache
def _frequent(names: tuple[str, ...]) -> frozenset[str]:
    counts = Counter(word for name in names for word in name.split(" "))
    return frozenset(word for word, count in counts.items() if count >= FREQUENT and len(word) > STEM + 2)


def _stem(word: str) -> str:
    return word[:STEM] + "."
