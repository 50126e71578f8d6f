"""Lessons: the list, a lesson, and the guest's progress."""

from __future__ import annotations

import asyncio

from edokko.lessons import Lesson, lesson, lessons
from edokko.server.features.lessons import shapes
from edokko.server.features.lessons.store import NOTHING, progress_of, save_progress
from edokko.server.features.lessons.view import entry_of, lesson_view_of
from edokko.server.services import Feature
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.routes import Routes, Visitor, routes_of
from edokko.table.problems import ApiProblem

operations = Routes("lessons")


@operations.get("/lessons", "The lessons, with your progress")
async def every_lesson(venue: ServerVenue, caller: Visitor) -> shapes.LessonList:
    progress = await progress_of(venue.database, caller.guest)
    return shapes.LessonList([entry_of(entry, progress.get(entry.id, NOTHING)) for entry in lessons()])


@operations.get("/lessons/{lesson_id}", "A lesson: its positions, steps and messages")
async def one_lesson(venue: ServerVenue, caller: Visitor, lesson_id: str) -> shapes.LessonView:
    taught = _known(lesson_id)
    own = (await progress_of(venue.database, caller.guest)).get(lesson_id, NOTHING)
    # The first request for a lesson plays it.
    return await asyncio.to_thread(lesson_view_of, taught, own)


@operations.put("/lessons/{lesson_id}/progress", "Store the step that you have reached")
async def store(
    venue: ServerVenue, caller: Visitor, lesson_id: str, data: shapes.LessonProgress
) -> shapes.StoredProgress:
    guest, last = caller.known.id, len(_known(lesson_id).steps) - 1
    if data.step > last:
        raise ApiProblem("bad_request", f"step: found {data.step}, expected 0 to {last}")
    reached = shapes.StoredProgress(data.step, data.done, data.lanterns)
    return await save_progress(venue.database, guest, lesson_id, reached)


def _known(lesson_id: str) -> Lesson:
    taught = lesson(lesson_id)
    if taught is None:
        raise ApiProblem("not_found")
    return taught


FEATURE = Feature(name="lessons", routes=[routes_of(operations)])
