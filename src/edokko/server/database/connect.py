"""How the database is opened.

SQLite is the careful kind here: write-ahead log, synchronous FULL so that nothing acknowledged is lost when the power
goes, every transaction ``BEGIN IMMEDIATE`` because Python's driver starts none at a SELECT (read-then-write would lose
updates), and one writer at a time in the process, because its busy timeout waits far longer than a lock does. A whole
transaction runs in one thread: statement by statement it would change threads a dozen times. Transactions that come
while the disk is busy with another are committed together, for the disk takes as long for twenty as for one; whoever
asked for one is answered when its commit is on the disk. Should one of them fail, each is done again alone.

With PostgreSQL every question is a way there and back, so there are as few as possible: what is read, and what is a
single statement, goes without a transaction around it; only what has to fit together is read within one. A connection
is taken for a good one as long as nobody has closed it.
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
TOGETHER = 50
"""Transactions of one commit at most."""
ATTEMPTS = 5
"""Of a transaction that PostgreSQL has ended for the sake of another one."""
LOST = frozenset({"40P01", "40001"})
"""PostgreSQL's codes of a deadlock and of a serialization failure."""
FULL = frozenset({"53100"})
"""PostgreSQL's code of a full disk."""
MISSING = "23503"
"""PostgreSQL's code of a foreign key that refers to nothing."""
MOST_STANDING = 8
"""Connections of a process to PostgreSQL that write moves at the same time."""


class Database:
    """A database and its connections.

    Args:
        address: ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.
    """

    def __init__(self, address: str) -> None:
        self.is_sqlite = address.startswith("sqlite")
        self.address = address
        made = engine(address)
        # Readers of SQLite have connections of their own: in the write-ahead log they never wait for the writer.
        self._writing = engine(address, writes=True) if self.is_sqlite else made
        self._reading = made if self.is_sqlite else made.execution_options(isolation_level="AUTOCOMMIT")
        at_once = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._at_once = made if self.is_sqlite else made.execution_options(**at_once)
        self._lock = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="database")
        self._writer = Writer(plain_engine(address, writes=True)) if self.is_sqlite else None
        self._standing = None if self.is_sqlite else Standing(address)
        self._looking = ThreadPoolExecutor(1, thread_name_prefix="reading")
        self._plain_reading = plain_engine(address) if self.is_sqlite else None
        self._waiting: deque[tuple[Work, asyncio.Future[Any]]] = deque()
        self._committing: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that only reads."""
        async with self._reading.connect() as connection:
            yield connection

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """A connection that only reads, everything as it was at one moment."""
        async with self._at_once.connect() as connection:
            yield connection

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Read something as a whole: as :meth:`transact`, for what only reads and has to be quick."""
        if self._plain_reading is None:
            async with self._reading.connect() as connection:
                return await connection.run_sync(work)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._looking, _within, self._plain_reading, work)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at its end, rolled back at an error."""
        if not self.is_sqlite:
            async with self._writing.begin() as connection:
                yield connection
            return
        async with self._lock, self._writing.begin() as connection:
            yield connection

    async def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """A single statement of PostgreSQL, which is a transaction by itself.

        Args:
            statement: with ``$1``, ``$2`` and so on in it.
            values: what these are.

        Returns:
            The first value that it answers.

        Raises:
            DBAPIError: as SQLAlchemy would raise it.
        """
        if self._standing is None:
            raise RuntimeError("SQLite's statements go by transact")
        return await self._standing.execute(statement, values)

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """A transaction as a whole: committed when ``work`` returns, rolled back when it raises.

        Args:
            work: what is to be done; with SQLite it runs in another thread, and perhaps once more where it shared a
                commit with one that failed; PostgreSQL may choose it to end a deadlock, and then it is done again.
                So it touches nothing but what it is given.
        """
        if self._writer is None:
            return await self._transact_again(work)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._committing is None or self._committing.done():
            self._committing = asyncio.create_task(self._commit(self._writer))
        return await done

    async def _transact_again(self, work: Callable[[Connection], T]) -> T:
        """A transaction of PostgreSQL, again where it has lost against another one."""
        for _ in range(ATTEMPTS - 1):
            try:
                async with self._writing.begin() as connection:
                    return await connection.run_sync(work)
            except DBAPIError as error:
                if not has_lost(error):
                    raise
        async with self._writing.begin() as connection:
            return await connection.run_sync(work)

    async def _commit(self, writer: Writer) -> None:
        """Commit what waits, again and again until nothing does."""
        while self._waiting:
            async with self._lock:
                taken = [self._waiting.popleft() for _ in range(min(TOGETHER, len(self._waiting)))]
                works = [work for work, _ in taken]
                found = await asyncio.get_running_loop().run_in_executor(self._thread, writer.together, works)
            for (_, done), result in zip(taken, found, strict=True):
                if done.cancelled():
                    continue
                if isinstance(result, Exception):
                    done.set_exception(result)
                else:
                    done.set_result(result)

    async def close(self) -> None:
        """Write what is still to be written, and close all connections."""
        if self._committing is not None:
            await self._committing
        if self._standing is not None:
            await self._standing.close()
        for made in (self._reading, self._writing):
            await made.dispose()
        loop = asyncio.get_running_loop()
        if self._writer is not None:
            await loop.run_in_executor(self._thread, self._writer.close)
        if self._plain_reading is not None:
            await loop.run_in_executor(self._looking, self._plain_reading.dispose)
        for thread in (self._thread, self._looking):
            thread.shutdown()


def has_lost(error: DBAPIError) -> bool:
    """Whether PostgreSQL has ended a transaction so that another one could go on."""
    return _code_of(error) in LOST


def is_full(error: DBAPIError) -> bool:
    """Whether the disk has no room for what was to be written."""
    return _code_of(error) in FULL or getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def names_deleted(error: DBAPIError) -> bool:
    """Whether a row was to refer to another one that has just been deleted."""
    code: int | None = getattr(error.orig, "sqlite_errorcode", None)
    return _code_of(error) == MISSING or code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY


def _code_of(error: DBAPIError) -> str | None:
    found: str | None = getattr(error.orig, "sqlstate", None)
    return found


class Standing:
    """Connections to PostgreSQL for single statements.

    They stay open, and the driver itself is asked: the pool's way to a connection and SQLAlchemy's to the driver take
    longer than the write.

    Args:
        address: as for :class:`Database`.
    """

    def __init__(self, address: str) -> None:
        self._engine = engine(address).execution_options(isolation_level="AUTOCOMMIT")
        # The one that was used last comes first: where a single one is enough, the others are not even opened.
        self._idle: asyncio.LifoQueue[AsyncConnection | None] = asyncio.LifoQueue()
        for _ in range(MOST_STANDING):
            self._idle.put_nowait(None)

    async def execute(self, statement: str, values: Sequence[Any]) -> Any:
        """Execute a statement; where a connection fails, the next statement has a new one."""
        connection = await self._idle.get()
        kept: AsyncConnection | None = None
        try:
            if connection is not None and _driver(connection).is_closed():
                await _let_go(connection)
                connection = None
            connection = connection or await self._engine.connect()
            result = await _driver(connection).fetchval(statement, *values)
            kept = connection
            return result
        except asyncpg.IntegrityConstraintViolationError as error:
            raise IntegrityError(statement, None, error, hide_parameters=True) from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise DBAPIError(statement, None, error, hide_parameters=True) from error
        finally:
            self._idle.put_nowait(kept)
            if kept is None and connection is not None:
                await _let_go(connection)

    async def close(self) -> None:
        """Close all connections; nobody uses one any more."""
        while not self._idle.empty():
            connection = self._idle.get_nowait()
            if connection is not None:
                await connection.close()
        await self._engine.dispose()


async def _let_go(connection: AsyncConnection) -> None:
    """Close a connection for good, whatever it was in the middle of."""
    await connection.invalidate()
    await connection.close()


def _driver(connection: AsyncConnection) -> asyncpg.Connection:
    """The driver's connection; it knows without asking whether the server has closed it."""
    raw = connection.sync_connection
    assert raw is not None
    return raw.connection.driver_connection


