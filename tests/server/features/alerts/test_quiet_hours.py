"""Quiet hours by the wall clock of a time zone, also on the days when the clocks change."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from edokko.server.features.alerts.quiet_hours import QuietHours, is_zone

WARSAW = "Europe/Warsaw"
NIGHT = QuietHours(22 * 60, 7 * 60, WARSAW)


def at(*moment: int) -> float:
    return datetime(*moment, tzinfo=ZoneInfo(WARSAW)).timestamp()  # type: ignore[misc, arg-type]


@pytest.mark.parametrize("moment", [(2026, 3, 28, 23, 0), (2026, 10, 24, 22, 0), (2026, 7, 1, 6, 59)])
def test_a_night_ends_in_the_morning_also_when_the_clocks_change(moment: tuple[int, ...]) -> None:
    end = datetime.fromtimestamp(NIGHT.end_of(at(*moment)), ZoneInfo(WARSAW))
    assert (end.hour, end.minute) == (7, 0)


def test_the_day_is_not_quiet() -> None:
    for moment in ((2026, 7, 1, 7, 0), (2026, 7, 1, 21, 59)):
        assert NIGHT.span(at(*moment)) is None
        assert NIGHT.end_of(at(*moment)) == at(*moment)


def test_names_that_are_no_time_zone() -> None:
    assert is_zone(WARSAW)
    assert not any(map(is_zone, ("Europe/Edo", "../etc/passwd", "", "/etc/localtime", "a\0b")))
