"""The live channels of this process, by topic: a table, a guest's turns, a series, an event. It also tracks presence.

A listener is woken without a payload and fetches the newest view itself. A slow client therefore skips intermediate
views, and no queue grows.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field

from edokko.lru import Lru

GUEST_TOPIC = "guest:"
MOST_DEPARTURES = 10_000
"""Capacity of the departure times. An evicted guest counts as absent since the start of this process."""


def guest_topic(guest: str) -> str:
    """Return the topic for the turns of a guest; no table has such an id."""
    return GUEST_TOPIC + guest


def is_table(topic: str) -> bool:
    """Return whether a topic is the id of a table: those of guests, series and events have a prefix with a colon."""
    return ":" not in topic


def is_presence_only(topic: str) -> bool:
    """Return whether a topic, which ends with a colon, has no news: who enters it is present for all processes."""
    return topic.endswith(":")


@dataclass(eq=False, slots=True)
class Listener:
    """A live channel."""

    guest: str | None  # the guest of the channel; ``None`` for an anonymous one
    address: str  # the address of the client
    # Set when there is something new, or when the channel has to close.
    wakeup: asyncio.Event = field(default_factory=asyncio.Event)
    close_reason: str | None = None  # why the channel has to close; ``None`` while it is open
    send_started: float | None = None  # start of a send that the client has not accepted yet, by ``time.monotonic``

    def close(self, reason: str) -> None:
        """Ask the channel to send a reason and close."""
        self.close_reason = reason
        self.wakeup.set()


class Hub:
    """The live channels of this process, and the guests who are connected to other processes."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._addresses: Counter[str] = Counter()
        self._remote: dict[str, frozenset[str]] = {}
        self._remote_anonymous: dict[str, int] = {}
        self._presence: dict[str, int] = {}
        self._serial = 0
        self._presence_callbacks: list[Callable[[str], None]] = []
        self.now = now
        self._start = now()
        self._departures: Lru[tuple[str, str | None], float] = Lru(MOST_DEPARTURES)

    def on_presence(self, callback: Callable[[str], None]) -> None:
        """Register a callback for a listener that enters or leaves a topic of this process."""
        self._presence_callbacks.append(callback)

    def enter(self, topic: str, listener: Listener) -> None:
        """Add a listener to a topic."""
        self._listeners.setdefault(topic, set()).add(listener)
        self._addresses[listener.address] += 1
        self._presence_changed(topic)
        self._call_back(topic)

    def leave(self, topic: str, listener: Listener) -> None:
        """Remove a listener from a topic."""
        listeners = self._listeners.get(topic, set())
        if listener not in listeners:
            return
        listeners.discard(listener)
        self._addresses[listener.address] -= 1
        if not self._addresses[listener.address]:
            del self._addresses[listener.address]
        if not listeners:
            del self._listeners[topic]
        self._note_departures(topic, {listener.guest})
        self._presence_changed(topic)
        self._call_back(topic)

    def set_remote_guests(
        self, table: str, guests: frozenset[str], departures: Mapping[str, float] | None = None
    ) -> None:
        """Set the guests at a table who are connected to other processes, and the seconds since others have left."""
        now = self.now()
        for guest, seconds in (departures or {}).items():
            self._departures[table, guest] = max(now - seconds, self._departures.get((table, guest)) or 0.0)
        before = self._remote.get(table, frozenset())
        if guests == before:
            return
        self._remote[table] = guests
        if not guests:
            del self._remote[table]
        self._note_departures(table, before)
        self._presence_changed(table)

    def set_remote_anonymous(self, table: str, count: int) -> None:
        """Set the number of anonymous channels of a table in other processes."""
        if count == self._remote_anonymous.get(table, 0):
            return
        self._remote_anonymous[table] = count
        if not count:
            del self._remote_anonymous[table]
        self._presence_changed(table)

    def local_anonymous(self, table: str) -> int:
        """Return the number of anonymous channels of a table in this process."""
        return sum(listener.guest is None for listener in self._listeners.get(table, ()))

    def has_remote_guests(self, table: str) -> bool:
        """Return whether guests at a table are connected to other processes, as far as this process knows."""
        return table in self._remote

    def wake(self, topic: str) -> None:
        """Wake the listeners of a topic: a table, or a guest's turns (:func:`guest_topic`)."""
        for listener in self._listeners.get(topic, ()):
            listener.wakeup.set()

    def wake_all(self) -> None:
        """Wake the listeners of all topics."""
        for topic in self._listeners:
            self.wake(topic)

    def close_all(self, reason: str) -> None:
        """Ask all channels to close."""
        for listener in set().union(*self._listeners.values()):
            listener.close(reason)

    def guests(self, table: str) -> set[str]:
        """Return the guests who are connected to a table, over all processes."""
        return self.local_guests(table) | self._remote.get(table, frozenset())

    def absent_since(self, table: str, guest: str | None) -> float:
        """Return when an absent guest left a table, in seconds since 1970; never before the start of this process."""
        return self._departures.get((table, guest)) or self._start

    def local_guests(self, table: str) -> set[str]:
        """Return the guests who are connected to a table in this process."""
        return {listener.guest for listener in self._listeners.get(table, ()) if listener.guest is not None}

    def spectators(self, table: str, seated: Set[str | None]) -> int:
        """Return the number of spectators over all processes: guests who are not seated, and anonymous channels.

        A guest counts once, however many tabs show the table.
        """
        anonymous = self.local_anonymous(table) + self._remote_anonymous.get(table, 0)
        return len(self.guests(table) - seated) + anonymous

    def listener_count(self, topic: str) -> int:
        """Return the number of channels of a topic in this process."""
        return len(self._listeners.get(topic, ()))

    def presence_version(self, table: str) -> int:
        """Return a number that changes with the presence at a table and never repeats; 0 if the table is empty."""
        return self._presence.get(table, 0)

    def channels_of(self, address: str) -> int:
        """Return the number of channels of an address."""
        return self._addresses[address]

    @property
    def tables(self) -> list[str]:
        """The tables with a channel in this process."""
        return [topic for topic in self._listeners if is_table(topic)]

    @property
    def waiting_guests(self) -> list[str]:
        """The guests with a channel for their turns in this process."""
        return [topic.removeprefix(GUEST_TOPIC) for topic in self._listeners if topic.startswith(GUEST_TOPIC)]

    def __len__(self) -> int:
        # Who is only present has a listener in another topic too.
        return sum(len(listeners) for topic, listeners in self._listeners.items() if not is_presence_only(topic))

    def _note_departures(self, topic: str, guests: Iterable[str | None]) -> None:
        """Store the departure time of guests who have no other channel there."""
        now, present = self.now(), self.guests(topic)
        self._departures.update({(topic, guest): now for guest in guests if guest is not None and guest not in present})

    def _presence_changed(self, topic: str) -> None:
        if topic not in self._listeners and topic not in self._remote:
            self._presence.pop(topic, None)
            return
        self._serial += 1
        self._presence[topic] = self._serial
        self.wake(topic)

    def _call_back(self, topic: str) -> None:
        for callback in self._presence_callbacks:
            callback(topic)
