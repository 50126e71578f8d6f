"""Private notes: a text of a guest at a table, which no other guest sees."""

from __future__ import annotations

import time
import unicodedata

from sqlalchemy import Connection, delete, select

from edokko.server.features.talk import models
from edokko.server.features.talk.shapes import NewNote, Note
from edokko.server.store.statements import first, require_below, upsert
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.routes import Visitor
from edokko.table.api.operation import Operations, watched
from edokko.table.shapes.base import iso_timestamp

MOST_OF_A_GUEST = 1_000
"""Notes of one guest, over all tables."""


operations = Operations("talk")


@operations.get("/tables/{table}/note", "Your private note at a table")
async def read_note(venue: ServerVenue, caller: Visitor, table: str) -> Note:
    note, guest = models.Note, caller.known.id
    await watched(venue, caller, table)
    statement = select(note.text, note.changed).where(note.table == table, note.guest == guest)
    row = await first(venue.database, statement)
    return Note(row.text, iso_timestamp(row.changed)) if row else Note()


@operations.put("/tables/{table}/note", "Replace your private note at a table", grows=True)
async def write_note(venue: ServerVenue, caller: Visitor, table: str, data: NewNote) -> Note:
    """Replace a guest's note at a table; delete it if the text is empty.

    Raises:
        ApiProblem: ``too_many``: the guest has as many notes, or as many bytes, as a guest may have.
    """
    note, now, guest, services = models.Note, time.time(), caller.known.id, caller.services
    await watched(venue, caller, table)
    services.new_bytes.take(caller.address, len(data.text.encode()))
    cleaned = "".join(sign for sign in data.text if sign in "\n\t" or unicodedata.category(sign) != "Cc").rstrip()
    is_own = (note.table == table, note.guest == guest)

    def work(connection: Connection) -> None:
        if not cleaned:
            connection.execute(delete(note).where(*is_own))
            return
        before = connection.execute(select(note.text).where(*is_own)).scalar()
        growth = len(cleaned.encode()) - len((before or "").encode())
        services.stored_bytes.check(connection, guest, growth)
        if before is None:
            require_below(connection, MOST_OF_A_GUEST, note.guest == guest)
        upsert(connection, note, {"table": table, "guest": guest}, {"text": cleaned, "changed": now})

    await venue.database.transact(work)
    return Note(cleaned, iso_timestamp(now)) if cleaned else Note()
