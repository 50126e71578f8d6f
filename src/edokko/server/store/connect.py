"""Connections to the database: SQLite with group commit, PostgreSQL with few round trips.

SQLite is configured for durability: write-ahead log, and synchronous FULL, so that a power failure loses nothing that
was acknowledged. Every write transaction is ``BEGIN IMMEDIATE``: Python's driver starts none at a SELECT, and
read-then-write would lose updates. A process has one writer at a time, because SQLite's busy timeout waits far longer
than a lock. A whole transaction runs in one thread; statement by statement it would switch threads a dozen times.

Group commit: transactions that arrive while the disk is busy share the next commit, because the disk takes as long for
twenty as for one. Each caller is answered after the commit is on the disk. If one transaction of a group fails, the
group is rolled back and each is committed alone.

On PostgreSQL each statement is a round trip. Reads and single statements therefore run without an explicit transaction;
only reads that must be consistent share a snapshot. The pool hands out connections without a ping and drops those that
the server has closed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

T = TypeVar("T")
Work = Callable[[Connection], Any]
MOST_PER_COMMIT = 50
"""Maximum of transactions in a group commit."""
ATTEMPTS = 5
"""Attempts of a transaction that PostgreSQL aborts because of a deadlock or a serialization failure."""
RETRYABLE = frozenset({"40P01", "40001"})
"""PostgreSQL's codes of a deadlock and of a serialization failure."""
DISK_FULL = frozenset({"53100"})
"""PostgreSQL's codes of a full disk."""
FOREIGN_KEY = "23503"
"""PostgreSQL's code of a foreign key violation."""
STATEMENT_CONNECTIONS = 8
"""Size of the :class:`StatementPool` of a process."""


class Database:
    """A database and its connections.

    Args:
        address: ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.
    """

    def __init__(self, address: str) -> None:
        self.is_sqlite = address.startswith("sqlite")
        self.address = address
        engine = async_engine(address)
        # Readers of SQLite have connections of their own: with a write-ahead log they never wait for the writer.
        self._write_engine = async_engine(address, writes=True) if self.is_sqlite else engine
        self._read_engine = engine if self.is_sqlite else engine.execution_options(isolation_level="AUTOCOMMIT")
        snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._snapshot_engine = engine if self.is_sqlite else engine.execution_options(**snapshot)
        self._lock = asyncio.Lock()
        self._writer_thread = ThreadPoolExecutor(1, thread_name_prefix="database")
        self._writer = Writer(sync_engine(address, writes=True)) if self.is_sqlite else None
        self._statements = None if self.is_sqlite else StatementPool(address)
        self._reader_thread = ThreadPoolExecutor(1, thread_name_prefix="reading")
        self._sync_read_engine = sync_engine(address) if self.is_sqlite else None
        self._pending: deque[tuple[Work, asyncio.Future[Any]]] = deque()
        self._committing: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection for independent reads."""
        async with self._read_engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection whose reads see one consistent snapshot."""
        async with self._snapshot_engine.connect() as connection:
            yield connection

    async def query(self, work: Callable[[Connection], T]) -> T:
        """Run a function that only reads, with a synchronous connection, with less overhead than :meth:`read`."""
        if self._sync_read_engine is None:
            async with self._read_engine.connect() as connection:
                return await connection.run_sync(work)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader_thread, _in_transaction, self._sync_read_engine, work)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Yield the connection of a transaction, committed at the end and rolled back on an error."""
        if not self.is_sqlite:
            async with self._write_engine.begin() as connection:
                yield connection
            return
        async with self._lock, self._write_engine.begin() as connection:
            yield connection

    async def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Execute a single statement of PostgreSQL in a transaction of its own.

        Args:
            statement: with placeholders ``$1``, ``$2`` and so on.
            values: of the placeholders.

        Returns:
            The first column of the first row.

        Raises:
            DBAPIError: as SQLAlchemy would raise it.
        """
        if self._statements is None:
            raise RuntimeError("execute() needs PostgreSQL; use transact() with SQLite")
        return await self._statements.execute(statement, values)

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction: committed when ``work`` returns, rolled back when it raises.

        Args:
            work: uses only the connection, without other side effects, because it may run more than once: on SQLite
                after the failure of a group commit, on PostgreSQL after a deadlock. On SQLite it runs in another
                thread.
        """
        if self._writer is None:
            return await self._transact_with_retries(work)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._pending.append((work, done))
        if self._committing is None or self._committing.done():
            self._committing = asyncio.create_task(self._commit(self._writer))
        return await done

    async def _transact_with_retries(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction of PostgreSQL; retry it after a deadlock or a serialization failure."""
        for _ in range(ATTEMPTS - 1):
            try:
                async with self._write_engine.begin() as connection:
                    return await connection.run_sync(work)
            except DBAPIError as error:
                if not is_retryable(error):
                    raise
        async with self._write_engine.begin() as connection:
            return await connection.run_sync(work)

    async def _commit(self, writer: Writer) -> None:
        """Commit the pending transactions in groups until none is left."""
        loop = asyncio.get_running_loop()
        while self._pending:
            async with self._lock:
                group = [self._pending.popleft() for _ in range(min(MOST_PER_COMMIT, len(self._pending)))]
                works = [work for work, _ in group]
                results = await loop.run_in_executor(self._writer_thread, writer.commit_group, works)
            for (_, done), result in zip(group, results, strict=True):
                if done.cancelled():
                    continue
                if isinstance(result, Exception):
                    done.set_exception(result)
                else:
                    done.set_result(result)

    async def close(self) -> None:
        """Commit the pending transactions and close all connections."""
        if self._committing is not None:
            await self._committing
        if self._statements is not None:
            await self._statements.close()
        for engine in (self._read_engine, self._write_engine):
            await engine.dispose()
        loop = asyncio.get_running_loop()
        if self._writer is not None:
            await loop.run_in_executor(self._writer_thread, self._writer.close)
        if self._sync_read_engine is not None:
            await loop.run_in_executor(self._reader_thread, self._sync_read_engine.dispose)
        for thread in (self._writer_thread, self._reader_thread):
            thread.shutdown()


