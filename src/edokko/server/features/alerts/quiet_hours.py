"""Quiet hours: the hours of a day, in a time zone, in which a guest wants no alert."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta

from edokko.table.shapes.base import RequestShape

MINUTES_OF_DAY = 24 * 60
Minute = Annotated[int, Meta(ge=0, le=1439, description="Minutes since midnight.")]


class QuietHours(RequestShape):
    """Hours of each day in which nothing is sent. They may pass midnight; ``start`` and ``end`` differ."""

    start: Minute
    end: Minute
    zone: Annotated[str, Meta(min_length=1, max_length=64, description="A time zone, such as `Europe/Paris`.")]

    def span(self, time: float) -> tuple[float, float] | None:
        """Return the begin and the end of the quiet hours around a time; ``None`` if the time is not quiet."""
        zone = ZoneInfo(self.zone)
        today = datetime.fromtimestamp(time, zone).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
        # Hours that pass midnight have begun yesterday.
        for midnight in (today - timedelta(days=1), today):
            start = _at(midnight, self.start)
            end = _at(midnight, self.end if self.end > self.start else self.end + MINUTES_OF_DAY)
            if start <= time < end:
                return start, end
        return None

    def end_of(self, time: float) -> float:
        """Return when the quiet hours around a time end; the time itself if it is not quiet."""
        span = self.span(time)
        return span[1] if span else time


def is_zone(name: str) -> bool:
    """Return whether a name is that of a time zone."""
    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return False
    return True


def _at(midnight: datetime, minutes: int) -> float:
    """Return the time of the wall clock on a day, also on one that has 23 or 25 hours."""
    return (midnight + timedelta(minutes=minutes)).timestamp()
