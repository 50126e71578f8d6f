"""SQLite with group commit, configured for durability.

The write-ahead log and synchronous FULL lose nothing that was acknowledged, even in a power failure. Every write
transaction is ``BEGIN IMMEDIATE``: Python's driver starts none at a SELECT, and read-then-write would lose updates. A
process has one writer at a time, because SQLite's busy timeout waits far longer than a lock. A whole transaction runs
in one thread; statement by statement it would switch threads a dozen times.

Group commit: transactions that arrive while the disk is busy share the next commit, because the disk takes as long for
twenty as for one. Each caller is answered after the commit is on the disk. If one transaction of a group fails, the
group is rolled back and each is committed alone.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from edokko.server.store.driver import Publish, Statement, execute_raw

T = TypeVar("T")
Work = Callable[[Connection], Any]
MOST_PER_COMMIT = 50
"""Maximum of transactions in a group commit."""
CHECK_INTERVAL = 3600.0
"""Seconds between two checks of all pages by :meth:`SQLiteDatabase.is_intact`."""


class SQLiteDatabase:
    """A SQLite file and its connections.

    Readers have connections of their own: with a write-ahead log they never wait for the writer.
    """

    is_shared = False
    publish: Publish | None = None

    def __init__(self, address: str) -> None:
        self._read_engine = _async_engine(address, writes=False)
        self._write_engine = _async_engine(address, writes=True)
        self._query_engine = _sync_engine(address, writes=False)
        self._reader_thread = ThreadPoolExecutor(1, thread_name_prefix="reading")
        self._commit_engine = _sync_engine(address, writes=True)
        self._commit_connection: Connection | None = None
        """The connection of the thread that writes. It stays open: opening one takes longer than a write."""
        self._writer_thread = ThreadPoolExecutor(1, thread_name_prefix="database")
        self._lock = asyncio.Lock()
        self._pending: deque[tuple[Work, asyncio.Future[Any]]] = deque()
        self._committing: asyncio.Task[None] | None = None
        self._file = file_of(address)
        self._is_damaged = False
        self._checked = monotonic()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self._read_engine.connect() as connection:
            yield connection

    snapshot = read

    async def query(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader_thread, _in_transaction, self._query_engine, work)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        async with self._lock, self._write_engine.begin() as connection:
            yield connection

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Queue a transaction for the next group commit, and wait until it is on the disk."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._pending.append((work, done))
        if self._committing is None or self._committing.done():
            self._committing = asyncio.create_task(self._commit())
        return await done

    async def transact_single(self, work: Callable[[Connection], Any], statement: Callable[[], Statement]) -> Any:
        return await self.transact(work)

    async def _commit(self) -> None:
        """Commit the pending transactions in groups until none is left."""
        loop = asyncio.get_running_loop()
        while self._pending:
            async with self._lock:
                group = [self._pending.popleft() for _ in range(min(MOST_PER_COMMIT, len(self._pending)))]
                works = [work for work, _ in group]
                try:
                    results = await loop.run_in_executor(self._writer_thread, self._commit_group, works)
                except Exception as error:
                    # The thread has ended: no caller may wait for ever.
                    results = [error] * len(group)
            for (_, done), result in zip(group, results, strict=True):
                if done.cancelled():
                    continue
                if isinstance(result, Exception):
                    done.set_exception(result)
                else:
                    done.set_result(result)

    def _commit_group(self, works: Sequence[Work]) -> list[Any]:
        """Commit transactions as one, and return the result or the error of each.

        If one of them fails, which is rare, the group is rolled back and each is committed alone.
        """
        try:
            connection = self._commit_connection = self._commit_connection or self._commit_engine.connect()
            with connection.begin():
                return [work(connection) for work in works]
        except Exception as error:
            if len(works) == 1:
                return [error]
        return [result for work in works for result in self._commit_group([work])]

    def is_intact(self) -> bool:
        """Return the result of the last check, and start another one in a thread if that is an hour old."""
        if monotonic() - self._checked >= CHECK_INTERVAL:
            self._checked = monotonic()
            # A daemon: the process need not wait for it when it stops.
            Thread(target=self._check, name="checking", daemon=True).start()
        return not self._is_damaged

    def _check(self) -> None:
        self._is_damaged = is_damaged(self._file)

    async def close(self) -> None:
        if self._committing is not None:
            await self._committing
        for engine in (self._read_engine, self._write_engine):
            await engine.dispose()
        loop = asyncio.get_running_loop()
        if self._commit_connection is not None:
            await loop.run_in_executor(self._writer_thread, self._commit_connection.close)
        await loop.run_in_executor(self._writer_thread, self._commit_engine.dispose)
        await loop.run_in_executor(self._reader_thread, self._query_engine.dispose)
        for thread in (self._writer_thread, self._reader_thread):
            thread.shutdown()


def is_sqlite(address: str) -> bool:
    """Return whether an address is that of a SQLite file."""
    return address.startswith("sqlite")


def file_of(address: str) -> Path:
    """Return the SQLite file of an address."""
    return Path(make_url(address).database or "")


def is_damaged(file: Path) -> bool:
    """Return whether pages of a SQLite file are damaged; it reads the whole file."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
    except sqlite3.DatabaseError as error:
        # A file that cannot be opened is not damaged for that.
        return not isinstance(error, sqlite3.OperationalError)


def make_private(file: Path) -> None:
    """Create a new SQLite file readable by its owner only, since it contains the key of the cookies.

    SQLite creates its journal files with the same mode.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not file.exists():
        file.touch(mode=0o600)


def _async_engine(address: str, *, writes: bool) -> AsyncEngine:
    """Return an engine as the module's docstring describes. Its errors, which are logged, hide parameters.

    One that writes takes the write lock when a transaction begins.
    """
    make_private(file_of(address))
    engine = create_async_engine(
        address, connect_args={"isolation_level": None}, pool_size=1 if writes else 4, hide_parameters=True
    )
    _configure(engine.sync_engine, writes=writes)
    return engine


def _sync_engine(address: str, *, writes: bool) -> Engine:
    """Return a synchronous engine for one thread."""
    engine = create_engine(
        make_url(address).set(drivername="sqlite"),
        connect_args={"isolation_level": None, "check_same_thread": False},
        pool_size=1,
        poolclass=QueuePool,
        hide_parameters=True,
    )
    _configure(engine, writes=writes)
    return engine


def _in_transaction(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _configure(engine: Engine, *, writes: bool) -> None:
    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        execute_raw(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")
