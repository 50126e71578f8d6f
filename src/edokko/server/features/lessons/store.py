"""The progress of guests in lessons."""

from __future__ import annotations

from sqlalchemy import Connection, and_, case, or_, select

from edokko.server.features.lessons import models
from edokko.server.features.lessons.shapes import LANTERNS, StoredProgress
from edokko.server.store import Database
from edokko.server.store.statements import every, insertion

NOTHING = StoredProgress(0, done=False, lanterns=LANTERNS)
"""The progress in a lesson that a guest has not begun."""


async def progress_of(database: Database, guest: str | None) -> dict[str, StoredProgress]:
    """Return a guest's progress by the ids of the lessons; empty for an anonymous guest."""
    if guest is None:
        return {}
    model = models.LessonProgress
    statement = select(model.lesson, model.step, model.done, model.lanterns).where(model.guest == guest)
    return {row.lesson: StoredProgress(*row[1:]) for row in await every(database, statement)}


async def save_progress(database: Database, guest: str, lesson: str, reached: StoredProgress) -> StoredProgress:
    """Store how far a guest has come, and return the stored progress.

    A lesson that was done once stays done, with the lanterns of its best end.
    """
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
        return StoredProgress(*connection.execute(statement.returning(model.step, model.done, model.lanterns)).one())

    return await database.transact(upsert)
