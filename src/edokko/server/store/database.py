"""The protocol of the database, which SQLite and PostgreSQL implement, and its choice by the address.

An address is ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from edokko.server.store.driver import Statement
from edokko.server.store.messages import Publish
from edokko.server.store.postgres import PostgresDatabase
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

        Args:
            work: uses only the connection, without other side effects, because it may run more than once: on SQLite
                after the failure of a group commit, on PostgreSQL after a deadlock. On SQLite it runs in another
                thread.
        """

    async def transact_single(self, work: Callable[[Connection], Any], statement: Callable[[], Statement]) -> None:
        """Run a transaction that PostgreSQL executes as a single statement, which takes a single round trip.

        Args:
            work: the transaction for SQLite, as for :meth:`transact`.
            statement: returns the statement for PostgreSQL.

        Raises:
            DBAPIError: as SQLAlchemy would raise it.
        """

    async def close(self) -> None:
        """Commit the pending transactions and close all connections."""


def open_database(address: str) -> Database:
    """Return the database at an address; it connects when it is used."""
    return SQLiteDatabase(address) if is_sqlite(address) else PostgresDatabase(address)
