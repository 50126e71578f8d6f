"""A log without floods: an entry that comes again and again is one line a minute, with how often it came."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

MINUTE = 60.0
_NUMBERS = re.compile(r"\d+")
MOST = 1_000
"""Entries that are told apart at a time; a log with more of them is not made shorter."""


@dataclass(slots=True)
class _Seen:
    since: float
    more: int = 0


class Repeats(logging.Filter):
    """Lets an entry pass once a minute.

    Two entries are the same where logger, message and kind of error are; the numbers in the message may differ.

    Args:
        clock: seconds, from any moment on.
        is_timed: whether the count of a flood that has ended is told without waiting for the next one.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, is_timed: bool = True) -> None:
        super().__init__()
        self._clock = clock
        self._is_timed = is_timed
        self._seen: dict[tuple[str, str, str], _Seen] = {}
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether an entry is written."""
        if getattr(record, "is_count", False):
            return True
        error = record.exc_info[0] if record.exc_info else None
        key = (record.name, _NUMBERS.sub("#", record.getMessage()), error.__name__ if error else "")
        now = self._clock()
        with self._lock:
            seen = self._seen.get(key)
            if seen is not None and now - seen.since < MINUTE:
                seen.more += 1
                if seen.more == 1 and self._is_timed:
                    timer = threading.Timer(MINUTE - (now - seen.since), self._tell, (record, key))
                    timer.daemon = True
                    timer.start()
                return False
            more = seen.more if seen is not None else 0
            self._seen = {one: kept for one, kept in self._seen.items() if now - kept.since < MINUTE}
            if len(self._seen) < MOST:
                self._seen[key] = _Seen(now)
        if more:
            record.msg, record.args = f"{record.getMessage()} (and {more} times more)", ()
        return True

    def _tell(self, record: logging.LogRecord, key: tuple[str, str, str]) -> None:
        """Write how often an entry came that has not come again since."""
        with self._lock:
            seen = self._seen.get(key)
            if seen is None or not seen.more:
                return
            more, seen.more = seen.more, 0
        logger = logging.getLogger(record.name)
        logger.log(record.levelno, "%d times more: %s", more, record.getMessage(), extra={"is_count": True})
