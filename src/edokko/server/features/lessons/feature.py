"""Lessons: the list, a lesson, and the guest's progress."""

from __future__ import annotations

import asyncio
import functools

from msgspec.structs import asdict

from edokko.lessons import Lesson, PlayedStep, lesson, lessons, play
from edokko.server.features.lessons import shapes
from edokko.server.features.lessons.store import NOTHING, progress_of, save_progress
from edokko.server.services import Feature
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.routes import Routes, Visitor, routes_of
from edokko.table.problems import ApiProblem

operations = Routes("lessons")


@operations.get("/lessons", "The lessons, with your progress")
async def every_lesson(venue: ServerVenue, caller: Visitor) -> shapes.LessonList:
    progress = await progress_of(venue.database, caller.guest)
    return shapes.LessonList([_entry_of(entry, progress.get(entry.id, NOTHING)) for entry in lessons()])


@operations.get("/lessons/{lesson_id}", "A lesson: its positions, steps and messages")
async def one_lesson(venue: ServerVenue, caller: Visitor, lesson_id: str) -> shapes.LessonView:
    taught = _known(lesson_id)
    own = (await progress_of(venue.database, caller.guest)).get(lesson_id, NOTHING)
    # The first request for a lesson plays it.
    return await asyncio.to_thread(_view_of, taught, own)


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


def _entry_of(taught: Lesson, own: shapes.StoredProgress) -> shapes.LessonEntry:
    """Return a lesson as an entry of the list, with a guest's progress."""
    return shapes.LessonEntry(taught.id, taught.number, taught.title, taught.minutes, len(taught.steps), **asdict(own))


def _view_of(taught: Lesson, own: shapes.StoredProgress) -> shapes.LessonView:
    """Return a whole lesson, with a guest's progress."""
    scenes, steps = [scene.start for scene in taught.scenes], list(_steps(taught.id))
    head = (taught.id, taught.number, taught.title, taught.minutes, taught.learned)
    return shapes.LessonView(*head, scenes, steps, **asdict(own))


@functools.cache
def _steps(lesson_id: str) -> tuple[shapes.LessonStep, ...]:
    """Return the steps of a shipped lesson; the referee plays it once for their numbers."""
    taught = lesson(lesson_id)
    assert taught is not None
    return tuple(map(_step, play(taught)))


def _step(played: PlayedStep) -> shapes.LessonStep:
    step = played.step
    return shapes.LessonStep(
        scene=played.scene,
        text=step.text,
        otherwise=step.otherwise,
        sum=played.sum,
        picture=step.picture,
        numbers=played.numbers,
        names=step.names,
        highlights=list(step.highlights),
        question=_question(played),
        before=list(played.before),
        moves=list(step.moves),
        then=list(step.then),
        answers=[shapes.LessonAnswer(answer.move, answer.message) for answer in step.answers],
    )


def _question(played: PlayedStep) -> shapes.LessonQuestion | None:
    if played.step.question is None or played.right is None:
        return None
    choices = [shapes.LessonChoice(own.choice.at, own.sum, own.choice.says, own.numbers) for own in played.choices]
    return shapes.LessonQuestion(played.step.question.ask, choices, played.right)


FEATURE = Feature(name="lessons", routes=[routes_of(operations)])
