"""Who listens to what now: to a table, or to what waits for a guest. Wakes them, and knows whose page is open.

A listener is woken, not handed anything: it fetches the newest view when it gets to it, so whoever is slow misses
views in between and nothing piles up.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field

from cachetools import LRUCache

GUEST = "guest:"
MOST_GONE = 10_000
"""Of how many people it is known when they went; who is forgotten counts as gone since this process began."""


def of_guest(guest: str) -> str:
    """Where a guest hears which tables wait for it; no table has such an id."""
    return GUEST + guest


@dataclass(eq=False, slots=True)
class Listener:
    """One live channel.

    Attributes:
        guest: whose it is, if anybody's.
        address: where it comes from.
        woken: set when there is something new.
        closing: why it has to end.
        sending: since when a message is on its way that has not been taken; a time of ``time.monotonic``.
    """

    guest: str | None
    address: str
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    closing: str | None = None
    sending: float | None = None

    def close(self, reason: str) -> None:
        """Have it say why and end."""
        self.closing = reason
        self.woken.set()


class Hub:
    """All live channels of this process, and who has one at another process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._addresses: Counter[str] = Counter()
        self._elsewhere: dict[str, frozenset[str]] = {}
        self._presence: dict[str, int] = {}
        self._serial = 0
        self._told: list[Callable[[str], None]] = []
        self._began = time.time()
        self._gone: LRUCache[tuple[str, str | None], float] = LRUCache(MOST_GONE)

    def on_presence(self, call: Callable[[str], None]) -> None:
        """Have something called whenever somebody has come to a table here, or gone."""
        self._told.append(call)

    def enter(self, table: str, listener: Listener) -> None:
        """Somebody comes to look at a table."""
        self._listeners.setdefault(table, set()).add(listener)
        self._addresses[listener.address] += 1
        self._presence_changed(table)
        self._tell(table)

    def leave(self, table: str, listener: Listener) -> None:
        """Somebody goes."""
        there = self._listeners.get(table, set())
        if listener not in there:
            return
        there.discard(listener)
        self._addresses[listener.address] -= 1
        if not self._addresses[listener.address]:
            del self._addresses[listener.address]
        if not there:
            del self._listeners[table]
        self._note_gone(table, {listener.guest})
        self._presence_changed(table)
        self._tell(table)

    def set_elsewhere(self, table: str, guests: frozenset[str], left: Mapping[str, float] | None = None) -> None:
        """Take note of who is at a table in other processes.

        Args:
            table: which.
            guests: who is there.
            left: who has been, and how many seconds ago they went.
        """
        now = time.time()
        for guest, since in (left or {}).items():
            self._gone[table, guest] = max(now - since, self._gone.get((table, guest), 0.0))
        before = self._elsewhere.get(table, frozenset())
        if guests == before:
            return
        self._elsewhere[table] = guests
        if not guests:
            del self._elsewhere[table]
        self._note_gone(table, before)
        self._presence_changed(table)

    def is_elsewhere(self, table: str) -> bool:
        """Whether somebody is at a table in another process, as far as it is known here."""
        return table in self._elsewhere

    def wake(self, table: str) -> None:
        """A table has changed, or what waits for a guest (:func:`of_guest`)."""
        for listener in self._listeners.get(table, ()):
            listener.woken.set()

    def wake_all(self) -> None:
        """Nobody knows what has changed."""
        for table in self._listeners:
            self.wake(table)

    def close_all(self, reason: str) -> None:
        """Say goodbye to everybody."""
        for listener in self._everybody():
            listener.close(reason)

    def guests(self, table: str) -> set[str]:
        """Whose pages are open at a table."""
        return self.here(table) | self._elsewhere.get(table, frozenset())

    def gone(self, table: str, guest: str | None) -> float:
        """Since when somebody who is not at a table has been gone, in seconds since 1970; at least since we began."""
        found: float = self._gone.get((table, guest), self._began)
        return found

    def here(self, table: str) -> set[str]:
        """Whose pages are open at a table in this process."""
        return {listener.guest for listener in self._listeners.get(table, ()) if listener.guest is not None}

    def onlookers(self, table: str, sitting: Set[str | None]) -> int:
        """How many look on: guests who do not sit there, and pages of nobody known."""
        unknown = sum(listener.guest is None for listener in self._listeners.get(table, ()))
        return len(self.guests(table) - sitting) + unknown

    def watchers(self, table: str) -> int:
        """How many channels a table has here."""
        return len(self._listeners.get(table, ()))

    def presence(self, table: str) -> int:
        """A number that never comes again once somebody has come or gone; 0 while nobody is there."""
        return self._presence.get(table, 0)

    def of_address(self, address: str) -> int:
        """How many channels an address has."""
        return self._addresses[address]

    @property
    def tables(self) -> list[str]:
        """The tables that are looked at."""
        return [one for one in self._listeners if not one.startswith(GUEST)]

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    def _everybody(self) -> Iterable[Listener]:
        return [listener for there in self._listeners.values() for listener in there]

    def _note_gone(self, table: str, left: Iterable[str | None]) -> None:
        """Some pages are closed: remember when, of those who have no other one there."""
        now, present = time.time(), self.guests(table)
        self._gone.update({(table, guest): now for guest in left if guest is not None and guest not in present})

    def _presence_changed(self, table: str) -> None:
        if table not in self._listeners and table not in self._elsewhere:
            self._presence.pop(table, None)
            return
        self._serial += 1
        self._presence[table] = self._serial
        self.wake(table)

    def _tell(self, table: str) -> None:
        for call in self._told:
            call(table)
