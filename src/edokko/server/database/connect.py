"""How the database is opened.

SQLite is the careful kind here: write-ahead log, synchronous FULL so that nothing acknowledged is lost when the power
goes, every transaction ``BEGIN IMMEDIATE`` because Python's driver starts none at a SELECT (read-then-write would lose
updates), and one writer at a time in the process, because its busy timeout waits far longer than a lock does. A whole
transaction runs in one thread: statement by statement it would change threads a dozen times.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

T = TypeVar("T")


class Database:
    """A database and its connections.

    Args:
        address: ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.
    """

    def __init__(self, address: str) -> None:
        self.is_sqlite = address.startswith("sqlite")
        self.address = address
        self._reading = engine(address)
        # Readers have connections of their own: in the write-ahead log they never wait for the writer.
        self._writing = engine(address, writes=True) if self.is_sqlite else self._reading
        self._lock = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="database")
        self._plain = plain_engine(address) if self.is_sqlite else None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that only reads."""
        async with self._reading.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at its end, rolled back at an error."""
        if not self.is_sqlite:
            async with self._writing.begin() as connection:
                yield connection
            return
        async with self._lock, self._writing.begin() as connection:
            yield connection

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """A transaction as a whole: committed when ``work`` returns, rolled back when it raises.

        Args:
            work: what is to be done; with SQLite it runs in another thread, so it touches nothing but what it is given.
        """
        if self._plain is None:
            async with self._writing.begin() as connection:
                return await connection.run_sync(work)
        async with self._lock:
            return await asyncio.get_running_loop().run_in_executor(self._thread, _within, self._plain, work)

    async def close(self) -> None:
        """Close all connections."""
        await self._reading.dispose()
        if self._writing is not self._reading:
            await self._writing.dispose()
        if self._plain is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._plain.dispose)
        self._thread.shutdown()


def engine(address: str, *, writes: bool = False) -> AsyncEngine:
    """An engine with the manners above.

    Args:
        address: as for :class:`Database`.
        writes: whether transactions of SQLite take the write lock when they begin.
    """
    if not address.startswith("sqlite"):
        return create_async_engine(address, pool_size=8, max_overflow=8, pool_pre_ping=True)
    file = make_url(address).database
    if file and file != ":memory:":
        # Somebody else at this computer has no business in it.
        Path(file).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = create_async_engine(address, connect_args={"isolation_level": None}, pool_size=1 if writes else 4)
    _careful(made.sync_engine, writes=writes)
    return made


def plain_engine(address: str) -> Engine:
    """An engine for SQLite without an event loop, for one thread that writes.

    Args:
        address: as for :class:`Database`.
    """
    made = create_engine(
        make_url(address).set(drivername="sqlite"),
        connect_args={"isolation_level": None, "check_same_thread": False},
        pool_size=1,
        poolclass=QueuePool,
    )
    _careful(made, writes=True)
    return made


def _within(made: Engine, work: Callable[[Connection], T]) -> T:
    with made.begin() as connection:
        return work(connection)


def _careful(made: Engine, *, writes: bool) -> None:
    @event.listens_for(made, "connect")
    def prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(made, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
