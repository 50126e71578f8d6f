"""Which guests are at which table, across all processes on the same PostgreSQL.

Each process stores the guests that are connected to it and sends a heartbeat. Any process deletes the rows of a
process whose heartbeat has stopped. A notification only names a table; the receiver reads the guests from the database.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable

from sqlalchemy import Connection, Float, delete, insert, literal_column, select, update
from sqlalchemy.exc import SQLAlchemyError

from edokko.server.store import Database, models
from edokko.table.hub import Hub, is_presence_only, is_table
from edokko.table.tasks import cancel, repeat

CHANNEL = "edokko_presence"
"""The notification channel for changes of presence."""
HEARTBEAT = 5.0
"""Seconds between two heartbeats."""
DEAD = 15.0
"""Seconds without a heartbeat after which a process counts as dead."""
ANONYMOUS = "anonymous:"
"""The prefix of a row that counts the anonymous channels of a process; no guest has such an id."""
FORGET = 3_600.0
"""How long departure times are kept, in seconds."""

_CLOCK = literal_column("extract(epoch FROM clock_timestamp())::float8", Float)
"""The database's clock, which processes on several machines share."""

log = logging.getLogger("edokko.server.live.presence")


class Presence:
    """Exchange of presence: publishes the guests of this process, and gives the hub those of the others."""

    def __init__(self, database: Database, hub: Hub, publish: Callable[[str, str], None]) -> None:
        self._database = database
        self._hub = hub
        self._publish = publish
        self._process = secrets.token_hex(8)
        self._written: dict[str, frozenset[str]] = {}
        self._changed: set[str] = set()
        self._unread: set[str] = set()
        self._work = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        hub.on_presence(self._on_local_change)

    async def start(self) -> None:
        """Register this process and start the background tasks."""
        await self._beat()
        self._tasks = [repeat("presence", self._exchange), repeat("heartbeat", self._heartbeat)]

    async def stop(self) -> None:
        """Stop the background tasks and delete the rows of this process."""
        await cancel(*self._tasks)
        try:
            self._notify(
                await self._database.transact(lambda connection: _delete_processes(connection, [self._process]))
            )
        except (OSError, SQLAlchemyError):
            log.warning("the database does not answer: the presence of this process remains until it times out")

    # --- notifications

    def _on_local_change(self, table: str) -> None:
        if is_table(table) or is_presence_only(table):
            self._changed.add(table)
            self._work.set()

    def on_notification(self, message: str) -> None:
        """Handle a notification: the ids of a process and of a table."""
        process, _, table = message.partition(" ")
        if process != self._process and (self._hub.listener_count(table) or self._hub.has_remote_guests(table)):
            self._unread.add(table)
            self._work.set()

    def mark_all_stale(self) -> None:
        """Read the presence of all watched tables again: notifications may have been lost."""
        self._unread.update(self._hub.tables)
        self._work.set()

    # --- reading

    async def guests(self, table: str) -> set[str]:
        """Read and return the guests at a table, over all processes."""
        await self.refresh(table)
        return self._hub.guests(table)

    async def refresh(self, table: str) -> None:
        """Read the guests at a table in other processes, and give them to the hub."""
        row, process = models.Presence, models.Process
        async with self._database.read() as connection:
            statement = select(row.guest, _CLOCK - row.gone).join(process, process.id == row.process)
            statement = statement.where(row.table == table, row.process != self._process, process.seen > _CLOCK - DEAD)
            rows = [(guest, absence) for guest, absence in await connection.execute(statement)]
        connected = [guest for guest, absence in rows if absence is None]
        anonymous = [guest.removeprefix(ANONYMOUS) for guest in connected if guest.startswith(ANONYMOUS)]
        self._hub.set_remote_anonymous(table, sum(map(int, anonymous)))
        present = frozenset(guest for guest in connected if not guest.startswith(ANONYMOUS))
        self._hub.set_remote_guests(table, present, {guest: absence for guest, absence in rows if absence is not None})

    # --- writing

    async def _exchange(self) -> None:
        await self._work.wait()
        self._work.clear()
        changed, self._changed = self._changed, set()
        unread, self._unread = self._unread, set()
        try:
            await self._write(changed)
            # This process ignores notifications of a table without listeners: its first listener needs a read.
            for table in unread | changed:
                await self.refresh(table)
        except Exception:
            self._changed |= changed
            self._unread |= unread
            self._work.set()
            raise

    async def _write(self, tables: Iterable[str]) -> None:
        now = {table: self._local(table) for table in tables}
        changes = {table: guests for table, guests in now.items() if guests != self._last_written(table)}
        if not changes:
            return
        await self._database.transact(lambda connection: self._replace(connection, changes))
        self._notify(changes)
        self._written |= changes
        for table, guests in changes.items():
            if not guests:
                del self._written[table]

    def _local(self, table: str) -> frozenset[str]:
        """Return what this process writes of a table: its guests, and the number of its anonymous channels."""
        guests, anonymous = self._hub.local_guests(table), self._hub.local_anonymous(table)
        return frozenset(guests | {f"{ANONYMOUS}{anonymous}"} if anonymous else guests)

    def _last_written(self, table: str) -> frozenset[str]:
        return self._written.get(table, frozenset())

    def _replace(self, connection: Connection, tables: dict[str, frozenset[str]]) -> None:
        row = models.Presence
        for table, guests in tables.items():
            before = self._last_written(table)
            arrivals, departures = guests - before, before - guests
            is_own = (row.process == self._process, row.table == table)
            counts = {guest for guest in departures if guest.startswith(ANONYMOUS)}
            if counts:
                # Only guests have a time of departure.
                connection.execute(delete(row).where(*is_own, row.guest.in_(counts)))
                departures -= counts
            if departures:
                connection.execute(update(row).where(*is_own, row.guest.in_(departures)).values(gone=_CLOCK))
            if arrivals:
                connection.execute(delete(row).where(*is_own, row.guest.in_(arrivals)))
                rows = [{"process": self._process, "table": table, "guest": guest} for guest in arrivals]
                connection.execute(insert(row), rows)

    async def _heartbeat(self) -> None:
        await asyncio.sleep(HEARTBEAT)
        if not await self._beat():
            # Another process took this one for dead and deleted its rows: write them again.
            self._changed |= set(self._written) | set(self._hub.tables)
            self._written.clear()
            self._work.set()

    async def _beat(self) -> bool:
        """Write a heartbeat, delete dead processes and old departures, and notify the others of these.

        It returns whether this process was still registered.
        """
        is_registered, tables = await self._database.transact(self._write_beat)
        self._notify(tables)
        # This process ignores its own messages.
        self._unread |= tables
        self._work.set()
        return is_registered

    def _write_beat(self, connection: Connection) -> tuple[bool, set[str]]:
        process = models.Process
        own = update(process).where(process.id == self._process).values(seen=_CLOCK)
        is_registered = connection.execute(own).rowcount > 0
        if not is_registered:
            connection.execute(insert(process).values(id=self._process, seen=_CLOCK))
        connection.execute(delete(models.Presence).where(models.Presence.gone < _CLOCK - FORGET))
        expired = select(process.id).where(process.seen < _CLOCK - DEAD).with_for_update()
        dead = list(connection.execute(expired).scalars())
        return is_registered, _delete_processes(connection, dead) if dead else set()

    def _notify(self, tables: Iterable[str]) -> None:
        for table in tables:
            self._publish(CHANNEL, f"{self._process} {table}")


def _delete_processes(connection: Connection, processes: list[str]) -> set[str]:
    """Delete processes with their presence, and return the tables where they had guests."""
    row = models.Presence
    deletion = delete(row).where(row.process.in_(processes)).returning(row.table)
    tables = set(connection.execute(deletion).scalars())
    connection.execute(delete(models.Process).where(models.Process.id.in_(processes)))
    return tables
