"""Migrations of the database with Alembic, which run when a server starts."""

from __future__ import annotations

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from edokko.server.store.connect import async_engine

LOCK_ID = 0x1C1ED0
"""The PostgreSQL advisory lock that a process holds while it migrates."""


def migrate(address: str) -> None:
    """Migrate a database to the newest revision. It runs an event loop, so do not call it from a running one.

    Args:
        address: as SQLAlchemy writes it.
    """
    migrate_to(address, "head")


def migrate_to(address: str, revision: str) -> None:
    """Migrate a database to a newer Alembic revision.

    Args:
        address: as SQLAlchemy writes it.
        revision: its id; ``head`` for the newest.
    """
    asyncio.run(_migrate(address, revision))


async def _migrate(address: str, revision: str) -> None:
    engine = async_engine(address, writes=True)
    try:
        async with engine.begin() as connection:
            if not address.startswith("sqlite"):
                await connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK_ID})
            await connection.run_sync(_upgrade, revision)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