def is_retryable(error: DBAPIError) -> bool:
    """Return whether PostgreSQL has aborted a transaction because of a deadlock or a serialization failure."""
    return _code_of(error) in RETRYABLE


def is_disk_full(error: DBAPIError) -> bool:
    """Return whether a write has failed because the disk is full."""
    return _code_of(error) in DISK_FULL or getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def is_foreign_key_violation(error: DBAPIError) -> bool:
    """Return whether a new row refers to a row that does not exist, such as a guest who was just deleted."""
    code: int | None = getattr(error.orig, "sqlite_errorcode", None)
    return _code_of(error) == FOREIGN_KEY or code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY


def _code_of(error: DBAPIError) -> str | None:
    code: str | None = getattr(error.orig, "sqlstate", None)
    return code


class StatementPool:
    """A pool of open connections to PostgreSQL for single statements, which it passes to the driver directly.

    SQLAlchemy's checkout of a connection and its processing of a statement take longer than the write.

    Args:
        address: as for :class:`Database`.
    """

    def __init__(self, address: str) -> None:
        self._engine = async_engine(address).execution_options(isolation_level="AUTOCOMMIT")
        # Last in, first out: under low load the other connections are never opened.
        self._idle: asyncio.LifoQueue[AsyncConnection | None] = asyncio.LifoQueue()
        for _ in range(STATEMENT_CONNECTIONS):
            self._idle.put_nowait(None)

    async def execute(self, statement: str, values: Sequence[Any]) -> Any:
        """Execute a statement. A connection that fails is discarded and replaced at its next use."""
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
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
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


class Writer:
    """The writer of SQLite, in one thread. Its connection stays open: opening one takes longer than a write.

    Args:
        engine: an engine for that thread.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._connection: Connection | None = None

    def commit_group(self, works: Sequence[Work]) -> list[Any]:
        """Commit transactions as one, and return the result or the error of each.

        If one of them fails, which is rare, the group is rolled back and each is committed alone.
        """
        try:
            self._connection = self._connection or self.engine.connect()
            with self._connection.begin():
                return [work(self._connection) for work in works]
        except Exception as error:
            if len(works) == 1:
                return [error]
        return [result for work in works for result in self.commit_group([work])]

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
        self.engine.dispose()


def async_engine(address: str, *, writes: bool = False) -> AsyncEngine:
    """Return an engine as the module's docstring describes. Its errors, which are logged, hide parameters.

    Args:
        address: as for :class:`Database`.
        writes: whether transactions of SQLite take the write lock when they begin.
    """
    if not address.startswith("sqlite"):
        engine = create_async_engine(address, pool_size=8, max_overflow=8, hide_parameters=True)
        _drop_closed_connections(engine.sync_engine)
        return engine
    file = make_url(address).database
    if file and file != ":memory:":
        make_private(Path(file))
    engine = create_async_engine(
        address, connect_args={"isolation_level": None}, pool_size=1 if writes else 4, hide_parameters=True
    )
    _configure_sqlite(engine.sync_engine, writes=writes)
    return engine


def make_private(file: Path) -> None:
    """Create a new SQLite file readable by its owner only, since it contains the key of the cookies.

    SQLite creates its journal files with the same mode.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not file.exists():
        file.touch(mode=0o600)


def sync_engine(address: str, *, writes: bool = False) -> Engine:
    """Return a synchronous engine for SQLite, for one thread.

    Args:
        address: as for :class:`Database`.
        writes: as for :func:`async_engine`.
    """
    engine = create_engine(
        make_url(address).set(drivername="sqlite"),
        connect_args={"isolation_level": None, "check_same_thread": False},
        pool_size=1,
        poolclass=QueuePool,
        hide_parameters=True,
    )
    _configure_sqlite(engine, writes=writes)
    return engine


def execute_raw(connection: Connection, statement: str, *rows: Sequence[Any]) -> None:
    """Execute a statement without results on the driver's cursor, which is faster than SQLAlchemy's processing.

    Args:
        connection: a transaction.
        statement: SQL with the driver's placeholders.
        rows: the parameters of each execution; none for a statement without parameters.

    Raises:
        DBAPIError: as SQLAlchemy would raise it.
    """
    driver = connection.dialect.loaded_dbapi
    try:
        cursor = connection.connection.cursor()
        if len(rows) > 1:
            cursor.executemany(statement, rows)
        else:
            cursor.execute(statement, *rows)
        cursor.close()
    except driver.Error as error:
        raise DBAPIError.instance(
            statement, None, error, driver.Error, hide_parameters=True, dialect=connection.dialect
        ) from error


def _in_transaction(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _drop_closed_connections(engine: Engine) -> None:
    @event.listens_for(engine, "checkout")
    def check(connection: Any, record: Any, proxy: Any) -> None:
        # The event loop has noticed when the server closed the connection, so this needs no ping.
        if connection.driver_connection.is_closed():
            raise DisconnectionError


def _configure_sqlite(engine: Engine, *, writes: bool) -> None:
    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        execute_raw(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")
