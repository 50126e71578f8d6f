"""Reading the lessons of the package from their files, one TOML file a lesson: ``lessons/01-street.toml``."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources

import msgspec

from edokko.lessons.model import Lesson, LessonError, LessonFile

FILES = (
    "01-street.toml",
    "02-hiring.toml",
    "03-neighbours.toml",
    "04-trade.toml",
    "05-payday.toml",
    "06-fire.toml",
    "07-goods.toml",
    "08-end.toml",
)
"""The files, in the order of the lessons."""


def _id_of(file: str) -> str:
    return file.removesuffix(".toml").split("-", 1)[1]


LESSON_IDS = tuple(map(_id_of, FILES))
"""The ids of all lessons, in order."""


@functools.cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons; the files are read once."""
    folder = resources.files(__package__).joinpath("lessons")
    return tuple(
        read_lesson(folder.joinpath(file).read_text(encoding="utf-8"), file, number)
        for number, file in enumerate(FILES, start=1)
    )


def lesson(lesson_id: str) -> Lesson | None:
    """Return a lesson by its id; ``None`` if there is none."""
    return next((entry for entry in lessons() if entry.id == lesson_id), None)


def read_lesson(content: str, file: str, number: int) -> Lesson:
    """Read the contents of a lesson's file.

    Args:
        content: the TOML text.
        file: its name, such as ``01-street.toml``.
        number: the lesson's place.

    Raises:
        LessonError: the text is no TOML, or a key or value is wrong; the message names the key.
    """
    try:
        parsed = msgspec.convert(tomllib.loads(content), LessonFile)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(file, f"not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise LessonError(file, str(error)) from None
    return Lesson(_id_of(file), number, parsed.minutes, parsed.scenes)
