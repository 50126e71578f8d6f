"""A sequential test whether a mean lies above or below a threshold, which may stop after any observation.

Two bets run in parallel, each at fair odds if the mean equals the threshold: one wins on observations above it, the
other on those below. The expected capital of a bet does not grow unless the mean lies on its side. So by Ville's
inequality the capital multiplies by 40 with probability at most 1/40, however long the bet runs and however often the
caller checks. Over both bets, at most 5 of 100 answers are wrong. The only assumption is that observations lie between
0 and 1 (Waudby-Smith and Ramdas, 2024, *Estimating means of bounded random variables by betting*). The stake is a
mixture of many proportions, Cover's universal portfolio.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

ERROR = 0.05
"""The probability of a wrong answer, at most."""
PROPORTIONS = (np.arange(32) + 0.5) / 32
"""The shares of its capital that the bettors of the mixture stake each time."""

Answer = Literal["above", "below"]


class SequentialTest:
    """A sequential test of a mean against a threshold between 0 and 1, both excluded."""

    def __init__(self, mean: float) -> None:
        if not 0 < mean < 1:
            raise ValueError(f"mean: {mean!r} is not between 0 and 1")
        self._mean = mean
        self._threshold = 2 / ERROR
        self._above, self._below = np.ones((2, len(PROPORTIONS)))
        self.answer: Answer | None = None
        """The answer, once settled; later observations do not change it."""

    def add(self, value: float) -> None:
        """Add an observation, from 0 to 1."""
        if self.answer is not None:
            return
        self._above *= 1 + PROPORTIONS * (value - self._mean) / self._mean
        self._below *= 1 + PROPORTIONS * (self._mean - value) / (1 - self._mean)
        if self._above.mean() >= self._threshold:
            self.answer = "above"
        elif self._below.mean() >= self._threshold:
            self.answer = "below"
