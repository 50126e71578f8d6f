"""The tables in memory: a cache of the tables of the database, current also when other processes write.

The cache evicts the least recently used table; an evicted one is rebuilt from its rows.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec

from edokko.server.live.presence import Presence
from edokko.server.settings import AWAY
from edokko.server.store import Database
from edokko.server.store import rows as store
from edokko.table.hub import Hub, guest_topic
from edokko.table.match import rebuild
from edokko.table.problems import ApiProblem
from edokko.table.rows import TERMS, Row
from edokko.table.views.live_table import LiveTable

T = TypeVar("T")
log = logging.getLogger("edokko.server.tables.registry")
GAME_ROWS = frozenset({"move", "undo"})
"""Kinds of rows that change the game only, not the seats or the settings."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""The format of the ids of tables and guests; other ids are refused without a query."""


class Registry:
    """The cache of the tables of a database.

    Args:
        database: the database.
        hub: the live channels of this process.
        capacity: of the cache, in tables.
        presence: the guests of other processes; ``None`` on SQLite.
        away: seconds before an absent player can be replaced (:meth:`LiveTable.replaceable`).
    """

    def __init__(
        self, database: Database, hub: Hub, capacity: int, presence: Presence | None = None, away: float = AWAY
    ) -> None:
        self.database = database
        self.hub = hub
        self.away = away
        self._capacity = capacity
        self._presence = presence
        self._cache: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self.rollbacks = 0
        """How often the database had lost rows that this process had, as after a fail-over."""
        self._notified_while_loading: set[str] = set()
        """Tables with a notification during their load, which may therefore have read an older state."""

    def __len__(self) -> int:
        return len(self._cache)

    def __contains__(self, table: str) -> bool:
        """Return whether a table is in the cache."""
        return table in self._cache

    # --- access

    async def get(self, table: str) -> LiveTable:
        """Return a table from the cache, possibly stale, or load it.

        Raises:
            ApiProblem: ``no_table``.
        """
        live_table = self._cache.get(table)
        if live_table is not None:
            self._cache.move_to_end(table)
            return live_table
        if not is_id(table):
            raise ApiProblem("no_table")
        async with self._loading.setdefault(table, asyncio.Lock()):
            try:
                return self._cache.get(table) or await self._load(table)
            finally:
                self._loading.pop(table, None)
                self._notified_while_loading.discard(table)

    async def current(self, table: str) -> LiveTable:
        """Return a table in its newest state, all of it committed.

        Read it before the next ``await``: afterwards another task may be changing it.

        Raises:
            ApiProblem: ``no_table``.
        """
        live_table = await self.get(table)
        if live_table.is_stale or live_table.lock.locked():
            async with self.locked(table) as live_table:
                pass
        return live_table

    async def authorised(self, table: str, check: Callable[[LiveTable], None]) -> LiveTable:
        """Return the current table, after an authorisation check that tolerates a stale cache.

        Args:
            table: the id.
            check: raises an :class:`ApiProblem` to refuse.
        """

        async def read() -> LiveTable:
            live_table = await self.current(table)
            check(live_table)
            return live_table

        return await self.with_refresh(table, read)

    @asynccontextmanager
    async def locked(self, table: str) -> AsyncIterator[LiveTable]:
        """Hold the lock of a table in its newest state. An unexpected error evicts the table.

        Raises:
            ApiProblem: ``no_table``.
        """
        while True:
            live_table = await self.get(table)
            async with live_table.lock:
                try:
                    if live_table.is_stale and not live_table.is_evicted and not await self._catch_up(live_table):
                        self._roll_back(live_table)
                    if live_table.is_evicted:
                        continue
                    yield live_table
                except ApiProblem:
                    raise
                except BaseException:
                    self.evict(live_table)
                    raise
                return

    async def rows(self, table: str) -> list[Row]:
        """Read all rows of a table."""
        async with self.database.read() as connection:
            return await store.read_rows(connection, table)

    async def guests(self, table: str) -> set[str]:
        """Return the guests who are connected to a table, over all processes."""
        return self.hub.guests(table) if self._presence is None else await self._presence.guests(table)

    # --- loading

    async def _load(self, table: str) -> LiveTable:
        async with self.database.snapshot() as connection:
            info = await store.read_table(connection, table)
            if info is None:
                raise ApiProblem("no_table")
            seats = await store.read_seats(connection, table)
            rows = await store.read_rows(connection, table)
            changes = await store.read_changes(connection, table) if info.status == "finished" else {}
        fresh = LiveTable(info, seats, rebuild(info.setup, rows, info.settings.clock), self.away, changes)
        fresh.remember_requests(rows)
        fresh.is_stale = table in self._notified_while_loading
        # Notifications of the rows just read will be ignored as known, so wake local listeners ourselves.
        self.hub.wake(table)
        return self.add(fresh)

    async def _catch_up(self, live_table: LiveTable) -> bool:
        """Read the rows that other processes have written.

        Returns:
            Whether they continue the copy; if not, the database has lost the copy's last rows.
        """
        # Clear the mark before the read: a notification during the read sets it again.
        live_table.is_stale = False
        table = live_table.info.id
        async with self.database.snapshot() as connection:
            # The copy's last row shows whether the database still has the rows before the new ones.
            version = live_table.version
            rows = await store.read_rows(connection, table, version - 1)
            is_gapless = [row.row for row in rows] == list(range(version - 1, version - 1 + len(rows)))
            if not rows or not is_gapless or rows[0].time != live_table.match.last_time:
                return False
            rows = rows[1:]
            if any(row.kind == TERMS for row in rows):
                # The match stands on another edition or clock: load the table anew.
                self.evict(live_table)
                return True
            live_table.apply(rows)
            # Without new rows the cause of the mark is unknown, so read the rest as well.
            if not rows or live_table.match.is_over or any(row.kind not in GAME_ROWS for row in rows):
                live_table.info = await store.read_table(connection, table) or live_table.info
                live_table.seats = await store.read_seats(connection, table)
                live_table.changes = await store.read_changes(connection, table)
                live_table.invalidate_encoded()
        # Our read may have beaten the notification, so wake local listeners ourselves.
        self.hub.wake(table)
        return True

    def _roll_back(self, live_table: LiveTable) -> None:
        """Drop a copy whose last rows the database has lost. All live channels send their whole view again."""
        log.warning("the database has lost rows that this process had: a table goes on from what is stored")
        self.evict(live_table)
        self.rollbacks += 1
        self.hub.wake_all()

    def add(self, live_table: LiveTable) -> LiveTable:
        """Add a table to the cache, and return the cached copy: an earlier one takes precedence."""
        cached = self._cache.setdefault(live_table.info.id, live_table)
        self._cache.move_to_end(live_table.info.id)
        while len(self._cache) > self._capacity:
            _, oldest = self._cache.popitem(last=False)
            oldest.is_evicted = True
        return cached

    def evict(self, live_table: LiveTable) -> None:
        """Evict a table, so that the next access loads it; also after a change that failed half-way."""
        live_table.is_evicted = True
        if self._cache.get(live_table.info.id) is live_table:
            del self._cache[live_table.info.id]

    def invalidate(self, table: str) -> None:
        """Invalidate a table that an operator changed directly in the database."""
        live_table = self._cache.get(table)
        if live_table is not None:
            self.evict(live_table)
        self.hub.wake(table)

    def invalidate_all(self) -> None:
        """Invalidate all tables."""
        for live_table in list(self._cache.values()):
            self.evict(live_table)
        self.hub.wake_all()

    # --- other processes

    def on_notification(self, news: store.News) -> None:
        """Handle another process's notification of a change: apply its rows, or mark the table stale."""
        for guest in news.guests:
            self.hub.wake(guest_topic(guest))
        live_table = self._cache.get(news.table)
        if news.table in self._loading:
            self._notified_while_loading.add(news.table)
        if live_table is not None:
            if live_table.version >= news.version and not live_table.is_stale:
                # Our own change, or one that we have read already.
                return
            try:
                _apply_news(live_table, news)
            except BaseException:
                self.evict(live_table)
                raise
        self.hub.wake(news.table)

    def mark_all_stale(self) -> None:
        """Mark all tables stale: notifications may have been lost."""
        self._notified_while_loading.update(self._loading)
        for live_table in self._cache.values():
            live_table.is_stale = True
        self.hub.wake_all()

    def states(self) -> dict[str, tuple[int, float]]:
        """Return the state of each cached table, in so far as the database should have it (:attr:`LiveTable.state`)."""
        return {
            name: live_table.state
            for name, live_table in self._cache.items()
            if not live_table.is_stale and not live_table.lock.locked()
        }

    def on_state(self, table: str, before: tuple[int, float], stored: tuple[int, float]) -> bool:
        """Handle a state that was read from the database: mark another copy stale and wake its listeners.

        Args:
            table: the id.
            before: the state of the copy before the query. A copy that has changed since then is newer than the query.
            stored: the state in the database. It may be older than the copy: a fail-over may lose rows.

        Returns:
            Whether the copy differed, and was not known to.
        """
        live_table = self._cache.get(table)
        if live_table is None or live_table.is_stale or stored == before or live_table.state != before:
            return False
        live_table.is_stale = True
        self.hub.wake(table)
        for guest in live_table.guests:
            self.hub.wake(guest_topic(guest))
        return True

    async def refresh(self, table: str) -> bool:
        """Compare a cached table with the database, and mark it stale if a notification is still on its way.

        Returns:
            Whether the database had another version than the cache at the start of the call.
        """
        live_table = self._cache.get(table)
        if live_table is None or not self.database.is_shared:
            return False
        before = live_table.state
        stored = (await self.database.query(lambda connection: store.states_of(connection, [table]))).get(table)
        if stored != live_table.state:
            live_table.is_stale = True
        # The notification may have arrived during the query, so compare with the state before it.
        return stored != before

    async def with_refresh(self, table: str, attempt: Callable[[], Awaitable[T]]) -> T:
        """Make an attempt; on refusal, refresh from the database once and try again, in case our copy is stale."""
        try:
            return await attempt()
        except ApiProblem:
            if not await self.refresh(table):
                raise
        return await attempt()

    def on_commit(self, live_table: LiveTable) -> None:
        """Wake the listeners of a table that this process has changed."""
        cached = self._cache.get(live_table.info.id)
        if cached is not None and cached is not live_table:
            # It was evicted during the write and reloaded before the commit: mark the reloaded copy stale.
            cached.is_stale = True
        self.hub.wake(live_table.info.id)
        for guest in live_table.guests:
            self.hub.wake(guest_topic(guest))


def is_id(text: str) -> bool:
    """Return whether a text has the format of an id."""
    return bool(_ID.fullmatch(text))


def _apply_news(live_table: LiveTable, news: store.News) -> None:
    """Apply the rows of a notification to the cached table, or mark it stale if they do not suffice."""
    rows = [store.row_of(columns) for columns in news.rows]
    is_gapless = [row.row for row in rows] == list(range(live_table.version, news.version))
    is_game_only = all(row.kind in GAME_ROWS for row in rows)
    # The task that holds the lock may be writing rows with the same numbers.
    if live_table.is_stale or live_table.lock.locked() or not is_gapless or not is_game_only:
        live_table.is_stale = True
        return
    live_table.apply(rows)
    if isinstance(news.game, msgspec.Raw):
        live_table.encoded_game = news.version, news.game
    # The status and the rating changes of a finished game are not in its rows.
    live_table.is_stale = live_table.match.is_over
