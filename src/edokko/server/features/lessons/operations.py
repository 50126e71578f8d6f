"""Lessons: the list, a lesson, and the guest's progress."""

from __future__ import annotations

import functools
from typing import Protocol

from msgspec.structs import asdict

from edokko.lessons import Lesson, PlayedStep, lesson, lessons, play
from edokko.server.features.lessons import shapes
from edokko.server.features.lessons.shapes import LANTERNS, StoredProgress
from edokko.table.api.operation import Caller, Operations
from edokko.table.problems import ApiProblem
from edokko.table.venue import Venue

NOTHING = StoredProgress(0, done=False, lanterns=LANTERNS)
"""The progress in a lesson that a guest has not begun."""
operations = Operations("lessons")


class Progress(Protocol):
    """What keeps the progress of guests; a part of the venue."""

    async def of(self, guest: str | None) -> dict[str, StoredProgress]:
        """Return a guest's progress by the ids of the lessons; empty for an anonymous guest."""

    async def save(self, guest: str, lesson: str, reached: StoredProgress) -> StoredProgress:
        """Store how far a guest has come, and return the stored progress.

        A lesson that was done once stays done, with the lanterns of its best end.
        """


@operations.get("/lessons", "The lessons, with your progress")
async def every_lesson(venue: Venue, caller: Caller) -> shapes.LessonList:
    progress = await venue.part(Progress).of(caller.guest)
    return shapes.LessonList([_entry_of(entry, progress.get(entry.id, NOTHING)) for entry in lessons()])


@operations.get("/lessons/{lesson_id}", "A lesson: its positions, steps and messages")
async def one_lesson(venue: Venue, caller: Caller, lesson_id: str) -> shapes.LessonView:
    taught = _known(lesson_id)
    own = (await venue.part(Progress).of(caller.guest)).get(lesson_id, NOTHING)
    # The first request for a lesson plays it.
    return await venue.aside(lambda: _view_of(taught, own))


@operations.put("/lessons/{lesson_id}/progress", "Store the step that you have reached")
async def store(venue: Venue, caller: Caller, lesson_id: str, data: shapes.LessonProgress) -> StoredProgress:
    guest, last = caller.known.id, len(_known(lesson_id).steps) - 1
    if data.step > last:
        raise ApiProblem("bad_request", f"step: found {data.step}, expected 0 to {last}")
    reached = StoredProgress(data.step, data.done, data.lanterns)
    return await venue.part(Progress).save(guest, lesson_id, reached)


def _known(lesson_id: str) -> Lesson:
    taught = lesson(lesson_id)
    if taught is None:
        raise ApiProblem("not_found")
    return taught


def _entry_of(taught: Lesson, own: StoredProgress) -> shapes.LessonEntry:
    """Return a lesson as an entry of the list, with a guest's progress."""
    return shapes.LessonEntry(taught.id, taught.number, taught.title, taught.minutes, len(taught.steps), **asdict(own))


def _view_of(taught: Lesson, own: StoredProgress) -> shapes.LessonView:
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
