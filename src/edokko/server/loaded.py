"""A table in memory: what it is, its game as it is sent, and who may be replaced there."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from edokko.server import shapes
from edokko.server.clocks import DAY
from edokko.server.hub import Hub
from edokko.server.match import Match, Row
from edokko.server.seats import SeatInfo, TableInfo
from edokko.server.views.running import running_of

REMEMBERED = 64
"""How many requests of a table are remembered, so that one sent again is played once."""
_ENCODER = msgspec.json.Encoder()


@dataclass(eq=False, slots=True)
class Loaded:
    """A table in memory.

    Attributes:
        info, seats, match: what it is.
        away: seconds that somebody may be gone from a table that waits for them.
        changes: after a rated game: what it changed, by seat.
        requests: the rows that a request brought, first and count, by its key.
        encoded: the newest view as it is sent, with what it was made of.
        shown: the game in it as it is sent, with its version.
        is_stale: whether another process may have added rows.
    """

    info: TableInfo
    seats: list[SeatInfo]
    match: Match
    away: float
    changes: dict[int, float] = field(default_factory=dict)
    requests: OrderedDict[str, int] = field(default_factory=OrderedDict)
    encoded: tuple[tuple[int, int], shapes.Table] | None = None
    shown: tuple[int, msgspec.Raw] | None = None
    is_stale: bool = False
    is_dropped: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def version(self) -> int:
        """How many rows it has."""
        return self.match.version

    @property
    def game(self) -> msgspec.Raw | None:
        """The game as it is sent, once it has begun; made once for everybody."""
        if not self.match.has_begun:
            return None
        if self.shown is None or self.shown[0] != self.version:
            self.shown = self.version, msgspec.Raw(_ENCODER.encode(running_of(self.match, self.changes)))
        return self.shown[1]

    def forget_shown(self) -> None:
        """Make it anew: something has changed besides the rows."""
        self.encoded = self.shown = None

    def seats_of(self, guest: str | None) -> list[int]:
        """Where a guest sits."""
        return [one.seat for one in self.seats if guest is not None and one.guest == guest]

    def replaceable(self, guest: str | None, hub: Hub, own: Sequence[int] | None = None) -> dict[int, float | None]:
        """The seats for which somebody may let a computer player go on.

        Besides one's own it is the seat that is waited for. The host replaces its player, for the host whoever sits
        there, after a minute at live pace, a day where turns take days, and never within a minute of their going: who
        has thought for long is not away. Where a clock is agreed on it says how long anybody may take.

        Args:
            guest: who would.
            hub: who is there.
            own: their seats, where they are known.

        Returns:
            By seat the moment from which they may, in seconds since 1970, as long as its player is not there;
            ``None`` for one's own, which may be handed over at any time.
        """
        if self.info.status != "running" or guest is None:
            return {}
        found: dict[int, float | None] = dict.fromkeys(self.seats_of(guest) if own is None else own)
        waits, host = self.match.seat, self.info.host
        if waits is None or waits in found or self.info.clock is not None:
            return found
        waited = self.seats[waits]
        if waited.kind == "person" and (guest == host or (found and waited.guest == host)):
            patience = DAY if self.info.pace == "days" else self.away
            gone = hub.gone(self.info.id, waited.guest)
            found[waits] = max(self.match.decided + patience, gone + self.away)
        return found

    @property
    def deadline(self) -> float | None:
        """When the time of the person who decides is over, in seconds since 1970."""
        times, seat = self.match.times, self.match.seat
        if times is None or seat is None or self.info.status != "running" or self.seats[seat].kind != "person":
            return None
        return times.deadline

    @property
    def guests(self) -> set[str]:
        """Who sits there, or has left a seat to a computer player."""
        return {guest for one in self.seats for guest in (one.guest, one.resigned) if guest}

    def note(self, rows: Sequence[Row]) -> None:
        """Remember the requests behind rows."""
        for row in rows:
            if row.request:
                self.requests[row.request] = row.row
                while len(self.requests) > REMEMBERED:
                    self.requests.popitem(last=False)
