"""Where a game's chance comes from: a seed, a record, the system's generator, or the caller.

A source answers one question: which of these outcomes happens at this step? Chance never depends on play, so a
step is named by its month, kind and place, and a source that has answered once answers alike again: undoing
and playing another way meets the same row and the same fire.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol

from edokko.rules.chance import MOST_OUTCOMES, below, seed_words
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import pick

LARGEST_SEED = (1 << 64) - 1


class ImpossibleChance(ValueError):
    """A chance outcome that cannot happen here: a card twice, a wrong season, out of order, none left."""


class ChanceSource(Protocol):
    """Answers which outcome happens."""

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Return one of the outcomes.

        Args:
            stream: the number of this step: month, kind and place in order.
            outcomes: the possible outcomes' numbers.
            weights: how likely each is, in whole parts.
        """
        ...


class SeededChance:
    """Chance fixed by a seed: the same on every machine, whatever the players do.

    Args:
        seed: a whole number from 0 to 2**64 - 1.
    """

    def __init__(self, seed: int) -> None:
        check_seed(seed)
        self.seed = seed
        self._words = [0] * 4

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        first, second = split_seed(self.seed)
        seed_words(self._words, first, second, stream)
        return pick(list(outcomes), list(weights), len(outcomes), below(self._words, sum(weights)))


class SystemChance:
    """Chance from the system's generator, drawn when it is revealed: nobody can know the future."""

    def __init__(self) -> None:
        self._drawn: dict[int, int] = {}

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        if stream not in self._drawn:
            number = secrets.randbelow(sum(weights))
            self._drawn[stream] = pick(list(outcomes), list(weights), len(outcomes), number)
        return self._drawn[stream]


class SuppliedChance:
    """Chance that is given outcome by outcome, then from another source.

    Args:
        outcomes: outcome numbers in the order in which they happen.
        then: where chance comes from when they are used up; ``None`` refuses.
    """

    def __init__(self, outcomes: Iterable[int], then: ChanceSource | None = None) -> None:
        self._left = list(reversed(list(outcomes)))
        self._drawn: dict[int, int] = {}
        self._then = then

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        if stream in self._drawn:
            return self._drawn[stream]
        if not self._left:
            if self._then is None:
                raise ImpossibleChance("chance is missing: the game goes on, but no outcome is left")
            return self._then.draw(stream, outcomes, weights)
        self._drawn[stream] = self._left.pop()
        return self._drawn[stream]

    def go_on(self, then: ChanceSource) -> None:
        """Draw from another source from here on."""
        self._then = then

    @property
    def left(self) -> int:
        """How many supplied outcomes have not happened yet."""
        return len(self._left)


def check_seed(seed: object) -> None:
    """Refuse what is no seed.

    Raises:
        ValueError: the seed is not a whole number from 0 to 2**64 - 1.
    """
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"seed: {seed!r} is not a whole number from 0 to {LARGEST_SEED}")


def split_seed(seed: int) -> tuple[int, int]:
    """Return the two 32-bit words of a seed, low one first."""
    return seed & 0xFFFFFFFF, seed >> 32


class Scratch:
    """The lists that the engine's functions fill in."""

    __slots__ = ("legal", "outcomes", "weights")

    def __init__(self) -> None:
        self.legal = [0] * MOST_LEGAL
        self.outcomes = [0] * MOST_OUTCOMES
        self.weights = [0] * MOST_OUTCOMES
