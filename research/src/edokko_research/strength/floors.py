"""Verdicts whether a result reaches its floor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Verdict = Literal["held", "not held", "open"]


def of_interval(floor: float, interval: Sequence[float]) -> Verdict:
    """Compare an interval with a floor; the verdict is open while the floor lies in the interval, ends included."""
    low, high = interval
    if low > floor:
        return "held"
    return "not held" if high < floor else "open"
