"""What the server knows of a table besides its game: its settings and who sits where."""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from edokko.server.clocks import Clock
from edokko.server.match import Setup

Status = Literal["waiting", "running", "finished", "closed"]
BOT_NAMES = (
    "Haru", "Tama", "Kiku", "Sen", "Ume", "Matsu", "Gin", "Suzu", "Fuku", "Nao",
    "Roku", "Kane", "Yasu", "Chiyo", "Toku", "Mino", "Ran", "Shige", "Taki", "Goro",
)  # fmt: skip
"""What computer players are called: short names of the time, the same in every language."""
_LEVEL_AS_NAME = re.compile(r"(easy|medium|hard|master)( \d)?")


@dataclass(slots=True)
class SeatInfo:
    """One seat.

    Attributes:
        seat: its number: the order of play, once the game has begun.
        kind, name, guest, level: who sits there.
        resigned: the guest for whom a computer player goes on.
        crest: the sign and colour of whoever sits there; no two seats of a table have the same, open ones included.
        ready: of a person: whether the game may begin.
    """

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str = ""
    guest: str | None = None
    level: str | None = None
    resigned: str | None = None
    crest: int = field(kw_only=True)
    ready: bool = field(default=True, kw_only=True)

    @property
    def is_awaited(self) -> bool:
        """Whether somebody sits there who has not said yet that the game may begin."""
        return self.kind == "person" and not self.ready


def bot_name(taken: Iterable[str]) -> str:
    """Return a name for a computer player that is unique at its table."""
    others = {name.casefold() for name in taken}
    # A table has four seats, so most names are free.
    return secrets.choice([name for name in BOT_NAMES if name.casefold() not in others])


def proper_name(name: str, table: str, seat: int) -> str:
    """Return the name of a computer player, also of one that an older version named after its level.

    Such a player has the same name whenever its table is read, and another one than its neighbours of that kind.
    """
    if name and not _LEVEL_AS_NAME.fullmatch(name):
        return name
    return BOT_NAMES[(zlib.crc32(table.encode()) + seat) % len(BOT_NAMES)]


def with_other_bots(seats: Sequence[SeatInfo], seat: int) -> list[SeatInfo]:
    """Return the seats after a person has taken a name: a computer player of that name takes another.

    Args:
        seats: all of a table.
        seat: the person's.
    """
    name, names = seats[seat].name.casefold(), [one.name for one in seats]
    return [
        replace(one, name=bot_name(names)) if one.kind == "bot" and one.name.casefold() == name else one
        for one in seats
    ]


def is_crest_kept(seats: Sequence[SeatInfo], seat: int, crest: int) -> bool:
    """Whether a crest is another person's; computer players and one's own other seats give theirs away."""
    return any(one.crest == crest and one.kind == "person" and one.guest != seats[seat].guest for one in seats)


def with_crest(seats: Sequence[SeatInfo], seat: int, crest: int) -> list[SeatInfo]:
    """The seats after one of them has taken a crest; the seat that had it gets the other.

    Args:
        seats: all of a table.
        seat: whose crest changes.
        crest: the new one.
    """
    old = seats[seat].crest
    changed = {old: crest, crest: old}
    return [replace(one, crest=changed.get(one.crest, one.crest)) for one in seats]


@dataclass(slots=True)
class TableInfo:
    """The settings of a table, and where it stands."""

    id: str
    host: str
    name: str
    setup: Setup
    created: float
    changed: float
    status: Status = "waiting"
    listed: bool = False
    pace: str = "live"
    hints: bool = False
    rated: bool = False
    spectators: bool = True
    random_seats: bool = True
    rematch: str | None = None
    clock: Clock | None = None
    origin: str | None = None

    def columns(self) -> dict[str, Any]:
        """Its columns in the database, those that follow from the game apart."""
        return {
            "id": self.id,
            "host": self.host,
            "name": self.name,
            "edition": self.setup.edition,
            "rules_version": self.setup.rules_version,
            "overlay": self.setup.overlay,
            "players": self.setup.players,
            "listed": self.listed,
            "pace": self.pace,
            "hints": self.hints,
            "rated": self.rated,
            "spectators": self.spectators,
            "random_seats": self.random_seats,
            "created": self.created,
            "changed": self.changed,
            "status": self.status,
            "rematch": self.rematch,
            "clock": self.clock.to_json() if self.clock else None,
            "origin": self.origin,
        }
