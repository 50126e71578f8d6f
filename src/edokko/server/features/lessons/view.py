"""Lessons in the shape of the API, with the numbers of their texts."""

from __future__ import annotations

import functools

from msgspec.structs import asdict

from edokko.lessons import Lesson, PlayedStep, lesson, play
from edokko.server.features.lessons.shapes import (
    LessonAnswer,
    LessonChoice,
    LessonEntry,
    LessonQuestion,
    LessonStep,
    LessonView,
    StoredProgress,
)


def entry_of(taught: Lesson, own: StoredProgress) -> LessonEntry:
    """Return a lesson as an entry of the list, with a guest's progress."""
    return LessonEntry(taught.id, taught.number, taught.title, taught.minutes, len(taught.steps), **asdict(own))


def lesson_view_of(taught: Lesson, own: StoredProgress) -> LessonView:
    """Return a whole lesson, with a guest's progress."""
    scenes, steps = [scene.start for scene in taught.scenes], list(_steps(taught.id))
    head = (taught.id, taught.number, taught.title, taught.minutes, taught.learned)
    return LessonView(*head, scenes, steps, **asdict(own))


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
        sum=played.sum,
        picture=step.picture,
        numbers=played.numbers,
        names=step.names,
        highlights=list(step.highlights),
        question=_question(played),
        before=list(played.before),
        moves=list(step.moves),
        then=list(step.then),
        answers=[LessonAnswer(answer.move, answer.message) for answer in step.answers],
    )


def _question(played: PlayedStep) -> LessonQuestion | None:
    if played.step.question is None or played.right is None:
        return None
    choices = [LessonChoice(own.choice.at, own.sum, own.choice.says, own.numbers) for own in played.choices]
    return LessonQuestion(played.step.question.ask, choices, played.right)
