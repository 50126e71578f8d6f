"""Lessons that teach the game on the real board: positions, scripts and texts as data, played by the real referee."""

from edokko.lessons.model import LESSON_IDS, Answer, Lesson, LessonError, LessonScene, LessonStep, lesson, lessons
from edokko.lessons.script import PlayedStep, play

__all__ = [
    "LESSON_IDS",
    "Answer",
    "Lesson",
    "LessonError",
    "LessonScene",
    "LessonStep",
    "PlayedStep",
    "lesson",
    "lessons",
    "play",
]