class Writer:
    """What writes to SQLite, in one thread. Its connection stays open: another one costs more than what it writes.

    Args:
        made: an engine for that thread.
    """

    def __init__(self, made: Engine) -> None:
        self.engine = made
        self._connection: Connection | None = None

    def together(self, works: Sequence[Work]) -> list[Any]:
        """The results of transactions that are committed as one; of one that failed its error.

        Where one of them fails, which is rare, none is committed and each has its turn alone.
        """
        try:
            self._connection = self._connection or self.engine.connect()
            with self._connection.begin():
                return [work(self._connection) for work in works]
        except Exception as error:
            if len(works) == 1:
                return [error]
        return [one for work in works for one in self.together([work])]

    def close(self) -> None:
        """Let go of the database."""
        if self._connection is not None:
            self._connection.close()
        self.engine.dispose()


def engine(address: str, *, writes: bool = False) -> AsyncEngine:
    """An engine with the manners above. Its errors never quote what was written: they go into logs.

    Args:
        address: as for :class:`Database`.
        writes: whether transactions of SQLite take the write lock when they begin.
    """
    if not address.startswith("sqlite"):
        made = create_async_engine(address, pool_size=8, max_overflow=8, hide_parameters=True)
        _only_open_ones(made.sync_engine)
        return made
    file = make_url(address).database
    if file and file != ":memory:":
        make_private(Path(file))
    made = create_async_engine(
        address, connect_args={"isolation_level": None}, pool_size=1 if writes else 4, hide_parameters=True
    )
    _careful(made.sync_engine, writes=writes)
    return made


def make_private(file: Path) -> None:
    """See to it that a file of SQLite that is new is its owner's only: it holds the key of the cookies.

    SQLite gives what it puts beside it the same mode.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not file.exists():
        file.touch(mode=0o600)


def plain_engine(address: str, *, writes: bool = False) -> Engine:
    """An engine for SQLite without an event loop, for one thread.

    Args:
        address: as for :class:`Database`.
        writes: as for :func:`engine`.
    """
    made = create_engine(
        make_url(address).set(drivername="sqlite"),
        connect_args={"isolation_level": None, "check_same_thread": False},
        pool_size=1,
        poolclass=QueuePool,
        hide_parameters=True,
    )
    _careful(made, writes=writes)
    return made


def directly(connection: Connection, statement: str, *rows: Sequence[Any]) -> None:
    """Execute a small statement that answers nothing by the driver's cursor: SQLAlchemy's way to it takes longer.

    Args:
        connection: a transaction.
        statement: in the driver's words.
        rows: its parameters, one row after the other; none where it has no parameters.

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


def _within(made: Engine, work: Callable[[Connection], T]) -> T:
    with made.begin() as connection:
        return work(connection)


def _only_open_ones(made: Engine) -> None:
    @event.listens_for(made, "checkout")
    def check(connection: Any, record: Any, proxy: Any) -> None:
        # The event loop knows of a connection that the server has closed: nobody has to be asked.
        if connection.driver_connection.is_closed():
            raise DisconnectionError


def _careful(made: Engine, *, writes: bool) -> None:
    @event.listens_for(made, "connect")
    def prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(made, "begin")
    def begin(connection: Connection) -> None:
        directly(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")
