"""How the database is opened.

SQLite is the careful kind here: write-ahead log, synchronous FULL so that nothing acknowledged is lost when the power
goes, every transaction ``BEGIN IMMEDIATE`` because Python's driver starts none at a SELECT (read-then-write would lose
updates), and one writer at a time in the process, because its busy timeout waits far longer than a lock does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine


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

    async def close(self) -> None:
        """Close all connections."""
        await self._reading.dispose()
        if self._writing is not self._reading:
            await self._writing.dispose()


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

    @event.listens_for(made.sync_engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(made.sync_engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return made
