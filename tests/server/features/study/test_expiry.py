"""The expiry of guests with studies."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from edokko.server.features.study import models
from edokko.server.features.study.shapes import StudyTree
from edokko.server.features.study.sql_studies import SqlStudies
from edokko.server.settings import Settings
from edokko.server.store import Database
from edokko.server.store import models as kernel
from edokko.server.tables.guests import Guests
from edokko.server.tables.limits import StoredBytes
from edokko.server.workers.expiry import DAY
from tests.helpers.database import in_database
from tests.server.workers.test_expiry import NOW, guests_in, run_expiry


def test_guests_whose_studies_no_client_opens_expire(database: str) -> None:
    async def look(database: Database) -> None:
        guests, studies = Guests(database), SqlStudies(database, StoredBytes([], 0))
        reader, orphan, other = [await guests.create() for _ in range(3)]
        found = {}
        for person in (reader, orphan, other):
            found[person.id] = (await studies.create(person.id, StudyTree("x"))).id

        def age(connection: Connection) -> None:
            ids = [person.id for person in (reader, orphan)]
            connection.execute(update(kernel.Guest).where(kernel.Guest.id.in_(ids)).values(seen=NOW - 31 * DAY))
            opened = update(models.Study).where(models.Study.guest.in_(ids))
            connection.execute(opened.values(opened=NOW - 181 * DAY))

        await database.transact(age)
        # Reading it again protects it.
        await studies.find(found[reader.id])
        await run_expiry(database, Settings("", study_days=0))
        assert await guests_in(database, reader, orphan, other) == {reader.id, orphan.id, other.id}
        await run_expiry(database, Settings(""))
        assert await guests_in(database, reader, orphan, other) == {reader.id, other.id}
        async with database.read() as connection:
            left = set((await connection.execute(select(models.Study.id))).scalars())
        assert found[orphan.id] not in left

    in_database(database, look)
