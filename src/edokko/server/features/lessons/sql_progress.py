"""The progress of guests in lessons."""

from __future__ import annotations

from sqlalchemy import Connection, and_, case, or_, select

from edokko.server.features.lessons import models
from edokko.server.features.lessons.shapes import StoredProgress
from edokko.server.store import Database
from edokko.server.store.statements import every, insertion


class SqlProgress:
    """The progress of guests in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guest: str | None) -> dict[str, StoredProgress]:
        if guest is None:
            return {}
        model = models.LessonProgress
        statement = select(model.lesson, model.step, model.done, model.lanterns).where(model.guest == guest)
        return {row.lesson: StoredProgress(*row[1:]) for row in await every(self._database, statement)}

    async def save(self, guest: str, lesson: str, reached: StoredProgress) -> StoredProgress:
        model = models.LessonProgress
        values = {"guest": guest, "lesson": lesson, "step": reached.reached, "done": reached.done}
        values["lanterns"] = reached.lanterns

        def upsert(connection: Connection) -> StoredProgress:
            # Two devices of a guest may insert at the same time, so the database resolves the conflict.
            statement = insertion(connection, model).values(values)
            new = statement.excluded
            is_best = and_(new.done, new.lanterns > model.lanterns)
            changes = {
                "step": new.step,
                "done": or_(model.done, new.done),
                "lanterns": case((and_(model.done, ~is_best), model.lanterns), else_=new.lanterns),
            }
            statement = statement.on_conflict_do_update(index_elements=[model.guest, model.lesson], set_=changes)
            returned = connection.execute(statement.returning(model.step, model.done, model.lanterns)).one()
            return StoredProgress(*returned)

        return await self._database.transact(upsert)
