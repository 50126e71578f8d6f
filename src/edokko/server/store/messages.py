"""Messages to other server processes that a transaction leaves, to be sent after its commit.

A notification inside the transaction would take a lock of PostgreSQL that only one commit at a time can hold, and would
not reach a bus other than PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

Publish = Callable[[str, str], None]
"""Sends a message to all server processes: its channel and its payload."""
_KEY = "edokko_messages"


def leave_message(connection: Connection, channel: str, message: str) -> None:
    """Leave a message that is sent once the transaction is committed. SQLite has a single process, and no message.

    Args:
        connection: a transaction.
        channel, message: of the bus.
    """
    if connection.dialect.name == "postgresql":
        connection.info.setdefault(_KEY, []).append((channel, message))


def take_messages(connection: AsyncConnection) -> list[tuple[str, str]]:
    """Remove and return the messages that were left on a connection, in order."""
    messages: list[tuple[str, str]] = connection.info.pop(_KEY, [])
    return messages
