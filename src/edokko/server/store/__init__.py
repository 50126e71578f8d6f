"""The database: its tables, connections, migrations, and all reading and writing of rows."""

from __future__ import annotations

from edokko.server.store import models
from edokko.server.store.database import Database, migrate, open_database

__all__ = ["Database", "migrate", "models", "open_database"]
