"""Migrations of the database with Alembic, which run when a server starts."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from edokko import __version__
from edokko.server.store.database import open_database, require_connection
from edokko.server.store.driver import wait_for_lock
from edokko.server.store.problems import DatabaseProblem

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
