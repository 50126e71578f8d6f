"""What SQLAlchemy lacks: raw statements, the drivers' error codes, the advisory locks of PostgreSQL, and messages.

A transaction leaves messages to other server processes, which are sent after its commit. A notification inside the
transaction would take a lock of PostgreSQL that only one commit at a time can hold, and would not reach a bus other
than PostgreSQL.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

Publish = Callable[[str, str], None]
"""Sends a message to all server processes: its channel and its payload."""
_KEY = "edokko_messages"
Statement = tuple[str, Sequence[Any]]
"""SQL with the driver's placeholders, and their values."""
UNWRITABLE = frozenset({"53100", "25006", sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY})
"""The codes of a full disk and of a read-only database, of PostgreSQL and of SQLite."""
FOREIGN_KEY = frozenset({"23503", sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY})
"""The codes of a foreign key violation, of PostgreSQL and of SQLite."""


def execute_raw(connection: Connection, statement: str, *rows: Sequence[Any]) -> int:
    """Execute a statement on the driver's cursor, once or for each row, and return the number of changed rows.

    That is faster than SQLAlchemy's processing. The statement has the driver's placeholders, whose values are the rows.

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
        count: int = cursor.rowcount
        cursor.close()
        return count
    except driver.Error as error:
        raise DBAPIError.instance(
            statement, None, error, driver.Error, hide_parameters=True, dialect=connection.dialect
        ) from error


def code_of(error: DBAPIError) -> str | int | None:
    """Return PostgreSQL's or SQLite's code of an error."""
    code: str | int | None = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "sqlite_errorcode", None)
    return code


def is_unwritable(error: DBAPIError) -> bool:
    """Return whether a write has failed because the disk is full or the database is read-only."""
    code = code_of(error)
    # The low byte of SQLite's code is the kind of the error; the rest is the cause.
    return (code & 0xFF if isinstance(code, int) else code) in UNWRITABLE


def is_foreign_key_violation(error: DBAPIError) -> bool:
    """Return whether a new row refers to a row that does not exist, such as a guest who was just deleted."""
    return code_of(error) in FOREIGN_KEY


def wait_for_lock(connection: Connection, lock_id: int) -> None:
    """Wait for an advisory lock of PostgreSQL, held until the transaction ends. SQLite has a single writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": lock_id})


def try_lock(connection: Connection, lock_id: int) -> bool:
    """Take an advisory lock as :func:`wait_for_lock` does, and return whether it was free."""
    if connection.dialect.name != "postgresql":
        return True
    statement = text("SELECT pg_try_advisory_xact_lock(:number)")
    return bool(connection.execute(statement, {"number": lock_id}).scalar())


def leave_message(connection: Connection, channel: str, message: str) -> None:
    """Leave a message that is sent once the transaction is committed. SQLite has a single process, and no message."""
    if connection.dialect.name == "postgresql":
        connection.info.setdefault(_KEY, []).append((channel, message))


def take_messages(connection: AsyncConnection) -> list[tuple[str, str]]:
    """Remove and return the messages that were left on a connection, in order."""
    messages: list[tuple[str, str]] = connection.info.pop(_KEY, [])
    return messages
