"""The protocol of the database, which SQLite and PostgreSQL implement, its choice by the address, and migrations.

An address is ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from io import StringIO
from pathlib import Path
from typing import Any, Protocol, TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection

from edokko import __version__
from edokko.server.store.driver import Publish, Statement, wait_for_lock
from edokko.server.store.postgres import PostgresDatabase
from edokko.server.store.problems import DatabaseProblem
from edokko.server.store.sqlite import SQLiteDatabase, is_sqlite

T = TypeVar("T")


class Database(Protocol):
    """A database and its connections."""

    publish: Publish | None
    """Sends the messages of committed transactions to the other processes."""

    @property
    def is_shared(self) -> bool:
        """Whether several server processes may use the database at once, and notify each other."""

    def read(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Yield a connection for independent reads."""

    def snapshot(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Yield a connection whose reads see one consistent snapshot."""

    async def query(self, work: Callable[[Connection], T]) -> T:
        """Run a function that only reads, with a synchronous connection, with less overhead than :meth:`read`."""

    def write(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Yield the connection of a transaction, committed at the end and rolled back on an error."""

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction: committed when ``work`` returns, rolled back when it raises.

        The work uses only the connection, without other side effects, because it may run more than once: on SQLite
        after the failure of a group commit, on PostgreSQL after a deadlock. On SQLite it runs in another thread.
        """

    async def transact_single(self, work: Callable[[Connection], Any], statement: Callable[[], Statement]) -> Any:
        """Run a transaction that PostgreSQL executes as a single statement, which takes a single round trip.

        The work is the transaction for SQLite, as for :meth:`transact`; ``statement`` returns the statement for
        PostgreSQL, and the result is the first column of the first row that it returns.

        Raises:
            DBAPIError: as SQLAlchemy would raise it.
        """

    def is_intact(self) -> bool:
        """Return whether no damage of the stored data is known; it never waits."""

    async def close(self) -> None:
        """Commit the pending transactions and close all connections."""


def open_database(address: str) -> Database:
    """Return the database at an address; it connects when it is used."""
    return SQLiteDatabase(address) if is_sqlite(address) else PostgresDatabase(address)


async def require_connection(address: str) -> None:
    """Connect to a database once.

    Raises:
        DatabaseProblem: the address is malformed, or no PostgreSQL answers there.
        DBAPIError: the database refuses the connection.
        OSError: the file of a SQLite database cannot be used.
    """
    try:
        if is_sqlite(address) and make_url(address).query:
            raise ValueError("our connections to SQLite have no options")
        database = open_database(address)
        async with database.read():
            pass
        await database.close()
    except (ArgumentError, TypeError, ValueError):
        # SQLAlchemy and the drivers have no common error for it. What they say may quote a part of the password.
        raise DatabaseProblem("database-malformed") from None
    except OSError as error:
        if is_sqlite(address):
            raise
        url = make_url(address)
        raise DatabaseProblem("database-silent", server=f"{url.host}:{url.port or 5432}", reason=str(error)) from None


LOCK_ID = 0x1C1ED0
"""The PostgreSQL advisory lock that a process holds while it migrates."""


def migrate(address: str, revision: str = "head") -> None:
    """Migrate a database to a newer revision. It runs an event loop, so do not call it from a running one.

    Raises:
        DatabaseProblem: the database cannot be reached, or is of a later version.
    """
    asyncio.run(_migrate(address, revision))


def require_known(revision: str, why: str = "database-later", **facts: str) -> None:
    """Raise :class:`DatabaseProblem` if a revision is of a later version of this program."""
    scripts = ScriptDirectory.from_config(_config())
    if revision not in {script.revision for script in scripts.walk_revisions()}:
        newest = scripts.get_current_head() or ""
        raise DatabaseProblem(why, revision=revision, newest=newest, version=__version__, **facts)


def upgrade_script(revision: str) -> str:
    """Return the SQL that migrates a PostgreSQL from a revision to the newest."""
    script = StringIO()
    command.upgrade(_config(script), f"{revision}:head", sql=True)
    return script.getvalue()


async def _migrate(address: str, revision: str) -> None:
    await require_connection(address)
    database = open_database(address)
    try:
        async with database.write() as connection:
            await connection.run_sync(_upgrade, revision)
    finally:
        await database.close()


def _upgrade(connection: Connection, revision: str) -> None:
    wait_for_lock(connection, LOCK_ID)
    for current in MigrationContext.configure(connection).get_current_heads():
        require_known(current)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _config(output: StringIO | None = None) -> Config:
    config = Config(output_buffer=output)
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
