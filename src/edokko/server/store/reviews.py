"""The stored reviews of finished games."""

from __future__ import annotations

import logging
import time

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from edokko.server.store import models
from edokko.server.store.database import Database

log = logging.getLogger("edokko.server.store.reviews")


async def stored_review(database: Database, table: str) -> bytes | None:
    """Return a table's stored review as JSON; ``None`` without one."""
    statement = select(models.Review.body).where(models.Review.table == table)
    async with database.read() as connection:
        body: str | None = (await connection.execute(statement)).scalar()
    return body.encode() if body is not None else None


async def store_review(database: Database, table: str, body: bytes) -> None:
    """Store a table's review, unless there is one, or the table has been deleted."""
    values = {"table": table, "body": body.decode(), "time": time.time()}
    try:
        async with database.write() as connection:
            await connection.execute(models.Review.__table__.insert(), [values])  # type: ignore[attr-defined]
    except IntegrityError:
        # Another process has stored it first, or the table has been deleted.
        log.debug("a review was not stored: it exists, or its table does not")
