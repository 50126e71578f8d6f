"""Texts on cards and goods: skills, salaries, scores."""

from __future__ import annotations

from edokko.components.model import ScorePer

from .words import Words


def skill(words: Words, card: str) -> str:
    """Return the effect of a deal with a character: ``2 mon → 4 IKI``."""
    deal = words.components.characters[card].skill
    effects = [words.plus(deal.gain)] if deal.gain else []
    if deal.do == "build" and deal.discount:
        effects.append(words.text("card-build-discount", discount=words.bundle(deal.discount)))
    elif deal.do:
        effects.append(words.text(f"card-{deal.do}"))
    if deal.opponents_gain:
        effects.append(words.text("card-opponents", gain=words.bundle(deal.opponents_gain)))
    effect = words.commas(effects)
    if not deal.spend:
        return effect
    return words.text("card-trade", spend=words.plus(deal.spend), gain=effect)


def salary(words: Words, card: str) -> str:
    """Return a character's salary per step, or the token it retires with."""
    character = words.components.characters[card]
    if character.retires_with:
        return words.text("card-token", token=words.token(character.retires_with))
    steps = character.salary
    kinds = {tuple(step) for step in steps if step}
    if len(kinds) == 1 and len(kind := kinds.pop()) == 1:
        # A salary of a single resource names it once: 1 · 2 · 4 IKI.
        *early, last = [step.get(kind[0], 0) for step in steps]
        amounts = [str(count) if count else words.text("card-nothing") for count in early]
        return words.text("card-step").join([*amounts, words.amount(kind[0], last)])
    return words.text("card-step").join(words.plus(step) or words.text("card-nothing") for step in steps)


def building_worth(words: Words, building: str) -> str:
    """Return a building's score and effect."""
    facts = words.components.buildings[building]
    parts = [words.amount("iki", facts.score)] if facts.score else []
    if facts.score_per:
        parts.append(_score_per(words, facts.score_per))
    if facts.effect:
        amount = words.amount(facts.effect.resource, facts.effect.amount)
        parts.append(words.text(f"building-{facts.effect.per.replace('_', '-')}", amount=amount))
    return words.commas(parts)


def good_worth(words: Words, good: str) -> str:
    """Return the gain and score of a good; an empty text for a fish that only counts for its season."""
    facts = words.components.goods[good]
    parts = [words.text("amount-more", amount=words.bundle(facts.gain))] if words.bundle(facts.gain) else []
    if facts.do:
        parts.append(words.text(f"card-{facts.do}"))
    if facts.score:
        parts.append(words.amount("iki", facts.score))
    if facts.score_per:
        parts.append(_score_per(words, facts.score_per))
    if facts.bonus:
        parts.append(words.text("amount-more", amount=words.amount("iki", facts.bonus)))
    return words.commas(parts)


def _score_per(words: Words, per: ScorePer) -> str:
    unit = words.text(f"per-{per.good.replace('_', '-')}", count=per.every)
    text = words.text("score-per", iki=words.amount("iki", per.iki), counted=unit)
    return words.text("score-at-most", text=text, iki=per.max) if per.max is not None else text
