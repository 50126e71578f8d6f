"""Signals: what happens at a table besides its game, such as a message of the chat, over all processes.

A signal says that something has changed; live channels and event streams then read it from the database. On PostgreSQL
a signal is sent after the commit of the transaction that makes the change, so no process hears of a change too early.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import msgspec
from cachetools import LRUCache
from sqlalchemy import Connection

from edokko.server.store import Database
from edokko.server.store.driver import leave_message
from edokko.table.hub import Hub, guest_topic

T = TypeVar("T")
CHANNEL = "edokko_signals"
"""The notification channel for signals."""
CAPACITY = 10_000
"""Tables whose counters are in memory. A counter that was evicted only causes one more read."""
MOST_PAYLOADS = 20
"""Payloads of a kind at a table that are in memory, for channels that have not sent them yet."""
Version = tuple[int, int]

_DECODER: msgspec.json.Decoder[Signal]
_ENCODER = msgspec.json.Encoder()


class Signal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A signal."""

    kind: str  # what has changed
    table: str = ""  # the id of the table; empty if it concerns guests only
    guests: tuple[str, ...] = ()  # the guests whose event streams it concerns
    process: str = ""  # the process that sent it
    payload: str = ""  # what has happened, of a kind that is stored nowhere


class Payload(NamedTuple):
    """The payload of a signal at a table; its number is the version of the table's signals of that kind after it."""

    number: int
    text: str


_DECODER = msgspec.json.Decoder(Signal)


class Signals:
    """The signals of a process, which wake the live channels."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._process = secrets.token_hex(8)
        self.serial = 0
        """Changes with every signal of any kind at any table."""
        self._epoch = 0
        self._versions: LRUCache[tuple[str, str], int] = LRUCache(CAPACITY)
        self._payloads: LRUCache[tuple[str, str], deque[Payload]] = LRUCache(CAPACITY)

    def version(self, table: str, kind: str) -> Version:
        """Return a value that changes with every signal of a kind at a table."""
        return self._epoch, self._versions.get((table, kind), 0)

    def payloads_after(self, table: str, kind: str, number: int) -> list[Payload]:
        """Return the payloads of a kind at a table with a greater number, in order, as far as they are in memory."""
        return [entry for entry in self._payloads.get((table, kind), ()) if entry.number > number]

    def notify(self, connection: Connection, signal: Signal) -> None:
        """Leave a message to the other processes with a transaction. SQLite has a single process."""
        message = _ENCODER.encode(msgspec.structs.replace(signal, process=self._process)).decode()
        leave_message(connection, CHANNEL, message)

    async def transact(self, database: Database, signal: Signal, work: Callable[[Connection], T]) -> T:
        """Run a transaction that changes what a signal tells of, and give the signal to all processes."""

        def change(connection: Connection) -> T:
            self.notify(connection, signal)
            return work(connection)

        result = await database.transact(change)
        self.deliver(signal)
        return result

    def deliver(self, signal: Signal) -> None:
        """Wake the live channels and event streams of this process, after the commit."""
        self.serial += 1
        if signal.table:
            key = signal.table, signal.kind
            number = self._versions[key] = self._versions.get(key, 0) + 1
            if signal.payload:
                latest = self._payloads.setdefault(key, deque(maxlen=MOST_PAYLOADS))
                latest.append(Payload(number, signal.payload))
            self._hub.wake(signal.table)
        for guest in signal.guests:
            self._hub.wake(guest_topic(guest))

    def on_notification(self, message: str) -> None:
        """Handle a notification: deliver a signal of another process."""
        signal = _DECODER.decode(message)
        if signal.process != self._process:
            self.deliver(signal)

    def mark_all_stale(self) -> None:
        """Let all channels read again: notifications may have been lost."""
        self._epoch += 1
        self.serial += 1
        self._hub.wake_all()
