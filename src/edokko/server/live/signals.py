"""Signals: what happens at a table besides its game, such as an answer to an invitation, over all processes.

A signal says that something has changed; live channels and event streams then read it from the database. On PostgreSQL
a signal is sent after the commit of the transaction that makes the change, so no process hears of a change too early.
"""

from __future__ import annotations

import secrets
from collections import deque
from typing import Literal, NamedTuple

import msgspec
from cachetools import LRUCache
from sqlalchemy import Connection

from edokko.server.live.hub import Hub, guest_topic
from edokko.server.store.messages import leave_message

CHANNEL = "edokko_signals"
"""The notification channel for signals."""
CAPACITY = 10_000
"""Tables whose counters are in memory. A counter that was evicted only causes one more read."""
MOST_REACTIONS = 20
"""Reactions at a table that are in memory, for channels that have not sent them yet."""
Kind = Literal["invitations", "reaction", "chat"]
Version = tuple[int, int]

_DECODER: msgspec.json.Decoder[Signal]
_ENCODER = msgspec.json.Encoder()


class Signal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A signal.

    Attributes:
        kind: what has changed.
        table: the id of the table; empty if it concerns guests only.
        guests: the guests whose event streams it concerns.
        process: the process that sent it.
        seat, reaction: of a reaction, which is stored nowhere.
    """

    kind: Kind
    table: str = ""
    guests: tuple[str, ...] = ()
    process: str = ""
    seat: int = 0
    reaction: str = ""


class Reaction(NamedTuple):
    """A reaction of a player at a table; its number is the version of the table's reactions after it."""

    number: int
    seat: int
    reaction: str


_DECODER = msgspec.json.Decoder(Signal)


class Signals:
    """The signals of a process.

    Args:
        hub: the live channels, which signals wake.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._process = secrets.token_hex(8)
        self.serial = 0
        """Changes with every signal of any kind at any table."""
        self._epoch = 0
        self._versions: LRUCache[tuple[str, Kind], int] = LRUCache(CAPACITY)
        self._reactions: LRUCache[str, deque[Reaction]] = LRUCache(CAPACITY)

    def version(self, table: str, kind: Kind) -> Version:
        """Return a value that changes with every signal of a kind at a table."""
        return self._epoch, self._versions.get((table, kind), 0)

    def reactions_after(self, table: str, number: int) -> list[Reaction]:
        """Return the reactions at a table with a greater number, in order, as far as they are in memory."""
        return [entry for entry in self._reactions.get(table, ()) if entry.number > number]

    def notify(self, connection: Connection, signal: Signal) -> None:
        """Leave a message to the other processes with a transaction. SQLite has a single process."""
        message = _ENCODER.encode(msgspec.structs.replace(signal, process=self._process)).decode()
        leave_message(connection, CHANNEL, message)

    def deliver(self, signal: Signal) -> None:
        """Wake the live channels and event streams of this process, after the commit."""
        self.serial += 1
        if signal.table:
            key = signal.table, signal.kind
            number = self._versions[key] = self._versions.get(key, 0) + 1
            if signal.kind == "reaction":
                latest = self._reactions.setdefault(signal.table, deque(maxlen=MOST_REACTIONS))
                latest.append(Reaction(number, signal.seat, signal.reaction))
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
