"""The tables of a server process: a venue over a database, which hears of the changes that other processes write."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from edokko.server.live.presence import Presence
from edokko.server.store import Database
from edokko.server.store import rows as sql
from edokko.server.store.sql_store import Guards, SqlStore
from edokko.table.hub import Hub, guest_topic
from edokko.table.rows import Row
from edokko.table.settings import AWAY
from edokko.table.venue import Venue, is_game_only
from edokko.table.views.live_table import LiveTable

T = TypeVar("T")


class ServerVenue(Venue):
    """The tables of a server process, with the guards that their changes may have.

    On SQLite one process has all tables: there is no presence of other processes, and nothing is published.
    """

    def __init__(
        self,
        database: Database,
        hub: Hub,
        capacity: int,
        guards: Guards,
        presence: Presence | None = None,
        publish: Callable[[str, str], None] | None = None,
        away: float = AWAY,
    ) -> None:
        super().__init__(SqlStore(database, guards), hub, capacity, away)
        self.database = database
        self._presence = presence
        self._send = publish

    async def guests(self, table: str) -> set[str]:
        return await super().guests(table) if self._presence is None else await self._presence.guests(table)

    async def aside(self, work: Callable[[], T]) -> T:
        return await asyncio.to_thread(work)

    def publish(self, live_table: LiveTable, rows: Sequence[Row]) -> None:
        if self._send is not None:
            table = live_table.info.id
            # Processes with guests at this table need the encoded game: include it in the message, if it can be used.
            is_usable = is_game_only(rows) and not live_table.match.is_over
            game = live_table.game if is_usable and self.hub.has_remote_guests(table) else None
            self._send(sql.CHANNEL, sql.encode_news(table, live_table.version, live_table.guests, rows, game))

    def on_notification(self, news: sql.News) -> None:
        """Handle another process's notification of a change: apply its rows, or mark the table stale."""
        for guest in news.guests:
            self.hub.wake(guest_topic(guest))
        live_table = self.note_change(news.table)
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

    def invalidate(self, table: str) -> None:
        """Invalidate a table that an operator changed directly in the database."""
        live_table = self.note_change(table)
        if live_table is not None:
            self.evict(live_table)
        self.hub.wake(table)


def _apply_news(live_table: LiveTable, news: sql.News) -> None:
    """Apply the rows of a notification to the cached table, or mark it stale if they do not suffice."""
    rows = [sql.row_of(columns) for columns in news.rows]
    is_gapless = [row.row for row in rows] == list(range(live_table.version, news.version))
    # The task that holds the lock may be writing rows with the same numbers.
    if live_table.is_stale or live_table.lock.locked() or not is_gapless or not is_game_only(rows):
        live_table.is_stale = True
        return
    live_table.apply(rows)
    if isinstance(news.game, msgspec.Raw):
        live_table.encoded_game = news.version, news.game
    # The status and the rating changes of a finished game are not in its rows.
    live_table.is_stale = live_table.match.is_over
