"""The commands of tables, and the cache of tables. A command appends rows in one transaction; views derive from rows.

The cache evicts the least recently used table; an evicted one is rebuilt from its rows. Concurrency is optimistic: a
row's number is its table's version, so of two processes that write one fails on the primary key, reads the new rows
and retries.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from edokko.server.core.match import Match, WrongMove
from edokko.server.core.rows import Row, effective_rows
from edokko.server.core.seats import SeatInfo, bot_name, is_crest_taken, with_bots_renamed, with_crest
from edokko.server.core.table import TableInfo
from edokko.server.live.hub import Hub, guest_topic
from edokko.server.live.presence import Presence
from edokko.server.store import Database
from edokko.server.store import rows as store
from edokko.server.store.quotas import RETRY, QuotaExceeded, Quotas
from edokko.server.store.ratings import Finish, write_results
from edokko.server.tables.access import (
    may_decide,
    must_be_below_row_limit,
    must_be_current,
    must_be_replaceable,
    must_run,
    must_wait,
    no_undo,
    not_ready_complaint,
    own_or_replaceable_seat,
    own_seat,
    wrong_move,
)
from edokko.server.views.live_table import LiveTable
from edokko.server.views.problems import ApiProblem, Complaint

T = TypeVar("T")
ATTEMPTS = 3
"""Attempts of a command that loses the race against other processes."""
GAME_ROWS = frozenset({"move", "undo"})
"""Kinds of rows that change the game only, not the seats or the settings."""
ID_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""The format of the ids of tables and guests; other ids are refused without a query."""


