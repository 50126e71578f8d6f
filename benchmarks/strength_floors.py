"""Whether what is asked of a match holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Verdict = Literal["held", "not held", "open"]


def of_interval(floor: float, interval: Sequence[float]) -> Verdict:
    """What an interval says of a floor; it is open as long as the floor lies in it, ends included."""
    low, high = interval
    if low > floor:
        return "held"
    return "not held" if high < floor else "open"


def of_figure(floor: float, figure: float) -> Verdict:
    """What a figure without an interval says of a floor, which it may just reach."""
    return "held" if figure >= floor else "not held"
