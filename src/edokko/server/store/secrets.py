"""The stored keys of a site, which its processes share."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from edokko.server.store.database import Database
from edokko.server.store.models import Secret


async def stored_secret(database: Database, name: str, create: Callable[[], str]) -> str:
    """Return a stored key, created once and shared by all processes on a database."""
    value = select(Secret.value).where(Secret.name == name)
    for _ in range(2):
        async with database.read() as connection:
            key = (await connection.execute(value)).scalar()
        if key:
            return str(key)
        try:
            async with database.write() as connection:
                await connection.execute(insert(Secret), [{"name": name, "value": create()}])
        except IntegrityError:
            # Another process has inserted its key first: read that one.
            continue
    async with database.read() as connection:
        return str((await connection.execute(value)).scalar())
