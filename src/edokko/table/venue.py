"""A venue: the tables of a process, over a store. A command checks a table, appends rows, and wakes listeners.

Concurrency is optimistic: a change names the state that it stands on. If the store has another one, the venue drops its
copy, reads the table again and runs the command again. The cache evicts the least recently used table; an evicted one
is rebuilt from its rows.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar, cast

from edokko.lru import Lru
from edokko.table.hub import Hub, guest_topic
from edokko.table.match import rebuild
from edokko.table.problems import ApiProblem
from edokko.table.replay import Replay
from edokko.table.rows import TERMS, Row
from edokko.table.seats import SeatInfo
from edokko.table.settings import AWAY, TableInfo
from edokko.table.steps import Step
from edokko.table.store import GAME_ROWS, Change, Conflict, Finish, Store
from edokko.table.views.live_table import LiveTable

T = TypeVar("T")
MOST_REPLAYS = 32
"""Replays in memory, of about 0.5 MB each."""
ATTEMPTS = 3
"""Attempts of a command that loses the race against other processes."""
log = logging.getLogger("edokko.table.venue")
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""The format of the ids of tables and guests; other ids are refused without a query."""


class Changed(NamedTuple):
    """A table after a command, with the steps of the log that the command caused.

    Read the table before the next ``await``: afterwards another task may be changing it.
    """

    live_table: LiveTable
    steps: list[Step]


