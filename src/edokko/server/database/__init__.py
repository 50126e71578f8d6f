"""The database: its tables, connections and migrations."""

from __future__ import annotations

from edokko.server.database import models
from edokko.server.database.connect import Database
from edokko.server.database.migrating import migrate

__all__ = ["Database", "migrate", "models"]
