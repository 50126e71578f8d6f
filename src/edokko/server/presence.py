"""Who is at which table, whichever process on the same PostgreSQL they have reached.

Every process writes down the guests whose pages are open at it, and says each few seconds that it is alive. What a
process that died has written is dropped by any other. A message is a hint and no more: it names a table, who is there
is read.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable

from sqlalchemy import Connection, Float, delete, insert, literal_column, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from edokko.server.database import Database, models
from edokko.server.hub import GUEST, Hub

CHANNEL = "edokko_presence"
"""The channel on which processes tell each other at which table somebody has come or gone."""
HEARTBEAT = 5.0
"""Seconds between two signs of life."""
DEAD = 15.0
"""Seconds after which a process without one is taken for dead."""
AGAIN = 1.0
FORGET = 3_600.0
"""Seconds for which it is known when somebody has gone; afterwards it was long ago."""

_CLOCK = literal_column("extract(epoch FROM clock_timestamp())::float8", Float)
"""The database's clock: the processes may be on several machines."""
_NOTIFY = text("SELECT pg_notify(:channel, :message)")

log = logging.getLogger("edokko.server.presence")


class Presence:
    """Tells the others who is here, and the hub who is elsewhere.

    Args:
        database: a PostgreSQL.
        hub: who is here.
    """

    def __init__(self, database: Database, hub: Hub) -> None:
        self._database = database
        self._hub = hub
        self._process = secrets.token_hex(8)
        self._written: dict[str, frozenset[str]] = {}
        self._changed: set[str] = set()
        self._unread: set[str] = set()
        self._work = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        hub.on_presence(self._somebody_here)

    async def start(self) -> None:
        """Begin."""
        await self._database.transact(self._is_alive)
        self._tasks = [asyncio.create_task(self._exchange()), asyncio.create_task(self._beat())]

    async def stop(self) -> None:
        """Say that nobody is here any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._database.transact(lambda connection: _drop(connection, [self._process]))
        except (OSError, SQLAlchemyError):
            log.warning("the others are not told that this process ends")

    # --- hints

    def _somebody_here(self, table: str) -> None:
        if not table.startswith(GUEST):
            self._changed.add(table)
            self._work.set()

    def heard(self, message: str) -> None:
        """Another process says that somebody has come or gone.

        Args:
            message: the process and the table.
        """
        process, _, table = message.partition(" ")
        if process != self._process and (self._hub.watchers(table) or self._hub.is_elsewhere(table)):
            self._unread.add(table)
            self._work.set()

    def missed_some(self) -> None:
        """Others may have said something that was not heard."""
        self._unread.update(self._hub.tables)
        self._work.set()

    # --- reading

    async def guests(self, table: str) -> set[str]:
        """Who is at a table now, in this process or in another."""
        await self.look(table)
        return self._hub.guests(table)

    async def look(self, table: str) -> None:
        """Read who is at a table elsewhere."""
        kept = models.Presence
        async with self._database.read() as connection:
            statement = select(kept.guest, _CLOCK - kept.gone).join(models.Process, models.Process.id == kept.process)
            statement = statement.where(
                kept.table == table, kept.process != self._process, models.Process.seen > _CLOCK - DEAD
            )
            found = [(guest, since) for guest, since in await connection.execute(statement)]
        here = frozenset(guest for guest, since in found if since is None)
        self._hub.set_elsewhere(table, here, {guest: since for guest, since in found if since is not None})

    # --- writing

    async def _exchange(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            changed, self._changed = self._changed, set()
            unread, self._unread = self._unread, set()
            try:
                await self._write(changed)
                # Whoever is the first here does not know yet who is elsewhere.
                for table in unread | changed:
                    await self.look(table)
            except (OSError, SQLAlchemyError) as error:
                log.warning("who is here cannot be told: %s", type(error).__name__)
                self._changed |= changed
                self._unread |= unread
                await asyncio.sleep(AGAIN)
                self._work.set()

    async def _write(self, tables: Iterable[str]) -> None:
        now = {table: frozenset(self._hub.here(table)) for table in tables}
        differing = {table: there for table, there in now.items() if there != self._before(table)}
        if not differing:
            return
        await self._database.transact(lambda connection: self._replace(connection, differing))
        self._written |= differing
        for table, there in differing.items():
            if not there:
                del self._written[table]

    def _before(self, table: str) -> frozenset[str]:
        return self._written.get(table, frozenset())

    def _replace(self, connection: Connection, tables: dict[str, frozenset[str]]) -> None:
        kept = models.Presence
        for table, there in tables.items():
            came, left = there - self._before(table), self._before(table) - there
            own = (kept.process == self._process, kept.table == table)
            if left:
                connection.execute(update(kept).where(*own, kept.guest.in_(left)).values(gone=_CLOCK))
            if came:
                connection.execute(delete(kept).where(*own, kept.guest.in_(came)))
                rows = [{"process": self._process, "table": table, "guest": guest} for guest in came]
                connection.execute(insert(kept), rows)
        _tell(connection, self._process, tables)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                if not await self._database.transact(self._is_alive):
                    # We were taken for dead, and what we had written was dropped.
                    self._changed |= set(self._written) | set(self._hub.tables)
                    self._written.clear()
                    self._work.set()
            except (OSError, SQLAlchemyError) as error:
                log.warning("no sign of life can be given: %s", type(error).__name__)

    def _is_alive(self, connection: Connection) -> bool:
        """Give a sign of life, and drop those who give none; say whether we were known."""
        kept = models.Process
        known = connection.execute(update(kept).where(kept.id == self._process).values(seen=_CLOCK)).rowcount > 0
        if not known:
            connection.execute(insert(kept).values(id=self._process, seen=_CLOCK))
        connection.execute(delete(models.Presence).where(models.Presence.gone < _CLOCK - FORGET))
        dead = list(connection.execute(select(kept.id).where(kept.seen < _CLOCK - DEAD).with_for_update()).scalars())
        if dead:
            _drop(connection, dead)
        return known


def _drop(connection: Connection, processes: list[str]) -> None:
    """Forget what processes have written, and tell those who look at the same tables."""
    kept = models.Presence
    left = delete(kept).where(kept.process.in_(processes)).returning(kept.table)
    tables = set(connection.execute(left).scalars())
    connection.execute(delete(models.Process).where(models.Process.id.in_(processes)))
    _tell(connection, processes[0], tables)


def _tell(connection: Connection, process: str, tables: Iterable[str]) -> None:
    for table in tables:
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": f"{process} {table}"})
