"""What keeps tables: the protocol of a store. A server implements it with SQL, :mod:`edokko.table.memory` in memory.

A table's rows are its history. A change adds rows to it, whole or not at all, and says which state it stands on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from edokko.table.rows import Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo

GAME_ROWS = frozenset({"move", "undo"})
"""Kinds of rows that change the game only, not the seats or the settings."""


MOST_LISTED = 50
"""Tables of a list."""


class Conflict(Exception):
    """A change was not written: the store has another state of the table, or a guard found that it is made already."""


class StoredTable(NamedTuple):
    """What is stored of a table, with the rating change of each seat after a rated game.

    With newer rows only, the seats are ``None`` if they cannot have changed.
    """

    info: TableInfo
    seats: list[SeatInfo] | None
    rows: list[Row]
    changes: dict[int, float]


class BotTurn(NamedTuple):
    """A running table where a computer player has to move, and whether a person has a seat there."""

    table: str
    host: str
    has_person: bool
    version: int
    changed: float


@dataclass(frozen=True, slots=True)
class Finish:
    """The result of a seat."""

    seat: SeatInfo
    place: int
    points: int


class Outcome(NamedTuple):
    """The result of a seat of a finished table, for a list."""

    seat: int
    place: int
    points: int


class ListedTable(NamedTuple):
    """A table in a list. The results are by place, and empty unless the game is over."""

    info: TableInfo
    seats: list[SeatInfo]
    month: int
    decides: int | None
    deadline: float | None
    results: list[Outcome]


class Listing(NamedTuple):
    """The lists of tables for a guest: where the guest plays or is the host, with an open seat, and to watch."""

    yours: list[ListedTable]
    waiting: list[ListedTable]
    running: list[ListedTable]


@dataclass(frozen=True, slots=True)
class TableQuota:
    """A guard: the host may have one more table, and so may the server."""


@dataclass(frozen=True, slots=True)
class MadeTableQuota:
    """A guard: the server may have one more table. Those who sit there have not asked for it now."""


@dataclass(frozen=True, slots=True)
class BotQuota:
    """A guard: a guest may add the computer player that has taken a seat."""

    guest: str


class Change(NamedTuple):
    """A change of one table, which is written whole or not at all."""

    info: TableInfo  # the table after the change
    # The time of the last change before this one: with the number of the first row it names the state on which the
    # change stands.
    before: float
    rows: Sequence[Row]  # the new rows
    summary: dict[str, Any]  # the columns that derive from the rows, by which lists are queried
    # The seats after the change; ``None`` if neither they nor the settings have changed.
    seats: Sequence[SeatInfo] | None = None
    finishes: Sequence[Finish] | None = None  # the results by place, if the change ends the game
    guards: Sequence[object] = ()  # what must hold or is written beside, in the same transaction; they run first
    is_new: bool = False  # whether the change makes the table


class Store(Protocol):
    """What keeps tables."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes write to it, too."""

    async def load(self, table: str) -> StoredTable | None:
        """Return a table as it is at one moment; ``None`` if there is none."""

    async def newer(self, table: str, first: int) -> StoredTable | None:
        """Return the rows of a table from number ``first`` on, and of the rest what may have changed with them."""

    async def rows(self, table: str) -> list[Row]:
        """Return all rows of a table, in order."""

    async def state(self, table: str) -> tuple[int, float] | None:
        """Return the number of rows of a table and the time of its last change; ``None`` if there is none."""

    async def write(self, change: Change) -> dict[int, float]:
        """Write a change, and return the rating change of each seat if it ends a rated game.

        Raises:
            Conflict: the store has another state of the table, or a guard found that it is made already.
            ApiProblem: a guard refuses the change.
        """

    async def listing(self, guest: str | None) -> Listing:
        """Return the lists of tables for a guest; ``None`` for an anonymous one."""

    async def turns(self, guest: str) -> list[ListedTable]:
        """Return the tables where it is a guest's turn, the latest change first."""

    async def plays_rated(self, guest: str) -> bool:
        """Return whether a guest has a seat at a running rated table."""

    async def bot_turns(self, before: float) -> list[BotTurn]:
        """Return the tables where a computer player has to move and that have not changed since a time."""

    async def review(self, table: str) -> bytes | None:
        """Return a table's review as JSON; ``None`` without one."""

    async def save_review(self, table: str, body: bytes) -> None:
        """Keep a table's review, unless there is one, or the table is gone."""

    async def previous_crest(self, table: str, guest: str) -> int | None:
        """Return a guest's crest at the table whose rematch ``table`` is; ``None`` if the guest did not play there."""
