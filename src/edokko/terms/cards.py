"""What a card or a good is worth, in words: skills, salaries, scores."""

from __future__ import annotations

from edokko.components.model import ScorePer

from .words import Words


def skill(words: Words, card: str) -> str:
    """Return what a deal with a character does: ``2 mon → 4 IKI``."""
    what = words.components.characters[card].skill
    effects = [words.plus(what.gain)] if any(what.gain.values()) else []
    if what.do == "build" and any(what.discount.values()):
        effects.append(words.text("card-build-discount", discount=words.bundle(what.discount)))
    elif what.do:
        effects.append(words.text(f"card-{what.do}"))
    if any(what.opponents_gain.values()):
        effects.append(words.text("card-opponents", gain=words.bundle(what.opponents_gain)))
    effect = words.commas(effects)
    if not any(what.spend.values()):
        return effect
    return words.text("card-trade", spend=words.plus(what.spend), gain=effect)


def salary(words: Words, card: str) -> str:
    """Return what a character earns step by step, or the token it retires with."""
    what = words.components.characters[card]
    if what.retires_with:
        return words.text("card-token", token=words.token(what.retires_with))
    steps = [{resource: count for resource, count in step.items() if count} for step in what.salary]
    kinds = {tuple(step) for step in steps if step}
    if len(kinds) == 1 and len(kind := kinds.pop()) == 1:
        # One kind of good: it is named once, 1 · 2 · 4 IKI.
        *early, last = [step.get(kind[0], 0) for step in steps]
        shown = [str(count) if count else words.text("card-nothing") for count in early]
        return words.text("card-step").join([*shown, words.amount(kind[0], last)])
    return words.text("card-step").join(words.plus(step) or words.text("card-nothing") for step in steps)


def building_worth(words: Words, building: str) -> str:
    """Return what a building scores and does."""
    what = words.components.buildings[building]
    parts = [words.amount("iki", what.score)] if what.score else []
    if what.score_per:
        parts.append(_score_per(words, what.score_per))
    if what.effect:
        amount = words.amount(what.effect.resource, what.effect.amount)
        parts.append(words.text(f"building-{what.effect.per.replace('_', '-')}", amount=amount))
    return words.commas(parts)


def good_worth(words: Words, good: str) -> str:
    """Return what a fish, a pipe or a pouch brings; nothing for a fish that only counts as one of its season."""
    what = words.components.goods[good]
    parts = [words.text("amount-more", amount=words.bundle(what.gain))] if words.bundle(what.gain) else []
    if what.do:
        parts.append(words.text(f"card-{what.do}"))
    if what.score:
        parts.append(words.amount("iki", what.score))
    if what.score_per:
        parts.append(_score_per(words, what.score_per))
    if what.bonus:
        parts.append(words.text("amount-more", amount=words.amount("iki", what.bonus)))
    return words.commas(parts)


def _score_per(words: Words, per: ScorePer) -> str:
    counted = words.text(f"per-{per.good.replace('_', '-')}", count=per.every)
    text = words.text("score-per", iki=words.amount("iki", per.iki), counted=counted)
    return words.text("score-at-most", text=text, iki=per.max) if per.max is not None else text
