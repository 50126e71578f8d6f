"""The progress of guests in lessons."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from edokko.server.store import Database, models


@dataclass(frozen=True, slots=True)
class Progress:
    """A guest's progress in a lesson.

    Attributes:
        step: the step at which the guest goes on, from 0.
        is_done: whether the guest has ever finished the lesson.
    """

    step: int = 0
    is_done: bool = False


async def progress_of(database: Database, guest: str | None) -> dict[str, Progress]:
    """Return a guest's progress by the ids of the lessons; empty for an anonymous guest."""
    if guest is None:
        return {}
    model = models.LessonProgress
    statement = select(model.lesson, model.step, model.done).where(model.guest == guest)
    rows = await database.query(lambda connection: connection.execute(statement).all())
    return {lesson: Progress(step, done) for lesson, step, done in rows}


async def save_progress(database: Database, guest: str, lesson: str, step: int, *, is_done: bool) -> Progress:
    """Store the step that a guest has reached. A lesson that was done once stays done.

    Returns:
        The stored progress.
    """
    model = models.LessonProgress
    values = {"guest": guest, "lesson": lesson, "step": step, "done": is_done}

    def upsert(connection: Connection) -> bool:
        # Two devices of a guest may insert at the same time, so the database resolves the conflict.
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        insertion = insert(model).values(values)
        changes = {"step": step, "done": or_(model.done, insertion.excluded.done)}
        statement = insertion.on_conflict_do_update(index_elements=[model.guest, model.lesson], set_=changes)
        return bool(connection.execute(statement.returning(model.done)).scalar_one())

    return Progress(step, await database.transact(upsert))