class Venue:
    """The tables of a process.

    The cache holds ``capacity`` tables. An absent player can be replaced after ``away`` seconds
    (:meth:`LiveTable.replaceable`).
    """

    def __init__(self, store: Store, hub: Hub, capacity: int = 1_000, away: float = AWAY) -> None:
        self.store = store
        self.hub = hub
        self.away = away
        self.now = hub.now
        self.moves_written = 0  # the moves that this process has committed
        # What refuses a guest who may not play a rated game.
        self.rated_checks: list[Callable[[str], Awaitable[None]]] = []
        # What makes the next table after a finished one.
        self.next_tables: list[Callable[[TableInfo], Awaitable[str | None]]] = []
        self.rollbacks = 0  # how often the store had lost rows that this process had, as after a fail-over
        self._capacity = capacity
        self._cache: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._noted_while_loading: set[str] = set()
        """Tables of which another process told during their load, which may therefore have read an older state."""
        self._replays: Lru[str, Replay] = Lru(MOST_REPLAYS)
        self._parts: dict[type, object] = {}
        self._change_callbacks: list[Callable[[LiveTable], None]] = []

    def __len__(self) -> int:
        return len(self._cache)

    def __contains__(self, table: str) -> bool:
        """Return whether a table is in the cache."""
        return table in self._cache

    def on_change(self, callback: Callable[[LiveTable], None]) -> None:
        """Register a callback for every change that this process commits."""
        self._change_callbacks.append(callback)

    # --- access

    async def get(self, table: str) -> LiveTable:
        """Return a table from the cache, possibly stale, or load it. Raises ``ApiProblem``: ``no_table``."""
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
                self._noted_while_loading.discard(table)

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
        """Return the current table, after an authorisation check that tolerates a stale cache and raises to refuse."""

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

    async def guests(self, table: str) -> set[str]:
        """Return the guests who are connected to a table, over all processes."""
        return self.hub.guests(table)

    async def replay_of(self, live_table: LiveTable) -> Replay:
        """Return the replay of a table. Raises ``ApiProblem``: ``not_started``."""
        table = live_table.info.id
        replay = self._replays.get(table)
        # The copy of a running table in this process may lack rows of another process.
        state = live_table.version, live_table.match.last_time
        if replay is None or live_table.info.status != "finished" or replay.state != state:
            rows = await self.store.rows(table)
            if replay is None or replay.state != (len(rows), rows[-1].time):
                replay = self._replays[table] = Replay(live_table.info.setup, rows)
        if not replay.has_begun:
            raise ApiProblem("not_started")
        return replay

    # --- what a program may add

    async def aside(self, work: Callable[[], T]) -> T:
        """Do work that takes time. A venue with threads overrides it, so that others do not wait."""
        return work()

    def add_part(self, part: T, kind: type[T]) -> None:
        """Add what operations find by its class or protocol, as ``Thinking`` adds itself."""
        self._parts[kind] = part

    def part(self, kind: type[T]) -> T:
        """Return a part by its class or protocol. Raises ``KeyError`` if the venue has none."""
        return cast(T, self._parts[kind])

    async def check_rated(self, guest: str) -> None:
        """Check that a guest may play a rated game.

        Raises:
            ApiProblem: one of ``rated_checks`` refuses the guest.
        """
        for check in self.rated_checks:
            await check(guest)

    async def next_table(self, finished: TableInfo) -> str | None:
        """Make the next table after a finished one, if one is due, and return it; ``None`` if none is."""
        for make in self.next_tables:
            if table := await make(finished):
                return table
        return None

    # --- loading

    async def _load(self, table: str) -> LiveTable:
        stored = await self.store.load(table)
        if stored is None:
            raise ApiProblem("no_table")
        info, seats, rows, changes = stored
        fresh = LiveTable(info, seats or [], rebuild(info.setup, rows, info.settings.clock), self.away, changes)
        fresh.remember_requests(rows)
        fresh.is_stale = table in self._noted_while_loading
        # Messages about the rows just read will be ignored as known, so wake local listeners ourselves.
        self.hub.wake(table)
        return self.add(fresh)

    async def _catch_up(self, live_table: LiveTable) -> bool:
        """Read the rows of other processes; return ``False`` if the store has lost the copy's last rows."""
        # Clear the mark before the read: a message during the read sets it again.
        live_table.is_stale = False
        # The copy's last row shows whether the store still has the rows before the new ones.
        first = live_table.version - 1
        stored = await self.store.newer(live_table.info.id, first)
        rows = stored.rows if stored else []
        is_gapless = [row.row for row in rows] == list(range(first, first + len(rows)))
        if stored is None or not rows or not is_gapless or rows[0].time != live_table.match.last_time:
            return False
        if any(row.kind == TERMS for row in rows[1:]):
            # The match stands on another edition or clock: load the table anew.
            self.evict(live_table)
            return True
        live_table.apply(rows[1:])
        if stored.seats is not None:
            live_table.info, live_table.seats, live_table.changes = stored.info, stored.seats, stored.changes
            live_table.invalidate_encoded()
        # Our read may have beaten the message, so wake local listeners ourselves.
        self.hub.wake(live_table.info.id)
        return True

    def _roll_back(self, live_table: LiveTable) -> None:
        """Drop a copy whose last rows the store has lost. All live channels send their whole view again."""
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

    async def refresh(self, table: str) -> bool:
        """Compare a cached table with the store, and mark it stale if a message is still on its way.

        Return whether the store had another version than the cache at the start of the call.
        """
        live_table = self._cache.get(table)
        if live_table is None or not self.store.is_shared:
            return False
        before = live_table.state
        stored = await self.store.state(table)
        if stored != live_table.state:
            live_table.is_stale = True
        # The message may have arrived during the query, so compare with the state before it.
        return stored != before

    def note_change(self, table: str) -> LiveTable | None:
        """Return the cached copy of a table that another process has changed; a load under way may be too early."""
        if table in self._loading:
            self._noted_while_loading.add(table)
        return self._cache.get(table)

    def mark_all_stale(self) -> None:
        """Mark all tables stale: messages about their changes may have been lost."""
        self._noted_while_loading.update(self._loading)
        for live_table in self._cache.values():
            live_table.is_stale = True
        self.hub.wake_all()

    def invalidate_all(self) -> None:
        """Invalidate all tables."""
        for live_table in list(self._cache.values()):
            self.evict(live_table)
        self.hub.wake_all()

    def states(self) -> dict[str, tuple[int, float]]:
        """Return the state of each cached table, in so far as the store should have it (:attr:`LiveTable.state`)."""
        return {
            name: live_table.state
            for name, live_table in self._cache.items()
            if not live_table.is_stale and not live_table.lock.locked()
        }

    def on_state(self, table: str, before: tuple[int, float], stored: tuple[int, float]) -> bool:
        """Handle a state that was read from the store: mark another copy stale and wake its listeners.

        A copy that has changed since ``before``, its state before the query, is newer than the query. The stored state
        may be older than the copy: a fail-over may lose rows. Return whether the copy differed, and was not known to.
        """
        live_table = self._cache.get(table)
        if live_table is None or live_table.is_stale or stored == before or live_table.state != before:
            return False
        live_table.is_stale = True
        self.wake(live_table)
        return True

    async def _with_refresh(self, table: str, attempt: Callable[[], Awaitable[T]]) -> T:
        """Make an attempt; on refusal, refresh from the store once and try again, in case our copy is stale."""
        try:
            return await attempt()
        except ApiProblem:
            if not await self.refresh(table):
                raise
        return await attempt()

    # --- changes

    async def run(self, table: str, command: Callable[[LiveTable], Awaitable[T]]) -> T:
        """Run a command on a table in its newest state, under its lock.

        The command runs again when the store has another state of the table than this process. It also runs again,
        once, after a refusal that a stale copy may have caused. To refuse, it raises an :class:`ApiProblem` before it
        changes the table.

        Raises:
            ApiProblem: ``no_table``, ``busy`` after several lost races, or the command's refusal.
        """

        async def attempt() -> T:
            for _ in range(ATTEMPTS):
                try:
                    async with self.locked(table) as live_table:
                        return await command(live_table)
                except Conflict:
                    continue
            raise ApiProblem("busy", retry=1)

        return await self._with_refresh(table, attempt)

    async def create(self, live_table: LiveTable, rows: Sequence[Row], guards: Sequence[object]) -> None:
        """Write a new table with its first rows, which have been applied to the match.

        Raises:
            ApiProblem: a guard refuses the table.
            Conflict: another process has made it.
        """
        change = self._change_of(live_table, live_table.info.changed, rows)
        await self.store.write(change._replace(seats=live_table.seats, guards=guards, is_new=True))
        self.add(live_table)
        self._announce(live_table, rows)

    async def append_row(
        self,
        live_table: LiveTable,
        kind: str,
        seat: int | None,
        guest: str | None,
        seats: Sequence[SeatInfo] | None = None,
        text: str = "",
        guards: Sequence[object] = (),
    ) -> None:
        """Append a row that is neither a move nor an undo; the table, which has it, is evicted if a guard refuses."""
        number = live_table.version
        row = Row(number, kind, live_table.match.ply, seat, text, batch=number, guest=guest, time=self.now())
        live_table.match.apply(row)
        try:
            await self.write(live_table, [row], seats, guards)
        except ApiProblem:
            self.evict(live_table)
            raise

    async def write(
        self,
        live_table: LiveTable,
        rows: Sequence[Row],
        seats: Sequence[SeatInfo] | None = None,
        guards: Sequence[object] = (),
    ) -> None:
        """Write rows that have been applied to the match, then wake listeners and call the callbacks.

        The seats are ``None`` if neither they nor the settings have changed; guards come with seats only.
        """
        info, before = live_table.info, live_table.info.changed
        info.changed = rows[-1].time
        if seats is not None:
            live_table.seats = list(seats)
        if live_table.match.is_over and info.status == "running":
            info.status = "finished"
            change = self._change_of(live_table, before, rows)._replace(finishes=finishes_of(live_table))
            live_table.changes = await self.store.write(change)
        else:
            change = self._change_of(live_table, before, rows)
            await self.store.write(change if seats is None else change._replace(seats=live_table.seats, guards=guards))
        live_table.remember_requests(rows)
        self.moves_written += sum(row.kind == "move" for row in rows)
        self._announce(live_table, rows)

    def _change_of(self, live_table: LiveTable, before: float, rows: Sequence[Row]) -> Change:
        return Change(live_table.info, before, rows, summary_of(live_table))

    def _announce(self, live_table: LiveTable, rows: Sequence[Row]) -> None:
        """Wake the listeners of a changed table, tell other processes, and call the callbacks, after a commit."""
        cached = self._cache.get(live_table.info.id)
        if cached is not None and cached is not live_table:
            # It was evicted during the write and reloaded before the commit: mark the reloaded copy stale.
            cached.is_stale = True
        self.wake(live_table)
        self.publish(live_table, rows)
        for callback in self._change_callbacks:
            callback(live_table)

    def wake(self, live_table: LiveTable) -> None:
        """Wake the listeners of a table and of its guests."""
        self.hub.wake(live_table.info.id)
        for guest in live_table.guests:
            self.hub.wake(guest_topic(guest))

    def publish(self, live_table: LiveTable, rows: Sequence[Row]) -> None:
        """Tell the other processes of new rows. A venue that shares its store with others overrides it."""


def is_id(text: str) -> bool:
    """Return whether a text has the format of an id."""
    return bool(_ID.fullmatch(text))


def is_game_only(rows: Sequence[Row]) -> bool:
    """Return whether rows change the game only, not the seats or the settings."""
    return all(row.kind in GAME_ROWS for row in rows)


def changed_since(live_table: LiveTable, version: int) -> Changed:
    """Return a table with what has changed since an earlier version."""
    return Changed(live_table, live_table.match.steps_since(version) or [])


def summary_of(live_table: LiveTable) -> dict[str, Any]:
    """Return what a store keeps of a table that derives from its rows; lists are queried by it."""
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
        "coach": info.settings.coach,
        "chat": info.settings.chat,
    }


def finishes_of(live_table: LiveTable) -> list[Finish]:
    """Return the results of the seats, by place."""
    sheets = live_table.match.game.score()
    return [
        Finish(live_table.seats[seat], place, sheets[seat].total)
        for place, seat in enumerate(live_table.match.game.ranking, 1)
    ]