class Tables:
    """The tables of a database: a cache of them, and their commands.

    Args:
        database: the database.
        hub: the live channels of this process.
        capacity: of the cache, in tables.
        presence: the guests of other processes; ``None`` on SQLite.
        away: seconds before an absent player of a table of live pace can be replaced.
        quotas: the quotas of new tables and computer players; ``None`` for no limit.
    """

    def __init__(
        self,
        database: Database,
        hub: Hub,
        capacity: int,
        presence: Presence | None = None,
        away: float = 60.0,
        quotas: Quotas | None = None,
    ) -> None:
        self.database = database
        self.hub = hub
        self._capacity = capacity
        self._presence = presence
        self._away = away
        self._quotas = quotas
        self._cache: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._notified_while_loading: set[str] = set()
        """Tables with a notification during their load, which may therefore have read an older state."""
        self._change_callbacks: list[Callable[[LiveTable], None]] = []
        self.moves_played = 0

    def on_change(self, callback: Callable[[LiveTable], None]) -> None:
        """Register a callback for every change that this process commits."""
        self._change_callbacks.append(callback)

    # --- reading

    async def get(self, table: str) -> LiveTable:
        """Return a table from the cache, possibly stale, or load it.

        Raises:
            ApiProblem: ``no_table``.
        """
        live_table = self._cache.get(table)
        if live_table is not None:
            self._cache.move_to_end(table)
            return live_table
        if not ID_PATTERN.fullmatch(table):
            raise ApiProblem("no_table")
        async with self._loading.setdefault(table, asyncio.Lock()):
            try:
                return self._cache.get(table) or await self._load(table)
            finally:
                self._loading.pop(table, None)
                self._notified_while_loading.discard(table)

    async def _load(self, table: str) -> LiveTable:
        async with self.database.snapshot() as connection:
            info = await store.read_table(connection, table)
            if info is None:
                raise ApiProblem("no_table")
            seats = await store.read_seats(connection, table)
            rows = await store.read_rows(connection, table)
            changes = await store.read_changes(connection, table) if info.status == "finished" else {}
        fresh = LiveTable(info, seats, Match(info.setup, info.settings.clock), self._away, changes)
        for row in rows:
            fresh.match.apply(row)
        fresh.remember_requests(rows)
        fresh.is_stale = table in self._notified_while_loading
        # Notifications of the rows just read will be ignored as known, so wake local listeners ourselves.
        self.hub.wake(table)
        return self._add_to_cache(fresh)

    async def _catch_up(self, live_table: LiveTable) -> None:
        """Read the rows that other processes have written."""
        # Clear the mark before the read: a notification during the read sets it again.
        live_table.is_stale = False
        table = live_table.info.id
        async with self.database.snapshot() as connection:
            rows = await store.read_rows(connection, table, live_table.version)
            for row in rows:
                live_table.match.apply(row)
            live_table.remember_requests(rows)
            # Without new rows the cause of the mark is unknown, so read the rest as well.
            if not rows or live_table.match.is_over or any(row.kind not in GAME_ROWS for row in rows):
                live_table.info = await store.read_table(connection, table) or live_table.info
                live_table.seats = await store.read_seats(connection, table)
                live_table.changes = await store.read_changes(connection, table)
                live_table.invalidate_encoded()
        # Our read may have beaten the notification, so wake local listeners ourselves.
        self.hub.wake(table)

    def _add_to_cache(self, live_table: LiveTable) -> LiveTable:
        """Add a table to the cache, and return the cached copy: an earlier one takes precedence."""
        cached = self._cache.setdefault(live_table.info.id, live_table)
        self._cache.move_to_end(live_table.info.id)
        while len(self._cache) > self._capacity:
            _, oldest = self._cache.popitem(last=False)
            oldest.is_evicted = True
        return cached

    def _evict(self, live_table: LiveTable) -> None:
        """Evict a table, so that the next access loads it; also after a change that failed half-way."""
        live_table.is_evicted = True
        if self._cache.get(live_table.info.id) is live_table:
            del self._cache[live_table.info.id]

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
                self._evict(live_table)
                raise
        self.hub.wake(news.table)

    def invalidate(self, table: str) -> None:
        """Invalidate a table that an operator changed directly in the database."""
        live_table = self._cache.get(table)
        if live_table is not None:
            self._evict(live_table)
        self.hub.wake(table)

    def invalidate_all(self) -> None:
        """Invalidate all tables."""
        for live_table in list(self._cache.values()):
            self._evict(live_table)
        self.hub.wake_all()

    def mark_all_stale(self) -> None:
        """Mark all tables stale: notifications may have been lost."""
        self._notified_while_loading.update(self._loading)
        for live_table in self._cache.values():
            live_table.is_stale = True
        self.hub.wake_all()

    async def refresh(self, table: str) -> bool:
        """Compare a cached table with the database, and mark it stale if a notification is still on its way.

        Returns:
            Whether the database had a newer version than the cache at the start of the call.
        """
        live_table = self._cache.get(table)
        if live_table is None or not self.database.is_shared:
            return False
        cached_version = live_table.version
        async with self.database.read() as connection:
            version = await store.read_version(connection, table)
        if version != live_table.version:
            live_table.is_stale = True
        # The notification may have arrived during the query, so compare with the version before it.
        return version != cached_version

    async def guests(self, table: str) -> set[str]:
        """Return the guests who are connected to a table, over all processes."""
        return self.hub.guests(table) if self._presence is None else await self._presence.guests(table)

    async def rows(self, table: str) -> list[Row]:
        """Read all rows of a table."""
        async with self.database.read() as connection:
            return await store.read_rows(connection, table)

    def __len__(self) -> int:
        return len(self._cache)

    def __contains__(self, table: str) -> bool:
        """Return whether a table is in the cache."""
        return table in self._cache

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

        return await self._with_refresh(table, read)

    @asynccontextmanager
    async def locked(self, table: str) -> AsyncIterator[LiveTable]:
        """Hold the lock of a table in its newest state. An unexpected error evicts the table.

        Raises:
            ApiProblem: ``no_table``.
        """
        while True:
            live_table = await self.get(table)
            await live_table.lock.acquire()
            if not live_table.is_evicted:
                break
            live_table.lock.release()
        try:
            if live_table.is_stale:
                await self._catch_up(live_table)
            yield live_table
        except ApiProblem:
            raise
        except BaseException:
            self._evict(live_table)
            raise
        finally:
            live_table.lock.release()

    # --- writing

    async def _with_retries(self, command: Callable[[], Awaitable[T]]) -> T:
        """Run a command; retry it when another process has written the same row first."""
        for _ in range(ATTEMPTS):
            try:
                return await command()
            except IntegrityError:
                continue
        raise ApiProblem("busy", retry=1)

    async def _with_refresh(self, table: str, command: Callable[[], Awaitable[T]]) -> T:
        """Run a command; on refusal, refresh from the database once and retry, in case our copy is stale."""
        try:
            return await self._with_retries(command)
        except ApiProblem:
            if not await self.refresh(table):
                raise
        return await self._with_retries(command)

    async def _write(
        self,
        live_table: LiveTable,
        rows: Sequence[Row],
        seats: Sequence[SeatInfo] | None = None,
        check: Callable[[Connection], None] | None = None,
    ) -> None:
        """Write rows that have been applied to the match, then wake listeners and call the callbacks.

        Args:
            live_table: the table.
            rows: the new rows.
            seats: the new seats; ``None`` if they have not changed.
            check: runs first in the transaction and raises to refuse the change; with ``seats`` only.
        """
        info, match = live_table.info, live_table.match
        info.changed = time.time()
        has_ended = match.is_over and info.status == "running"
        if has_ended:
            info.status = "finished"
        summary, finishes = self._summary(live_table), _finishes(live_table) if has_ended else []
        guests = live_table.guests

        def work(connection: Connection) -> dict[int, float]:
            if check is not None:
                check(connection)
            store.append(connection, info, rows, summary, guests)
            if seats is not None:
                store.write_seats(connection, info.id, seats)
            if not has_ended:
                return {}
            return write_results(connection, info, finishes, _hires(connection, info.id), info.changed)

        if seats is None and not has_ended:
            # Processes with guests at this table need the encoded game: include it in the notification.
            game = live_table.game if self.hub.has_remote_guests(info.id) else None
            await self.database.transact_single(work, lambda: store.append_statement(info, rows, summary, guests, game))
        else:
            changes = await self.database.transact(work)
            if has_ended:
                live_table.changes = changes
        if seats is not None:
            live_table.seats = list(seats)
        live_table.remember_requests(rows)
        self._announce(live_table)

    def _summary(self, live_table: LiveTable) -> dict[str, Any]:
        """Return the columns of ``tables`` that derive from the rows; lists are queried by them."""
        match, info = live_table.match, live_table.info
        seat = match.seat if info.status == "running" else None
        return {
            "version": match.version,
            "changed": info.changed,
            "status": info.status,
            "month": match.game.month if match.has_begun else 0,
            "decides": seat,
            "bot_decides": seat is not None and live_table.seats[seat].kind == "bot",
            "deadline": live_table.deadline,
            "rematch": info.rematch,
        }

    def _announce(self, live_table: LiveTable) -> None:
        """Wake the listeners and call the callbacks after a commit."""
        cached = self._cache.get(live_table.info.id)
        if cached is not None and cached is not live_table:
            # It was evicted during the write and reloaded before the commit: mark the reloaded copy stale.
            cached.is_stale = True
        self.hub.wake(live_table.info.id)
        for guest in live_table.guests:
            self.hub.wake(guest_topic(guest))
        for callback in self._change_callbacks:
            callback(live_table)

    # --- before the game

    async def create(self, info: TableInfo, seats: Sequence[SeatInfo]) -> LiveTable:
        """Create a table; its game begins at once if no seat is open.

        Raises:
            ApiProblem: ``too_many``.
        """
        live_table = LiveTable(info, list(seats), Match(info.setup, info.settings.clock), self._away)
        now = info.created
        rows = [Row(0, "made", guest=info.host, time=now)]
        live_table.match.apply(rows[0])
        if not any(seat.kind == "open" for seat in seats):
            info.status = "running"
            live_table.seats = _in_playing_order(live_table.seats, info.settings.random_seats)
            rows.append(live_table.match.begin(1, now))
        summary, guests = self._summary(live_table), live_table.guests

        def work(connection: Connection) -> None:
            if self._quotas is not None:
                with _quota_as_problem():
                    self._quotas.for_table(connection, info, live_table.seats)
            store.write_table(connection, info, live_table.seats)
            store.append(connection, info, rows, summary, guests)

        await self.database.transact(work)
        self._add_to_cache(live_table)
        self._announce(live_table)
        return live_table

    async def join(
        self,
        table: str,
        guest: str,
        name: str,
        seat: int | None,
        is_ready: bool = True,
        preferred_crest: int | None = None,
    ) -> LiveTable:
        """Take an open seat.

        Args:
            table: the id.
            guest, name: the player.
            seat: an open seat; ``None`` for the first one.
            is_ready: whether the player is ready; the host always is.
            preferred_crest: the crest that the player would like. In a rematch the crest of the previous game takes
                precedence. A crest of another person is never taken away.

        Raises:
            ApiProblem: the game has begun, or the seat is not open.
        """
        async with self.database.read() as connection:
            previous_crest = await store.read_previous_crest(connection, table, guest)
        crest = preferred_crest if previous_crest is None else previous_crest

        async def command() -> LiveTable:
            async with self.locked(table) as live_table:
                must_wait(live_table)
                must_be_below_row_limit(live_table)
                if live_table.seats_of(guest):
                    raise ApiProblem("already_seated")
                open_seats = [info.seat for info in live_table.seats if info.kind == "open"]
                if not open_seats:
                    raise ApiProblem("table_full")
                number = open_seats[0] if seat is None else seat
                if number not in open_seats:
                    raise ApiProblem("seat_taken")
                ready = is_ready or guest == live_table.info.host
                person = replace(live_table.seats[number], kind="person", name=name, guest=guest, ready=ready)
                seats = _with_seat(live_table.seats, person)
                if crest is not None and not is_crest_taken(seats, number, crest):
                    seats = with_crest(seats, number, crest)
                seats = with_bots_renamed(seats, number)
                await self._append_row(live_table, "join", number, guest, seats)
                return live_table

        return await self._with_refresh(table, command)

    async def leave(self, table: str, guest: str, seat: int | None) -> LiveTable:
        """Leave a seat before the game begins; if the host leaves, close the table.

        Raises:
            ApiProblem: the game has begun, or the seat is another player's.
        """

        async def command() -> LiveTable:
            async with self.locked(table) as live_table:
                must_wait(live_table)
                if guest == live_table.info.host:
                    live_table.info.status = "closed"
                    await self._append_row(live_table, "close", None, guest, None)
                    return live_table
                number = own_seat(live_table, guest, seat)
                open_seat = SeatInfo(number, "open", crest=live_table.seats[number].crest)
                await self._append_row(live_table, "leave", number, guest, _with_seat(live_table.seats, open_seat))
                return live_table

        return await self._with_refresh(table, command)

    async def change_seat(
        self,
        table: str,
        guest: str,
        seat: int | None,
        crest: int | None,
        is_ready: bool | None,
        name: str | None = None,
    ) -> LiveTable:
        """Change the crest, readiness or name of a guest's own seat before the game begins.

        Args:
            table: the id.
            guest: the player.
            seat: one of the guest's seats; ``None`` for the only one.
            crest, is_ready, name: the new values; ``None`` for no change.

        Raises:
            ApiProblem: the game has begun, or the seat or the crest is another player's.
        """

        async def command() -> LiveTable:
            async with self.locked(table) as live_table:
                must_wait(live_table)
                must_be_below_row_limit(live_table)
                own = own_seat(live_table, guest, seat)
                seats = list(live_table.seats)
                if crest is not None:
                    if is_crest_taken(seats, own, crest):
                        raise ApiProblem("crest_taken")
                    seats = with_crest(seats, own, crest)
                if name is not None:
                    seats[own] = replace(seats[own], name=name)
                    seats = with_bots_renamed(seats, own)
                if is_ready is not None:
                    seats[own] = replace(seats[own], ready=is_ready or guest == live_table.info.host)
                if seats != live_table.seats:
                    await self._append_row(live_table, "seat", own, guest, seats)
                return live_table

        return await self._with_refresh(table, command)

    async def give_seat(self, table: str, guest: str, seat: int, level: str | None) -> LiveTable:
        """Open a seat, or assign a computer player to it, as the host before the game begins.

        Args:
            table: the id.
            guest: the host.
            seat: a seat of another player.
            level: the level of the computer player; ``None`` to open the seat.

        Raises:
            ApiProblem: the game has begun, the guest is not the host, the seat is the host's own, or the table is
                rated, which allows no computer players.
        """

        async def command() -> LiveTable:
            async with self.locked(table) as live_table:
                must_wait(live_table)
                must_be_below_row_limit(live_table)
                if guest != live_table.info.host:
                    raise ApiProblem("not_the_host")
                if seat in live_table.seats_of(guest):
                    raise ApiProblem("already_seated")
                if seat >= len(live_table.seats):
                    raise ApiProblem("not_your_seat")
                if level is not None and live_table.info.settings.rated:
                    raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))
                reassigned = _reassigned_seat(live_table.seats, seat, level)
                if reassigned != live_table.seats[seat]:
                    seats = _with_seat(live_table.seats, reassigned)
                    check = self._check_for_bot(live_table.info, seats, guest) if level else None
                    await self._append_row(live_table, "seat", seat, guest, seats, check=check)
                return live_table

        return await self._with_refresh(table, command)

    async def _append_row(
        self,
        live_table: LiveTable,
        kind: str,
        seat: int | None,
        guest: str | None,
        seats: Sequence[SeatInfo] | None,
        text: str = "",
        check: Callable[[Connection], None] | None = None,
    ) -> Row:
        """Append a row that is neither a move nor an undo.

        Args:
            check: as for :meth:`_write`; if it refuses, the table is evicted, since the row has been applied already.
        """
        number = live_table.version
        row = Row(number, kind, live_table.match.ply, seat, text, batch=number, guest=guest, time=time.time())
        live_table.match.apply(row)
        if seats is not None:
            live_table.seats = list(seats)
        try:
            await self._write(live_table, [row], seats, check)
        except ApiProblem:
            self._evict(live_table)
            raise
        return row

    async def start(self, table: str, guest: str) -> tuple[LiveTable, int]:
        """Begin the game, as the host.

        Returns:
            The table, and its version before.

        Raises:
            ApiProblem: the guest is not the host, the game has begun, a seat is open, or a player is not ready.
        """

        async def command() -> tuple[LiveTable, int]:
            async with self.locked(table) as live_table:
                if guest != live_table.info.host:
                    raise ApiProblem("not_the_host")
                must_wait(live_table)
                if any(seat.kind == "open" for seat in live_table.seats):
                    raise ApiProblem("seats_open")
                not_ready = [seat.name for seat in live_table.seats if seat.is_awaited]
                if not_ready:
                    raise ApiProblem("not_ready", complaint=not_ready_complaint(not_ready))
                before = live_table.version
                live_table.info.status = "running"
                live_table.seats = _in_playing_order(live_table.seats, live_table.info.settings.random_seats)
                row = live_table.match.begin(before, time.time())
                await self._write(live_table, [row], live_table.seats)
                return live_table, before

        return await self._with_refresh(table, command)

    # --- the game

    async def play(
        self,
        table: str,
        guest: str | None,
        ply: int,
        moves: Sequence[str],
        request: str | None = None,
        version: int | None = None,
    ) -> tuple[LiveTable, int]:
        """Play moves of the seat that decides, all or none.

        Args:
            table: the id.
            guest: the player; ``None`` for a computer player.
            ply: of the position that the player has seen.
            moves: the words of the moves.
            request: an idempotency key.
            version: of the view that the player has seen, since an undo can lead to another position of the same ply;
                ``None`` to skip this check.

        Returns:
            The table, and its version before.

        Raises:
            ApiProblem: the seat is another player's, the ply or version is stale, or a move is illegal.
        """
        key = f"{guest}:{request}" if request else None

        async def command() -> tuple[LiveTable, int]:
            async with self.locked(table) as live_table:
                if key is not None and key in live_table.requests:
                    return live_table, live_table.requests[key]
                must_run(live_table)
                now = time.time()
                await self._enforce_clock(live_table, now)
                may_decide(live_table, guest, ply, version)
                before = live_table.version
                try:
                    rows = live_table.match.play(moves, before, guest, key, now)
                except WrongMove as wrong:
                    raise wrong_move(wrong) from None
                await self._write(live_table, rows)
                self.moves_played += len(rows)
                return live_table, before

        return await self._with_refresh(table, command)

    async def undo(
        self, table: str, guest: str, ply: int, request: str | None = None, version: int | None = None
    ) -> tuple[LiveTable, int]:
        """Take back the last batch of moves.

        Args:
            table, guest, ply, request, version: as for :meth:`play`.

        Returns:
            The table, and its version before.

        Raises:
            ApiProblem: there is nothing to take back, or the moves are another player's.
        """
        key = f"{guest}:{request}" if request else None

        async def command() -> tuple[LiveTable, int]:
            async with self.locked(table) as live_table:
                if key is not None and key in live_table.requests:
                    return live_table, live_table.requests[key]
                must_run(live_table)
                now = time.time()
                await self._enforce_clock(live_table, now)
                if not live_table.seats_of(guest):
                    raise ApiProblem("not_your_seat")
                must_be_current(live_table, ply, version)
                must_be_below_row_limit(live_table)
                by = live_table.match.undo_by
                if by is None or by not in live_table.seats_of(guest):
                    raise no_undo(live_table.match.no_undo or "not_yours")
                before = live_table.version
                await self._write(live_table, [live_table.match.undo(before, guest, key, now)])
                return live_table, before

        return await self._with_refresh(table, command)

    async def to_bot(self, table: str, guest: str, seat: int | None, level: str) -> tuple[LiveTable, int]:
        """Hand the guest's own seat, or that of an absent player, to a computer player.

        :meth:`LiveTable.replaceable` has the conditions.

        Returns:
            The table, and its version before.

        Raises:
            ApiProblem: the seat is that of another player who is not away, or ``too_many``.
        """

        async def command() -> tuple[LiveTable, int]:
            async with self.locked(table) as live_table:
                must_run(live_table)
                number = own_or_replaceable_seat(live_table, guest, seat)
                must_be_replaceable(live_table, guest, number, await self.guests(table), self.hub)
                before = live_table.version
                await self._hand_over(live_table, number, level, guest)
                return live_table, before

        return await self._with_refresh(table, command)

    async def _hand_over(self, live_table: LiveTable, seat: int, level: str, guest: str | None) -> None:
        """Hand a seat to a computer player.

        Args:
            live_table, seat, level: the table, the seat and the computer player.
            guest: the guest who hands it over; ``None`` if the seat's time has run out.
        """
        old = live_table.seats[seat]
        name = bot_name(other.name for other in live_table.seats)
        new = replace(old, kind="bot", name=name, guest=None, level=level, resigned=old.guest)
        seats = _with_seat(live_table.seats, new)
        check = self._check_for_bot(live_table.info, seats, guest) if guest else None
        await self._append_row(live_table, "bot" if guest else "time", seat, guest, seats, level, check)

    def _check_for_bot(self, info: TableInfo, seats: Sequence[SeatInfo], guest: str) -> Callable[[Connection], None]:
        """Return a check of the quotas for a computer player, to run in the transaction that adds it."""
        quotas = self._quotas

        def check(connection: Connection) -> None:
            if quotas is not None:
                with _quota_as_problem():
                    quotas.for_bot(connection, info, seats, guest)

        return check

    async def _enforce_clock(self, live_table: LiveTable, now: float) -> None:
        """Hand the deciding seat to a computer player if its time has run out.

        Raises:
            ApiProblem: ``time_over``, after the seat was handed over.
        """
        deadline, seat, clock = live_table.deadline, live_table.match.seat, live_table.info.settings.clock
        if deadline is None or now < deadline or seat is None or clock is None:
            return
        await self._hand_over(live_table, seat, clock.level, None)
        raise ApiProblem("time_over")

    async def enforce_clock(self, table: str) -> None:
        """Hand the deciding seat of a table to a computer player if its time has run out.

        Raises:
            ApiProblem: ``time_over``, after the seat was handed over; or ``no_table``.
        """

        async def command() -> None:
            async with self.locked(table) as live_table:
                await self._enforce_clock(live_table, time.time())

        await self._with_refresh(table, command)

    async def announce_rematch(self, table: str, guest: str, other: str) -> str:
        """Store the id of the rematch at a finished table.

        Args:
            table: the finished table.
            guest: the player who asked for the rematch.
            other: the id of the rematch.

        Returns:
            The stored id: another than ``other`` if a concurrent request was first.
        """

        async def command() -> str:
            async with self.locked(table) as live_table:
                if live_table.info.status != "finished":
                    raise ApiProblem("not_over")
                if live_table.info.rematch is None:
                    live_table.info.rematch = other
                    await self._append_row(live_table, "rematch", None, guest, None, other)
                return live_table.info.rematch

        return await self._with_refresh(table, command)

    async def close(self, table: str) -> None:
        """Close a table, unless it is finished or closed already."""

        async def command() -> None:
            async with self.locked(table) as live_table:
                if live_table.info.status in ("waiting", "running"):
                    live_table.info.status = "closed"
                    await self._append_row(live_table, "close", None, live_table.info.host, None)

        await self._with_refresh(table, command)


