"""Numbers in sentences: shares, differences and intervals as people write them."""

from __future__ import annotations

from edokko.lab.report.statistics.sums import Estimate

MISSING = "unknown"


def share(value: float) -> str:
    """Return a share in percent."""
    return f"{100 * value:.1f} %" if value == value else MISSING


def points(value: float) -> str:
    """Return a difference of shares in points."""
    return f"{100 * value:+.1f} points".replace("-", "−") if value == value else MISSING


def number(value: float, digits: int = 1) -> str:
    """Return a number."""
    return f"{value:,.{digits}f}".replace("-", "−") if value == value else MISSING


def share_of(estimate: Estimate, place: int = 0) -> str:
    """Return a share with its interval."""
    value, low, high = (float(part.ravel()[place]) for part in (estimate.value, estimate.low, estimate.high))
    return f"{share(value)} ({100 * low:.1f} to {100 * high:.1f})" if low == low else share(value)


def number_of(estimate: Estimate) -> str:
    """Return a number with its interval."""
    value, low, high = (float(part.ravel()[0]) for part in (estimate.value, estimate.low, estimate.high))
    return f"{number(value)} ({number(low)} to {number(high)})" if low == low else number(value)


def listed(words: list[str]) -> str:
    """Join words with commas and ``and``."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1] if words else "nothing"
