"""Is a mean above or below a given number? Answered while the observations come in, as soon as they allow it.

Two bets run side by side, each at fair odds if the mean is the given number: one wins when observations lie above it,
the other when they lie below. Neither can be expected to grow unless the mean is on its side, so by Ville's inequality
a bet multiplies its stake by 40 with a chance of at most 1 in 40, however long it runs and however often one looks:
a wrong answer comes in at most 5 of 100 trials. Nothing is assumed of the observations but that they lie between
0 and 1 (Waudby-Smith and Ramdas, 2024, *Estimating means of bounded random variables by betting*). How much is staked
is a mixture of many proportions, Cover's universal portfolio.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

ERROR = 0.05
PROPORTIONS = (np.arange(32) + 0.5) / 32
"""The parts of its capital that each bettor of the mixture stakes every time."""

Answer = Literal["above", "below"]


class Question:
    """A question about a mean.

    Args:
        mean: the number it is compared with, between 0 and 1, both excluded.
        error: how often the answer may be wrong.
    """

    def __init__(self, mean: float, error: float = ERROR) -> None:
        if not 0 < mean < 1:
            raise ValueError(f"mean: {mean!r} is not between 0 and 1")
        self._mean = mean
        self._enough = 2 / error
        self._above, self._below = np.ones((2, len(PROPORTIONS)))
        self.answer: Answer | None = None
        """The answer, once there is one; later observations do not change it."""

    def add(self, value: float) -> None:
        """Take one more observation, from 0 to 1."""
        if self.answer is not None:
            return
        self._above *= 1 + PROPORTIONS * (value - self._mean) / self._mean
        self._below *= 1 + PROPORTIONS * (self._mean - value) / (1 - self._mean)
        if self._above.mean() >= self._enough:
            self.answer = "above"
        elif self._below.mean() >= self._enough:
            self.answer = "below"
