"""The stored keys of a site, which its processes share."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select

from edokko.server.store.database import Database
from edokko.server.store.models import Secret
from edokko.server.store.statements import first, insertion


async def stored_secret(database: Database, name: str, create: Callable[[], str]) -> str:
    """Return a stored key, created once and shared by all processes on a database."""
    value = select(Secret.value).where(Secret.name == name)

    def work(connection: Connection) -> str:
        # Of two processes, the later one reads the key of the first.
        connection.execute(insertion(connection, Secret).on_conflict_do_nothing(), {"name": name, "value": create()})
        return str(connection.execute(value).scalar_one())

    stored = await first(database, value)
    return str(stored.value) if stored else await database.transact(work)
