"""Private notes: a text of a guest at a table, which no other guest sees."""

from __future__ import annotations

import time
import unicodedata

from sqlalchemy import Connection, delete, select

from edokko.server.features.talk import models
from edokko.server.features.talk.shapes import Note
from edokko.server.store import Database
from edokko.server.store.statements import first, require_below, upsert
from edokko.server.tables.stored_bytes import StoredBytes
from edokko.table.shapes.base import iso_timestamp

MOST_OF_A_GUEST = 1_000
"""Notes of one guest, over all tables."""


async def read_note(database: Database, table: str, guest: str) -> Note:
    """Return a guest's note at a table; an empty one if there is none."""
    note = models.Note
    statement = select(note.text, note.changed).where(note.table == table, note.guest == guest)
    row = await first(database, statement)
    return Note(row.text, iso_timestamp(row.changed)) if row else Note()


async def write_note(database: Database, table: str, guest: str, text: str, limit: StoredBytes) -> Note:
    """Replace a guest's note at a table; delete it if the text is empty.

    Raises:
        ApiProblem: ``too_many``: the guest has as many notes, or as many bytes, as a guest may have.
    """
    note, now = models.Note, time.time()
    cleaned = "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) != "Cc").rstrip()
    is_own = (note.table == table, note.guest == guest)

    def work(connection: Connection) -> None:
        if not cleaned:
            connection.execute(delete(note).where(*is_own))
            return
        before = connection.execute(select(note.text).where(*is_own)).scalar()
        limit.check(connection, guest, len(cleaned.encode()) - len((before or "").encode()))
        if before is None:
            require_below(connection, MOST_OF_A_GUEST, note.guest == guest)
        upsert(connection, note, {"table": table, "guest": guest}, {"text": cleaned, "changed": now})

    await database.transact(work)
    return Note(cleaned, iso_timestamp(now)) if cleaned else Note()
