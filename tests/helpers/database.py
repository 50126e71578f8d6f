"""New databases, and databases that a test opens without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from edokko.server.store import Database, migrate, open_database
from edokko.server.store.sqlite import file_of, is_sqlite, make_private


def copy_template(address: str) -> None:
    """Create a new SQLite file as a copy of a migrated one. Do nothing for any other database."""
    if is_sqlite(address) and not (file := file_of(address)).exists():
        make_private(file)
        file.write_bytes(_template())


@cache
def _template() -> bytes:
    """Return the SQLite file of a new database."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        file = Path(folder) / "template.sqlite"
        # Playwright may have an event loop in this thread.
        thread.submit(migrate, f"sqlite+aiosqlite:///{file}").result()
        return file.read_bytes()


def damage(file: Path) -> None:
    """Overwrite pages of a SQLite file behind its first two."""
    content = bytearray(file.read_bytes())
    content[8192:28192] = b"\xaa" * 20_000
    file.write_bytes(content)


def in_database(address: str, look: Callable[[Database], Awaitable[None]]) -> None:
    copy_template(address)
    # A SQLite file is migrated: it is a copy of the template, or a server or a test before has opened it.
    if not is_sqlite(address):
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
