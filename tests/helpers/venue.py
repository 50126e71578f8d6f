"""The tables of a process over a database, as a server has them."""

from __future__ import annotations

from edokko.server.app.features import FEATURES
from edokko.server.app.preparing import guards_of
from edokko.server.settings import Settings
from edokko.server.store import Database
from edokko.server.tables.venue import ServerVenue
from edokko.table.hub import Hub


def venue_of(database: Database, hub: Hub | None = None, capacity: int = 100, **options: object) -> ServerVenue:
    """Return the tables of a process.

    Args:
        database, hub, capacity: of the venue.
        options: further arguments of the venue.
    """
    guards = guards_of(Settings(""), FEATURES)
    return ServerVenue(database, Hub() if hub is None else hub, capacity, guards, **options)  # type: ignore[arg-type]
