"""PostgreSQL, with few round trips.

Each statement is a round trip. Reads and single statements therefore run without an explicit transaction; only reads
that must be consistent share a snapshot. The pool hands out connections without a ping and drops those that the server
has closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from edokko.server.store.driver import Publish, Statement, code_of, take_messages

T = TypeVar("T")
ATTEMPTS = 5
"""Attempts of a transaction that PostgreSQL aborts because of a deadlock or a serialization failure."""
RETRYABLE = frozenset({"40P01", "40001"})
"""PostgreSQL's codes of a deadlock and of a serialization failure."""
STATEMENT_CONNECTIONS = 8
"""Size of the :class:`StatementPool` of a process."""


class PostgresDatabase:
    """A PostgreSQL database and its connections."""

    is_shared = True
    publish: Publish | None = None

    def __init__(self, address: str) -> None:
        self._engine = _engine(address)
        self._read_engine = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._snapshot_engine = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self._statements = StatementPool(address)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self._read_engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        async with self._snapshot_engine.connect() as connection:
            yield connection

    async def query(self, work: Callable[[Connection], T]) -> T:
        async with self._read_engine.connect() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.begin() as connection:
            # A transaction that failed on this connection may have left messages.
            take_messages(connection)
            yield connection
            messages = take_messages(connection)
        if self.publish is not None:
            for channel, message in messages:
                self.publish(channel, message)

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction; retry it after a deadlock or a serialization failure."""
        for _ in range(ATTEMPTS - 1):
            try:
                async with self.write() as connection:
                    return await connection.run_sync(work)
            except DBAPIError as error:
                if code_of(error) not in RETRYABLE:
                    raise
        async with self.write() as connection:
            return await connection.run_sync(work)

    async def transact_single(self, work: Callable[[Connection], Any], statement: Callable[[], Statement]) -> Any:
        return await self._statements.execute(*statement())

    def is_intact(self) -> bool:
        return True  # PostgreSQL has checksums of its own

    async def close(self) -> None:
        await self._statements.close()
        await self._engine.dispose()


class StatementPool:
    """A pool of open connections to PostgreSQL for single statements, which it passes to the driver directly.

    SQLAlchemy's checkout of a connection and its processing of a statement take longer than the write.
    """

    def __init__(self, address: str) -> None:
        self._engine = _engine(address).execution_options(isolation_level="AUTOCOMMIT")
        # Last in, first out: under low load the other connections are never opened.
        self._idle: asyncio.LifoQueue[AsyncConnection | None] = asyncio.LifoQueue()
        for _ in range(STATEMENT_CONNECTIONS):
            self._idle.put_nowait(None)

    async def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Execute a statement in a transaction of its own, and return the first column of the first row.

        The placeholders are ``$1``, ``$2`` and so on. A connection that fails is discarded and replaced later.

        Raises:
            DBAPIError: as SQLAlchemy would raise it.
        """
        connection = await self._idle.get()
        reusable: AsyncConnection | None = None
        try:
            if connection is not None and _driver(connection).is_closed():
                await _discard(connection)
                connection = None
            connection = connection or await self._engine.connect()
            result = await _driver(connection).fetchval(statement, *values)
            reusable = connection
            return result
        except asyncpg.IntegrityConstraintViolationError as error:
            raise IntegrityError(statement, None, error, hide_parameters=True) from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
            raise DBAPIError(statement, None, error, hide_parameters=True) from error
        finally:
            self._idle.put_nowait(reusable)
            if reusable is None and connection is not None:
                await _discard(connection)

    async def close(self) -> None:
        """Close all connections, which must be idle."""
        while not self._idle.empty():
            connection = self._idle.get_nowait()
            if connection is not None:
                await connection.close()
        await self._engine.dispose()


async def _discard(connection: AsyncConnection) -> None:
    """Close a connection without returning it to the pool, also amid a statement."""
    await connection.invalidate()
    await connection.close()


def _driver(connection: AsyncConnection) -> asyncpg.Connection:
    """Return the driver's connection; its ``is_closed()`` needs no round trip."""
    raw = connection.sync_connection
    assert raw is not None
    return raw.connection.driver_connection


def _engine(address: str) -> AsyncEngine:
    """Return an engine as the module's docstring describes. Its errors, which are logged, hide parameters."""
    engine = create_async_engine(address, pool_size=8, max_overflow=8, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "checkout")
    def check(connection: Any, record: Any, proxy: Any) -> None:
        # The event loop has noticed when the server closed the connection, so this needs no ping.
        if connection.driver_connection.is_closed():
            raise DisconnectionError

    return engine
