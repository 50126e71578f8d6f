"""Times as the API writes them."""

from __future__ import annotations

from datetime import UTC, datetime


def moment(seconds: float) -> str:
    """A time of the clock as ISO 8601, UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