# --- helpers


@contextmanager
def _quota_as_problem() -> Iterator[None]:
    try:
        yield
    except QuotaExceeded:
        raise ApiProblem("too_many", retry=RETRY) from None


def _apply_news(live_table: LiveTable, news: store.News) -> None:
    """Apply the rows of a notification to the cached table, or mark it stale if they do not suffice."""
    rows = [store.row_of(columns) for columns in news.rows]
    is_gapless = [row.row for row in rows] == list(range(live_table.version, news.version))
    is_game_only = all(row.kind in GAME_ROWS for row in rows)
    # The task that holds the lock may be writing rows with the same numbers.
    if live_table.is_stale or live_table.lock.locked() or not is_gapless or not is_game_only:
        live_table.is_stale = True
        return
    for row in rows:
        live_table.match.apply(row)
    live_table.remember_requests(rows)
    if isinstance(news.game, msgspec.Raw):
        live_table.encoded_game = news.version, news.game
    # The status and the rating changes of a finished game are not in its rows.
    live_table.is_stale = live_table.match.is_over


def _with_seat(seats: Sequence[SeatInfo], new: SeatInfo) -> list[SeatInfo]:
    return [new if old.seat == new.seat else old for old in seats]


def _in_playing_order(seats: Sequence[SeatInfo], is_random: bool) -> list[SeatInfo]:
    """Return the seats in the order of play, shuffled if ``is_random``; seat 0 begins."""
    order = list(seats)
    if is_random:
        secrets.SystemRandom().shuffle(order)
    return [replace(seat, seat=number) for number, seat in enumerate(order)]


def _finishes(live_table: LiveTable) -> list[Finish]:
    sheets = live_table.match.game.score()
    return [
        Finish(live_table.seats[seat], place, sheets[seat].total)
        for place, seat in enumerate(live_table.match.game.ranking, 1)
    ]


def _hires(connection: Connection, table: str) -> dict[int, Counter[str]]:
    """Return the characters that each seat has hired."""
    hires: dict[int, Counter[str]] = {}
    for row in effective_rows(store.rows_of(connection, table)):
        kind, _, card = row.text.partition(" ")
        if row.kind == "move" and kind == "hire" and row.seat is not None:
            hires.setdefault(row.seat, Counter())[card] += 1
    return hires


def _reassigned_seat(seats: Sequence[SeatInfo], seat: int, level: str | None) -> SeatInfo:
    """Return a seat after the host has opened it or assigned a computer player."""
    old = seats[seat]
    if level is None:
        return SeatInfo(seat, "open", crest=old.crest)
    # A change of the level keeps the computer player's name.
    name = old.name if old.kind == "bot" else bot_name(other.name for other in seats)
    return SeatInfo(seat, "bot", name, level=level, crest=old.crest)
