"""Databases that a test opens without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from edokko.server.store import Database, migrate, open_database


def in_database(address: str, look: Callable[[Database], Awaitable[None]]) -> None:
    migrate(address)
    with_open_database(address, look)


def with_open_database(address: str, look: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        database = open_database(address)
        try:
            await look(database)
        finally:
            await database.close()

    asyncio.run(run())
