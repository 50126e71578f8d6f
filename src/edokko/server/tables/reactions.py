"""Reactions: a player shows a word of a small fixed set beside the own panel. They are stored nowhere."""

from __future__ import annotations

import math
import time
from collections import deque

from cachetools import TTLCache
from sqlalchemy import Connection

from edokko.server.live.signals import Signal, Signals
from edokko.server.store import Database
from edokko.server.views.live_table import LiveTable
from edokko.server.views.problems import ApiProblem

MOST = 4
"""Reactions of a guest at a table in :data:`WINDOW`."""
WINDOW = 10.0
"""Window of the rate limit, in seconds."""
CAPACITY = 10_000


class RateLimit:
    """A limit of what a guest does at a table in a sliding window, in this process."""

    def __init__(self, most: int = MOST, window: float = WINDOW) -> None:
        self._most = most
        self._window = window
        self._times: TTLCache[tuple[str, str], deque[float]] = TTLCache(CAPACITY, window)

    def take(self, table: str, guest: str) -> None:
        """Count an action.

        Raises:
            ApiProblem: ``too_many``, with the seconds until the next one is allowed.
        """
        now = time.monotonic()
        times = self._times.get((table, guest), deque())
        while times and now - times[0] >= self._window:
            times.popleft()
        if len(times) >= self._most:
            raise ApiProblem("too_many", retry=math.ceil(self._window - (now - times[0])))
        times.append(now)
        # Assigning restarts the entry's time to live, which must not end before the newest action leaves the window.
        self._times[table, guest] = times


def speaking_seat(live_table: LiveTable, guest: str, seat: int | None) -> int:
    """Return the seat of a guest who reacts or writes: ``seat``, or the guest's first one for ``None``.

    Raises:
        ApiProblem: ``not_your_seat``: the guest has no seat, or not that one.
    """
    own = live_table.seats_of(guest)
    if not own or (seat is not None and seat not in own):
        raise ApiProblem("not_your_seat")
    return own[0] if seat is None else seat


async def react(database: Database, signals: Signals, table: str, seat: int, reaction: str) -> None:
    """Show a reaction to all who watch a table, on all processes."""
    signal = Signal("reaction", table, seat=seat, reaction=reaction)

    def work(connection: Connection) -> None:
        signals.notify(connection, signal)

    if database.is_shared:
        await database.transact(work)
    signals.deliver(signal)
