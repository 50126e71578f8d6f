"""The reasons of illegal moves (``explain/refusals.py``), in words: the section ``refusal`` of ``sentences.json``."""

from __future__ import annotations

from edokko.catalogue import Catalogue
from edokko.explain.refusals import Refusal
from edokko.game import Game

from .sentences import Derived, sentence
from .words import Words


def describe_refusal(refusal: Refusal, catalogue: Catalogue, game: Game | None = None) -> str:
    """Return a refusal as a sentence.

    Args:
        refusal: the reason why a move is illegal.
        catalogue: the language.
        game: the source of names; without it seats are numbered and cards have their shipped names.
    """
    words = Words(catalogue, game.components, game.seats) if game else Words(catalogue)
    derived: Derived = {
        "asked": lambda: words.either(words.text(f"kind-{kind}") for kind in refusal.asked) or None,
        "missing": lambda: words.listed(words.amount(resource, count) for resource, count in refusal.missing),
        "occupant": lambda: words.occupant(refusal.card, refusal.seat),
        "squares": lambda: words.either(map(words.square, refusal.squares)),
    }
    return sentence(words, "refusal", refusal.reason, refusal, derived)
