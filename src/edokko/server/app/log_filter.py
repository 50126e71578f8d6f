"""Rate limit of the log: a repeated entry is written once a minute, with the number of repetitions."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

MINUTE = 60.0
_NUMBERS = re.compile(r"\d+")
MOST_KEYS = 1_000
"""Distinct entries that are tracked at a time; further ones are not rate-limited."""


@dataclass(slots=True)
class _Window:
    start: float
    repetitions: int = 0


class RepeatFilter(logging.Filter):
    """A log filter that lets an entry pass once a minute, by a monotonic clock in seconds.

    Two entries are the same if logger, message and exception class are; the numbers in the message may differ. A timer
    writes the count at the end of the minute; without timers the next equal entry brings it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, is_timed: bool = True) -> None:
        super().__init__()
        self._clock = clock
        self._is_timed = is_timed
        self._windows: dict[tuple[str, str, str], _Window] = {}
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write an entry."""
        if getattr(record, "is_count", False):
            return True
        error = record.exc_info[0] if record.exc_info else None
        key = (record.name, _NUMBERS.sub("#", record.getMessage()), error.__name__ if error else "")
        now = self._clock()
        with self._lock:
            window = self._windows.get(key)
            if window is not None and now - window.start < MINUTE:
                window.repetitions += 1
                if window.repetitions == 1 and self._is_timed:
                    timer = threading.Timer(MINUTE - (now - window.start), self._write_count, (record, key))
                    timer.daemon = True
                    timer.start()
                return False
            repetitions = window.repetitions if window is not None else 0
            self._windows = {other: open_ for other, open_ in self._windows.items() if now - open_.start < MINUTE}
            if len(self._windows) < MOST_KEYS:
                self._windows[key] = _Window(now)
        if repetitions:
            record.msg, record.args = f"{record.getMessage()} (and {repetitions} times more)", ()
        return True

    def _write_count(self, record: logging.LogRecord, key: tuple[str, str, str]) -> None:
        """Write the repetitions of an entry, unless a later entry has reported them."""
        with self._lock:
            window = self._windows.get(key)
            if window is None or not window.repetitions:
                return
            repetitions, window.repetitions = window.repetitions, 0
        logger = logging.getLogger(record.name)
        logger.log(record.levelno, "%d times more: %s", repetitions, record.getMessage(), extra={"is_count": True})
