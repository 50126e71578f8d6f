"""A store of tables in the memory of one process, for tests and for programs without a database. It has no quotas."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from edokko.table.rows import Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo
from edokko.table.store import MOST_LISTED, BotTurn, Change, Conflict, ListedTable, Listing, Outcome, StoredTable


@dataclass
class Head:
    """The head of a table: everything but its rows, with their number."""

    info: TableInfo
    seats: list[SeatInfo]
    version: int = 0
    summary: dict[str, Any] = field(default_factory=dict)
    results: list[Outcome] = field(default_factory=list)

    def after(self, change: Change) -> Head:
        """Return the head after a change."""
        finishes = change.finishes or ()
        return Head(
            copy.copy(change.info),
            self.seats if change.seats is None else copy.deepcopy(list(change.seats)),
            self.version + len(change.rows),
            change.summary,
            [Outcome(finish.seat.seat, finish.place, finish.points) for finish in finishes] or self.results,
        )


class MemoryStore:
    """A :class:`~edokko.table.store.Store` in memory. Guards count nothing here, and no game is rated.

    One that keeps tables elsewhere overrides :meth:`find`, :meth:`every`, :meth:`keep`, and what reads and writes rows
    and reviews.
    """

    is_shared = False

    def __init__(self) -> None:
        self._tables: dict[str, Head] = {}
        self._rows: dict[str, list[Row]] = {}
        self._reviews: dict[str, bytes] = {}

    async def find(self, table: str) -> Head | None:
        """Return the head of a table; ``None`` if there is none."""
        return self._tables.get(table)

    async def every(self) -> Iterable[Head]:
        """Return the heads of all tables."""
        return self._tables.values()

    async def keep(self, kept: Head, rows: Sequence[Row], before: int) -> None:
        """Keep the head of a table and its new rows. Raises ``Conflict`` if it has not as many rows as before."""
        self._tables[kept.info.id] = kept
        self._rows.setdefault(kept.info.id, []).extend(rows)

    async def load(self, table: str) -> StoredTable | None:
        return await self.newer(table, 0)

    async def newer(self, table: str, first: int) -> StoredTable | None:
        kept = await self.find(table)
        if kept is None:
            return None
        rows = await self.rows(table)
        return StoredTable(copy.copy(kept.info), copy.deepcopy(kept.seats), rows[first:], {})

    async def rows(self, table: str) -> list[Row]:
        return list(self._rows[table])

    async def state(self, table: str) -> tuple[int, float] | None:
        kept = await self.find(table)
        return None if kept is None else (kept.version, kept.info.changed)

    async def write(self, change: Change) -> dict[int, float]:
        kept = await self.find(change.info.id)
        if change.is_new:
            if kept is not None:
                raise Conflict
            kept = Head(change.info, [])
        elif kept is None or (kept.version, kept.info.changed) != (change.rows[0].row, change.before):
            raise Conflict
        await self.keep(kept.after(change), change.rows, kept.version)
        return {}

    async def listing(self, guest: str | None) -> Listing:
        latest = await self._latest()
        listed = [one for one in latest if one.info.settings.listed]
        yours = [
            one
            for one in latest
            if one.info.status != "closed" and guest and guest in (one.info.host, *(seat.guest for seat in one.seats))
        ]
        yours.sort(key=lambda one: one.info.status == "finished")
        waiting = [one for one in listed if one.info.status == "waiting" and any(s.kind == "open" for s in one.seats)]
        running = [one for one in listed if one.info.status == "running" and one.info.settings.spectators]
        return Listing(yours[:MOST_LISTED], waiting[:MOST_LISTED], running[:MOST_LISTED])

    async def turns(self, guest: str) -> list[ListedTable]:
        running = [one for one in await self._latest() if one.info.status == "running"]
        mine = [one for one in running if one.decides is not None and one.seats[one.decides].guest == guest]
        return mine[:MOST_LISTED]

    async def _latest(self) -> list[ListedTable]:
        tables = sorted(await self.every(), key=lambda kept: -kept.info.changed)
        names = ("month", "decides", "deadline")
        return [
            ListedTable(one.info, one.seats, **{name: one.summary[name] for name in names}, results=one.results)
            for one in tables
        ]

    async def plays_rated(self, guest: str) -> bool:
        return False

    async def bot_turns(self, before: float) -> list[BotTurn]:
        return [
            BotTurn(
                kept.info.id,
                kept.info.host,
                any(seat.kind == "person" for seat in kept.seats),
                kept.version,
                kept.info.changed,
            )
            for kept in await self.every()
            if kept.summary["bot_decides"] and kept.info.changed < before
        ]

    async def review(self, table: str) -> bytes | None:
        return self._reviews.get(table)

    async def save_review(self, table: str, body: bytes) -> None:
        self._reviews.setdefault(table, body)

    async def previous_crest(self, table: str, guest: str) -> int | None:
        for kept in await self.every():
            if kept.info.rematch == table:
                return next((seat.crest for seat in kept.seats if guest in (seat.guest, seat.resigned)), None)
        return None
