"""The database: its tables, connections, migrations, and all reading and writing of rows."""

from __future__ import annotations

from edokko.server.store import models
from edokko.server.store.database import Database, open_database
from edokko.server.store.migrating import migrate

__all__ = ["Database", "migrate", "models", "open_database"]
