"""Bring a database to the newest form, with Alembic, when a server starts."""

from __future__ import annotations

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from edokko.server.database.connect import engine

MIGRATING = 0x1C1ED0
"""The number of the lock by which one process of several migrates."""


def migrate(address: str) -> None:
    """Create the tables, or add what a newer version needs. Not to be called from a running event loop.

    Args:
        address: the database.
    """
    migrate_to(address, "head")


def migrate_to(address: str, revision: str) -> None:
    """Bring a database to the form of an Alembic revision that is newer than its own.

    Args:
        address: the database.
        revision: which; ``head`` for the newest.
    """
    asyncio.run(_migrate(address, revision))


async def _migrate(address: str, revision: str) -> None:
    made = engine(address, writes=True)
    try:
        async with made.begin() as connection:
            if not address.startswith("sqlite"):
                await connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
            await connection.run_sync(_upgrade, revision)
    finally:
        await made.dispose()


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
