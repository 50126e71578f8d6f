"""Routes of lessons: the list, a lesson, and the guest's progress."""

from __future__ import annotations

import asyncio

from litestar import Router, get, put
from litestar.params import JSONBody

from edokko.lessons import Lesson, lesson, lessons
from edokko.server.features.lessons import shapes
from edokko.server.features.lessons.store import Progress, progress_of, save_progress
from edokko.server.features.lessons.view import entry_of, lesson_view_of
from edokko.server.web.identity import guest_id_or_none, require_guest
from edokko.server.web.openapi import PROBLEMS
from edokko.server.web.parameters import Id, Req, ServicesDependency
from edokko.table.problems import ApiProblem


@get("/lessons", responses=PROBLEMS, summary="The lessons, with your progress")
async def every_lesson(request: Req, services: ServicesDependency) -> shapes.LessonList:
    progress = await _progress(services, request)
    entries = [(entry, progress.get(entry.id, Progress())) for entry in lessons()]
    return shapes.LessonList([entry_of(entry, own.step, own.is_done, own.lanterns) for entry, own in entries])


@get("/lessons/{lesson_id:str}", responses=PROBLEMS, summary="A lesson: its positions, steps and messages")
async def one_lesson(request: Req, services: ServicesDependency, lesson_id: Id) -> shapes.LessonView:
    taught = _known(lesson_id)
    own = (await _progress(services, request)).get(lesson_id, Progress())
    # The first request for a lesson plays it.
    return await asyncio.to_thread(lesson_view_of, taught, own.step, own.is_done, own.lanterns)


@put("/lessons/{lesson_id:str}/progress", responses=PROBLEMS, summary="Store the step that you have reached")
async def store(
    request: Req, services: ServicesDependency, lesson_id: Id, data: JSONBody[shapes.LessonProgress]
) -> shapes.StoredProgress:
    person = await require_guest(services, request)
    last = len(_known(lesson_id).steps) - 1
    if data.step > last:
        raise ApiProblem("bad_request", f"step: found {data.step}, expected 0 to {last}")
    reached = Progress(data.step, data.done, data.lanterns)
    own = await save_progress(services.database, person.id, lesson_id, reached)
    return shapes.StoredProgress(own.step, own.is_done, own.lanterns)


async def _progress(services: ServicesDependency, request: Req) -> dict[str, Progress]:
    return await progress_of(services.database, await guest_id_or_none(services, request))


def _known(lesson_id: str) -> Lesson:
    taught = lesson(lesson_id)
    if taught is None:
        raise ApiProblem("not_found")
    return taught


router = Router("/", route_handlers=[every_lesson, one_lesson, store], tags=["lessons"])
