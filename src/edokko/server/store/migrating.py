"""Migrations of the database with Alembic, which run when a server starts."""

from __future__ import annotations

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from edokko.server.store.database import open_database
from edokko.server.store.driver import wait_for_lock

LOCK_ID = 0x1C1ED0
"""The PostgreSQL advisory lock that a process holds while it migrates."""


def migrate(address: str, revision: str = "head") -> None:
    """Migrate a database to a newer revision. It runs an event loop, so do not call it from a running one.

    Args:
        address: as SQLAlchemy writes it.
        revision: Alembic's id; ``head`` for the newest.
    """
    asyncio.run(_migrate(address, revision))


async def _migrate(address: str, revision: str) -> None:
    database = open_database(address)
    try:
        async with database.write() as connection:
            await connection.run_sync(_upgrade, revision)
    finally:
        await database.close()


def _upgrade(connection: Connection, revision: str) -> None:
    wait_for_lock(connection, LOCK_ID)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
