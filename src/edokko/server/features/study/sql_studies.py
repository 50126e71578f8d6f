"""Studies in a database."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import DBAPIError

from edokko.server.features.study.models import Study
from edokko.server.features.study.operations import SavedStudy
from edokko.server.features.study.shapes import StudyTree
from edokko.server.store import Database
from edokko.server.store.statements import change, first, require_below
from edokko.server.tables.limits import StoredBytes
from edokko.table.problems import ApiProblem

MOST_OF_A_GUEST = 100
"""Studies of one guest."""
OPENED_EVERY = 24 * 3600.0
"""Seconds between two updates of ``studies.opened``."""
ID_BYTES = 16
"""The id is all that protects a study from readers, so it must not be guessed."""


class SqlStudies:
    """The studies of all guests, each with a limit of stored bytes."""

    def __init__(self, database: Database, limit: StoredBytes) -> None:
        self._database = database
        self._limit = limit

    async def find(self, study: str) -> SavedStudy:
        row = await first(self._database, select(Study.__table__).where(Study.id == study))
        if row is None:
            raise ApiProblem("no_study")
        now = time.time()
        if now - row.opened > OPENED_EVERY:
            opened = update(Study).where(Study.id == study).values(opened=now)
            # A full disk must not prevent reading.
            with suppress(DBAPIError):
                await change(self._database, opened)
        return SavedStudy(row.id, row.guest, msgspec.json.decode(row.body, type=StudyTree), row.created, row.changed)

    async def create(self, guest: str, tree: StudyTree) -> SavedStudy:
        name, now = secrets.token_hex(ID_BYTES), time.time()
        values = {"id": name, "guest": guest, "created": now, "opened": now, **_columns(tree, now)}

        def work(connection: Connection) -> None:
            require_below(connection, MOST_OF_A_GUEST, Study.guest == guest)
            self._limit.check(connection, guest, len(values["body"].encode()))
            connection.execute(insert(Study), [values])

        await self._database.transact(work)
        return SavedStudy(name, guest, tree, now, now)

    async def replace(self, before: SavedStudy, tree: StudyTree) -> SavedStudy:
        now = time.time()
        values = _columns(tree, now)
        statement = update(Study).where(Study.id == before.id, Study.guest == before.guest).values(**values)

        def work(connection: Connection) -> None:
            growth = len(values["body"].encode()) - len(msgspec.json.encode(before.tree))
            self._limit.check(connection, before.guest, growth)
            connection.execute(statement)

        await self._database.transact(work)
        return before._replace(tree=tree, changed=now)


def _columns(tree: StudyTree, now: float) -> dict[str, Any]:
    return {"name": tree.name, "body": msgspec.json.encode(tree).decode(), "changed": now}
