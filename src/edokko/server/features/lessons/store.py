"""The progress of guests in lessons."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, and_, case, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from edokko.server.features.lessons import models
from edokko.server.store import Database


@dataclass(frozen=True, slots=True)
class Progress:
    """A guest's progress in a lesson.

    Attributes:
        step: the step at which the guest goes on, from 0.
        is_done: whether the guest has ever finished the lesson.
        lanterns: those that are lit; of a lesson that is done, at its best end.
    """

    step: int = 0
    is_done: bool = False
    lanterns: int = 3


async def progress_of(database: Database, guest: str | None) -> dict[str, Progress]:
    """Return a guest's progress by the ids of the lessons; empty for an anonymous guest."""
    if guest is None:
        return {}
    model = models.LessonProgress
    statement = select(model.lesson, model.step, model.done, model.lanterns).where(model.guest == guest)
    rows = await database.query(lambda connection: connection.execute(statement).all())
    return {lesson: Progress(step, done, lanterns) for lesson, step, done, lanterns in rows}


async def save_progress(database: Database, guest: str, lesson: str, reached: Progress) -> Progress:
    """Store how far a guest has come. A lesson that was done once stays done, with the lanterns of its best end.

    Returns:
        The stored progress.
    """
    model = models.LessonProgress
    values = {"guest": guest, "lesson": lesson, "step": reached.step, "done": reached.is_done}
    values["lanterns"] = reached.lanterns

    def upsert(connection: Connection) -> Progress:
        # Two devices of a guest may insert at the same time, so the database resolves the conflict.
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        insertion = insert(model).values(values)
        new = insertion.excluded
        is_best = and_(new.done, new.lanterns > model.lanterns)
        changes = {
            "step": new.step,
            "done": or_(model.done, new.done),
            "lanterns": case((and_(model.done, ~is_best), model.lanterns), else_=new.lanterns),
        }
        statement = insertion.on_conflict_do_update(index_elements=[model.guest, model.lesson], set_=changes)
        return Progress(*connection.execute(statement.returning(model.step, model.done, model.lanterns)).one())

    return await database.transact(upsert)
