"""The stored reviews of finished games."""

from __future__ import annotations

import logging
import time

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from edokko.server.store import models
from edokko.server.store.database import Database
from edokko.server.store.statements import change, first

log = logging.getLogger("edokko.server.store.reviews")


async def stored_review(database: Database, table: str) -> bytes | None:
    """Return a table's stored review as JSON; ``None`` without one."""
    statement = select(models.Review.body).where(models.Review.table == table)
    row = await first(database, statement)
    return row.body.encode() if row is not None else None


async def store_review(database: Database, table: str, body: bytes) -> None:
    """Store a table's review, unless there is one, or the table has been deleted."""
    values = {"table": table, "body": body.decode(), "time": time.time()}
    try:
        await change(database, insert(models.Review).values(values))
    except IntegrityError:
        # Another process has stored it first, or the table has been deleted.
        log.debug("a review was not stored: it exists, or its table does not")
