"""A table in memory: its state, its encoded views, and which players may be replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from edokko.lru import Lru
from edokko.table.clocks import DAY
from edokko.table.hub import Hub
from edokko.table.match import Match
from edokko.table.rows import Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo
from edokko.table.shapes import tables as shapes
from edokko.table.views.running import running_of

MOST_REQUESTS = 512
"""Idempotency keys that a table remembers, those of a whole game; a repeated request is played once."""
_ENCODER = msgspec.json.Encoder()


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table in memory.

    Attributes:
        info, seats, match: the state of the table.
        away: seconds before an absent player who holds up the table can be replaced: counted from when the player left
            and, at live pace, from the beginning of the turn.
        changes: the rating change of each seat, after a rated game.
        requests: the first row of each recent request, by its idempotency key.
        encoded: the encoded table, with its cache key: the table's version and that of its presence.
        encoded_game: the encoded game, with its cache key: the table's version.
        is_stale: whether another process may have added rows.
        is_evicted: whether the cache of tables has dropped it; a caller that waited for the lock must load it again.
    """

    info: TableInfo
    seats: list[SeatInfo]
    match: Match
    away: float
    changes: dict[int, float] = field(default_factory=dict)
    requests: Lru[str, int] = field(default_factory=lambda: Lru(MOST_REQUESTS))
    encoded: tuple[tuple[int, int], shapes.Table] | None = None
    encoded_game: tuple[int, msgspec.Raw] | None = None
    is_stale: bool = False
    is_evicted: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def version(self) -> int:
        """The number of rows."""
        return self.match.version

    @property
    def state(self) -> tuple[int, float]:
        """The version and the time of the last change: they identify the state that the table has in the store."""
        return self.version, self.info.changed

    @property
    def game(self) -> msgspec.Raw | None:
        """The encoded game, once for all viewers; ``None`` before the game begins."""
        if not self.match.has_begun:
            return None
        if self.encoded_game is None or self.encoded_game[0] != self.version:
            self.encoded_game = self.version, msgspec.Raw(_ENCODER.encode(running_of(self.match, self.changes)))
        return self.encoded_game[1]

    def invalidate_encoded(self) -> None:
        """Drop the encoded views: something besides the rows has changed."""
        self.encoded = self.encoded_game = None

    def seats_of(self, guest: str | None) -> list[int]:
        """Return the seats of a guest."""
        return [seat.seat for seat in self.seats if guest is not None and seat.guest == guest]

    def replaceable(self, guest: str | None, hub: Hub, own: Sequence[int] | None = None) -> dict[int, float | None]:
        """Return the seats that a guest may hand over to a computer player, each with the time from which it may be.

        A guest may hand over their own seats at any time: their time is ``None``. The host may also replace an absent
        player whose turn it is; any player may replace the host. The replacement is possible ``away`` seconds after the
        turn began, or a day at a table whose pace is days, and ``away`` seconds after the player left, as long as the
        player is absent; the time is in seconds since 1970. A player who is present is never replaced, however long
        they think. With a clock no player is replaced: the clock limits the time.
        """
        if self.info.status != "running" or guest is None:
            return {}
        replaceable: dict[int, float | None] = dict.fromkeys(self.seats_of(guest) if own is None else own)
        turn, host = self.match.seat, self.info.host
        if turn is None or turn in replaceable or self.info.settings.clock is not None:
            return replaceable
        holder = self.seats[turn]
        if holder.kind == "person" and (guest == host or (replaceable and holder.guest == host)):
            patience = DAY if self.info.settings.pace == "days" else self.away
            absent = hub.absent_since(self.info.id, holder.guest)
            replaceable[turn] = max(self.match.decided + patience, absent + self.away)
        return replaceable

    @property
    def deadline(self) -> float | None:
        """When the person who decides runs out of time, in seconds since 1970; ``None`` if no person's clock runs."""
        times, seat = self.match.times, self.match.seat
        if times is None or seat is None or self.info.status != "running" or self.seats[seat].kind != "person":
            return None
        return times.deadline

    @property
    def guests(self) -> set[str]:
        """The guests who have a seat, or have handed one over to a computer player."""
        return {guest for seat in self.seats for guest in (seat.guest, seat.resigned) if guest}

    def apply(self, rows: Sequence[Row]) -> None:
        """Apply the next rows, which another process has written."""
        for row in rows:
            self.match.apply(row)
            self.info.changed = row.time
        self.remember_requests(rows)

    def remember_requests(self, rows: Sequence[Row]) -> None:
        """Store the idempotency keys of rows."""
        for row in rows:
            if row.request:
                self.requests[row.request] = row.row
