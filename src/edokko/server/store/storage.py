"""The size of the database and the free space of its disk: at a limit the server adds nothing but moves."""

from __future__ import annotations

import logging
import shutil

from sqlalchemy import Connection, text

from edokko.server.settings import Settings
from edokko.server.store.database import Database
from edokko.server.store.sqlite import file_of, is_sqlite

MEGABYTE = 1_000_000
PRAGMAS = "page_count * page_size FROM pragma_page_count(), pragma_page_size()"
log = logging.getLogger("edokko.server.storage")


class Storage:
    """The last measurement. ``free`` is ``None`` on PostgreSQL, whose disk the server does not see."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self.size, self.free = 0, None if database.is_shared else settings.free_mb * MEGABYTE

    async def measure(self) -> None:
        """Measure, and log if the server adds only moves."""
        self.size = await self._database.query(self._read)
        if is_sqlite(self._settings.database):
            self.free = shutil.disk_usage(file_of(self._settings.database).parent).free
        if self.is_full:
            log.warning("the server adds only moves: the database has %d bytes, %s are free", self.size, self.free)

    def _read(self, connection: Connection) -> int:
        size = "pg_database_size(current_database())" if self._database.is_shared else PRAGMAS
        return connection.execute(text(f"SELECT {size}")).scalar() or 0

    @property
    def is_full(self) -> bool:
        """Whether requests that add more than a move are refused."""
        largest, least = self._settings.database_mb * MEGABYTE, self._settings.free_mb * MEGABYTE
        return 0 < largest <= self.size or (self.free is not None and self.free < least)
