"""The seats of a table, and the names and crests of their players."""

from __future__ import annotations

import re
import secrets
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Literal

from edokko.texts import EMOJI, JOINER, NON_JOINER

BOT_NAMES = (
    "Haru", "Tama", "Kiku", "Sen", "Ume", "Matsu", "Gin", "Suzu", "Fuku", "Nao",
    "Roku", "Kane", "Yasu", "Chiyo", "Toku", "Mino", "Ran", "Shige", "Taki", "Goro",
)  # fmt: skip
"""Names of computer players: short names of the period, the same in every language."""
_LEVEL_AS_NAME = re.compile(r"(easy|medium|hard|master)( \d)?")


@dataclass(slots=True)
class SeatInfo:
    """A seat of a table."""

    seat: int  # the number; once the game has begun, the order of play
    # ``kind``, ``name``, ``guest`` and ``level``: the player.
    kind: Literal["person", "bot", "open"]
    name: str = ""
    guest: str | None = None
    level: str | None = None
    resigned: str | None = None  # the guest whom a computer player has replaced
    former: str = ""  # the name of that guest, for the page; it is not stored
    # The sign and colour of the player. It is unique at the table, open seats included.
    crest: int = field(kw_only=True)
    ready: bool = field(default=True, kw_only=True)  # whether the person is ready for the game to begin

    @property
    def is_awaited(self) -> bool:
        """Whether a person has the seat and is not ready."""
        return self.kind == "person" and not self.ready


def bot_name(taken: Iterable[str]) -> str:
    """Return a name for a computer player that is unique at its table."""
    others = set(map(key_of, taken))
    # A table has at most four seats, so there is always a free name.
    return secrets.choice([name for name in BOT_NAMES if key_of(name) not in others])


def bot_display_name(name: str, table: str, seat: int) -> str:
    """Return the display name of a computer player.

    Older versions named computer players after their level. They get a name that is derived from the table's id and
    the seat, so it is the same at every read and unique among them.
    """
    if name and not _LEVEL_AS_NAME.fullmatch(name):
        return name
    return BOT_NAMES[(zlib.crc32(table.encode()) + seat) % len(BOT_NAMES)]


def key_of(name: str) -> str:
    """Return a form of a name that is equal for names that look alike: case, width and invisible joiners aside."""
    key = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in key if sign not in (JOINER, NON_JOINER, EMOJI))


def with_distinct_names(seats: Sequence[SeatInfo], newcomer: int | None = None) -> list[SeatInfo]:
    """Return the seats with names that differ.

    Of people with one name, all but the first get a number; a newcomer gives way to the others. A computer player gives
    way to a person.
    """
    names: dict[int, str] = {}
    for info in sorted(seats, key=lambda info: (info.kind == "bot", info.seat == newcomer)):
        taken = {key_of(name) for name in names.values()}
        if info.kind == "bot" and (not info.name or key_of(info.name) in taken):
            names[info.seat] = bot_name([*names.values(), *(other.name for other in seats)])
        elif info.kind != "open":
            numbered = (f"{info.name} ({number})" for number in count(2))
            names[info.seat] = next(name for name in chain([info.name], numbered) if key_of(name) not in taken)
    return [replace(info, name=names.get(info.seat, info.name)) for info in seats]


def with_seat(seats: Sequence[SeatInfo], new: SeatInfo) -> list[SeatInfo]:
    """Return the seats after the seat of the same number was replaced."""
    return [new if old.seat == new.seat else old for old in seats]


def is_crest_taken(seats: Sequence[SeatInfo], seat: int, crest: int) -> bool:
    """Return whether another person has a crest; computer players and the guest's own seats would give it up."""
    return any(info.crest == crest and info.kind == "person" and info.guest != seats[seat].guest for info in seats)


def with_crest(seats: Sequence[SeatInfo], seat: int, crest: int) -> list[SeatInfo]:
    """Return the seats after a seat has swapped crests with the seat that had ``crest``."""
    old = seats[seat].crest
    swap = {old: crest, crest: old}
    return [replace(info, crest=swap.get(info.crest, info.crest)) for info in seats]
