"""Abbreviated amounts, deals, salaries and names, for a board of 80 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from edokko.components.model import RESOURCES

from .words import Words

FREQUENT = 3
"""The least number of characters' names with a word, such as ``Peddler``, for the word to be abbreviated."""
STEM = 3
"""The letters kept of an abbreviated word."""


def brief_amount(words: Words, resource: str, count: int) -> str:
    """Return an amount as ``2mon``."""
    return f"{_signed(count)}{words.text(f'brief-{resource}')}"


def _signed(count: int) -> str:
    """Return a number, with a typographic minus sign if it is negative."""
    return str(count).replace("-", "−")


def brief_bundle(words: Words, bundle: Mapping[str, int]) -> str:
    """Return a bundle as ``2mon+1wood``; an empty text for an empty bundle."""
    return "+".join(brief_amount(words, resource, bundle[resource]) for resource in RESOURCES if bundle.get(resource))


def brief_skill(words: Words, card: str) -> str:
    """Return the effect of a deal with a character: ``2mon→4IKI``."""
    skill = words.components.characters[card].skill
    gain = brief_bundle(words, skill.gain)
    effects = [gain] if gain else []
    if skill.do:
        effects.append(words.text(f"brief-{skill.do}"))
    if skill.discount:
        effects.append(words.text("brief-less", amount=brief_bundle(words, skill.discount)))
    if skill.opponents_gain:
        effects.append(words.text("brief-others", amount=brief_bundle(words, skill.opponents_gain)))
    effect, spend = " ".join(effects), brief_bundle(words, skill.spend)
    return f"{spend}→{effect}" if spend else effect


def brief_salary(words: Words, card: str) -> str:
    """Return a character's salary per step: ``1·2·4IKI``, ``1·1·2mon + 1·2·3IKI``; or the token it retires with."""
    character = words.components.characters[card]
    if character.retires_with:
        return words.text("brief-token", token=words.token(character.retires_with))
    steps = character.salary
    kinds = {frozenset(step) for step in steps if step}
    if len(kinds) == 1:
        kind = kinds.pop()
        return " + ".join(_in_steps(words, resource, steps) for resource in RESOURCES if resource in kind)
    return "·".join(brief_bundle(words, step) or words.text("card-nothing") for step in steps)


def _in_steps(words: Words, resource: str, steps: Sequence[Mapping[str, int]]) -> str:
    """Return the amounts of one resource, step by step, as ``1·2·4IKI``."""
    *early, last = [step.get(resource, 0) for step in steps]
    amounts = [_signed(count) if count else words.text("card-nothing") for count in early]
    return "·".join([*amounts, brief_amount(words, resource, last)])


def brief_card(words: Words, card: str) -> str:
    """Return a character's name with its frequent words abbreviated: ``Boiled-Egg Ped.``; a building's full name."""
    name = words.card(card)
    if card not in words.components.characters:
        return name
    frequent = _frequent(tuple(words.name(character.names) for character in words.components.characters.values()))
    return " ".join(word[:STEM] + "." if word in frequent else word for word in name.split(" "))


@cache
def _frequent(names: tuple[str, ...]) -> frozenset[str]:
    counts = Counter(word for name in names for word in name.split(" "))
    return frozenset(word for word, count in counts.items() if count >= FREQUENT and len(word) > STEM + 2)
