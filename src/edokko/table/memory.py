"""A store of tables in the memory of one process, for tests and for programs without a database. It has no quotas."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from edokko.table.rows import Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo
from edokko.table.store import MOST_LISTED, BotTurn, Change, Conflict, ListedTable, Listing, Outcome, StoredTable


@dataclass
class _Kept:
    info: TableInfo
    seats: list[SeatInfo]
    rows: list[Row] = field(default_factory=list)
    summary: dict[str, Any] = field(default_factory=dict)
    results: list[Outcome] = field(default_factory=list)
    review: bytes | None = None


class MemoryStore:
    """A :class:`~edokko.table.store.Store` in memory. Guards count nothing here, and no game is rated."""

    is_shared = False

    def __init__(self) -> None:
        self._tables: dict[str, _Kept] = {}

    async def load(self, table: str) -> StoredTable | None:
        return await self.newer(table, 0)

    async def newer(self, table: str, first: int) -> StoredTable | None:
        kept = self._tables.get(table)
        if kept is None:
            return None
        return StoredTable(copy.copy(kept.info), copy.deepcopy(kept.seats), kept.rows[first:], {})

    async def rows(self, table: str) -> list[Row]:
        return list(self._tables[table].rows)

    async def state(self, table: str) -> tuple[int, float] | None:
        kept = self._tables.get(table)
        return None if kept is None else (len(kept.rows), kept.info.changed)

    async def write(self, change: Change) -> dict[int, float]:
        info, kept = change.info, self._tables.get(change.info.id)
        if change.is_new:
            if kept is not None:
                raise Conflict
            kept = self._tables[info.id] = _Kept(copy.copy(info), [])
        elif kept is None or (len(kept.rows), kept.info.changed) != (change.rows[0].row, change.before):
            raise Conflict
        kept.info = copy.copy(info)
        if change.seats is not None:
            kept.seats = copy.deepcopy(list(change.seats))
        kept.rows += change.rows
        kept.summary = change.summary
        if change.finishes is not None:
            kept.results = [Outcome(finish.seat.seat, finish.place, finish.points) for finish in change.finishes]
        return {}

    async def listing(self, guest: str | None) -> Listing:
        listed = [one for one in self._latest() if one.info.settings.listed]
        yours = [
            one
            for one in self._latest()
            if one.info.status != "closed" and guest and guest in (one.info.host, *(seat.guest for seat in one.seats))
        ]
        yours.sort(key=lambda one: one.info.status == "finished")
        waiting = [one for one in listed if one.info.status == "waiting" and any(s.kind == "open" for s in one.seats)]
        running = [one for one in listed if one.info.status == "running" and one.info.settings.spectators]
        return Listing(yours[:MOST_LISTED], waiting[:MOST_LISTED], running[:MOST_LISTED])

    async def turns(self, guest: str) -> list[ListedTable]:
        running = [one for one in self._latest() if one.info.status == "running"]
        mine = [one for one in running if one.decides is not None and one.seats[one.decides].guest == guest]
        return mine[:MOST_LISTED]

    def _latest(self) -> list[ListedTable]:
        tables = sorted(self._tables.values(), key=lambda kept: -kept.info.changed)
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
                len(kept.rows),
                kept.info.changed,
            )
            for kept in self._tables.values()
            if kept.summary["bot_decides"] and kept.info.changed < before
        ]

    async def review(self, table: str) -> bytes | None:
        return self._tables[table].review

    async def save_review(self, table: str, body: bytes) -> None:
        self._tables[table].review = body

    async def previous_crest(self, table: str, guest: str) -> int | None:
        for kept in self._tables.values():
            if kept.info.rematch == table:
                return next((seat.crest for seat in kept.seats if guest in (seat.guest, seat.resigned)), None)
        return None
