"""The sources of a game's chance: a seed, a record, the system's generator, or the caller.

A source chooses one of the possible outcomes of a chance step. Chance never depends on play, so a step is identified
by its month, kind and ordinal. A source is idempotent per step: after an undo, another line of play meets the same
row and the same fire.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol

from edokko.rules.chance import MOST_OUTCOMES, below, seed_words
from edokko.rules.moves import MOST_LEGAL
from edokko.rules.referee import pick
from edokko.whole import as_integer

LARGEST_SEED = (1 << 64) - 1


class ImpossibleChance(ValueError):
    """An impossible chance outcome: a card twice, a wrong season, out of order, or none left."""


class ChanceSource(Protocol):
    """A source of chance: it chooses the outcome of each chance step."""

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Return one of the outcomes.

        Args:
            stream: the number of this step: month, kind and ordinal packed together.
            outcomes: the numbers of the possible outcomes.
            weights: the outcomes' integer weights; a probability is a weight over their sum.
        """
        ...


class SeededChance:
    """Chance determined by a seed: the same on every machine, whatever the players do.

    Args:
        seed: an integer from 0 to 2**64 - 1.
    """

    def __init__(self, seed: int) -> None:
        self.seed = check_seed(seed)
        self._words = [0] * 4

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        first, second = split_seed(self.seed)
        seed_words(self._words, first, second, stream)
        return pick(list(outcomes), list(weights), len(outcomes), below(self._words, sum(weights)))


class SystemChance:
    """Chance from the system's generator, drawn when it is revealed, so it is unpredictable."""

    def __init__(self) -> None:
        self._drawn: dict[int, int] = {}

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        if stream not in self._drawn:
            number = secrets.randbelow(sum(weights))
            self._drawn[stream] = pick(list(outcomes), list(weights), len(outcomes), number)
        return self._drawn[stream]


class SuppliedChance:
    """Chance from a list of outcomes, then from a fallback source.

    Args:
        outcomes: outcome numbers in the order in which they happen.
        then: the source after the last outcome; without it a further draw raises :class:`ImpossibleChance`.
    """

    def __init__(self, outcomes: Iterable[int], then: ChanceSource | None = None) -> None:
        self._queue = list(reversed(list(outcomes)))
        self._drawn: dict[int, int] = {}
        self._then = then

    def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        if stream in self._drawn:
            return self._drawn[stream]
        if not self._queue:
            if self._then is None:
                raise ImpossibleChance("chance is missing: the game goes on, but no outcome is left")
            return self._then.draw(stream, outcomes, weights)
        self._drawn[stream] = self._queue.pop()
        return self._drawn[stream]

    def continue_with(self, then: ChanceSource) -> None:
        """Set the source after the last outcome."""
        self._then = then

    @property
    def remaining(self) -> int:
        """The number of supplied outcomes that have not happened yet."""
        return len(self._queue)


def check_seed(seed: object) -> int:
    """Return a seed of any integer type as ``int``.

    Raises:
        ValueError: the seed is not a whole number from 0 to 2**64 - 1.
    """
    number = as_integer(seed)
    if number is None or not 0 <= number <= LARGEST_SEED:
        raise ValueError(f"seed: {seed!r} is not a whole number from 0 to {LARGEST_SEED}")
    return number


def split_seed(seed: int) -> tuple[int, int]:
    """Return the two 32-bit words of a seed, low one first."""
    return seed & 0xFFFFFFFF, seed >> 32


class ChanceBuffers:
    """Buffers that the engine's functions fill in."""

    __slots__ = ("legal", "outcomes", "weights")

    def __init__(self) -> None:
        self.legal = [0] * MOST_LEGAL
        self.outcomes = [0] * MOST_OUTCOMES
        self.weights = [0] * MOST_OUTCOMES
