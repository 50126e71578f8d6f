"""Lessons in the shape of the API, with the numbers of their texts."""

from __future__ import annotations

import functools

from edokko.lessons import Lesson, PlayedStep, lesson, play
from edokko.server.views.shapes.lessons import LessonAnswer, LessonEntry, LessonStep, LessonView


def entry_of(taught: Lesson, reached: int, done: bool) -> LessonEntry:
    """Return a lesson as an entry of the list, with a guest's progress."""
    return LessonEntry(taught.id, taught.number, taught.title, taught.minutes, len(taught.steps), reached, done)


def lesson_view_of(taught: Lesson, reached: int, done: bool) -> LessonView:
    """Return a whole lesson, with a guest's progress."""
    scenes = [scene.start for scene in taught.scenes]
    steps = list(_steps(taught.id))
    return LessonView(taught.id, taught.number, taught.title, taught.minutes, scenes, steps, reached, done)


@functools.cache
def _steps(lesson_id: str) -> tuple[LessonStep, ...]:
    """Return the steps of a shipped lesson; the referee plays it once for their numbers."""
    taught = lesson(lesson_id)
    assert taught is not None
    return tuple(map(_step, play(taught)))


def _step(played: PlayedStep) -> LessonStep:
    step = played.step
    return LessonStep(
        scene=played.scene,
        text=step.text,
        otherwise=step.otherwise,
        sum=step.sum,
        numbers=played.numbers,
        names=step.names,
        highlights=list(step.highlights),
        before=list(played.before),
        moves=list(step.moves),
        then=list(step.then),
        answers=[LessonAnswer(answer.move, answer.message) for answer in step.answers],
    )
