"""A lesson as typed values (docs/play/lessons.md), read from its file, such as ``lessons/01-street.toml``."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct


class LessonError(ValueError):
    """A lesson that is malformed, or that the referee does not play."""

    def __init__(self, place: str, sentence: str) -> None:
        self.place = place  # the file and the key, e.g. ``02-hiring.toml: scenes[0].steps[3].moves``
        self.sentence = sentence  # what is wrong there
        super().__init__(f"{place}: {sentence}")


MESSAGE_PREFIX = "lesson-"
"""All messages of lessons begin with it, so that the page can load them with the first lesson."""

OTHERWISE = "lesson-otherwise"
"""The reply to a move without an answer of its own; its variable ``move`` is the move that the step asks for."""
OTHERWISE_READING = "lesson-otherwise-next"
"""The reply to a move in a step without moves."""
OTHERWISE_ASKING = "lesson-press-letter"
"""The reply to a move in a step that asks something."""

MessageId = Annotated[str, Meta(pattern=f"^{MESSAGE_PREFIX}[a-z0-9-]+$")]
Entry = Annotated[str, Meta(min_length=1, max_length=200)]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What the player reads after a legal move that the step does not ask for."""

    move: str  # the words of a move, or a kind such as ``hire``; exact words come before the kind
    message: MessageId


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a question, with a letter on the board."""

    at: Entry  # the target on the board that has the letter, as a highlight
    worth: str  # the fact by which the answer is judged
    sum: str  # the calculation that stands on the target after a try, as :func:`edokko.lessons.script.fill` reads it
    says: MessageId  # the message after a try: what is true, and where to look
    # What the referee plays for the facts, from the board of the step: moves of all seats, and chance.
    line: tuple[Entry, ...] = ()
    numbers: dict[str, str] = {}  # variables of the message, each with a fact


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision. The referee finds the right answer: the one that is worth the most, or the least."""

    ask: MessageId  # the message of the question
    choices: Annotated[tuple[Choice, ...], Meta(min_length=2, max_length=3)]  # in the order of their letters
    want: Literal["most", "least"] = "most"  # which answer is right


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One idea: a sentence, and perhaps a question about it, or a move that the player makes."""

    text: MessageId  # the message of the sentence
    highlights: tuple[str, ...] = ()  # targets on the board, as :mod:`edokko.lessons.script` declares them
    sum: str | None = None  # the calculation, if numbers matter, as :func:`edokko.lessons.script.fill` reads it
    picture: Literal["aim"] | None = None  # a picture of the page that belongs to the sentence
    numbers: dict[str, str] = {}  # the variables of the messages, each with a fact of :mod:`edokko.lessons.numbers`
    names: dict[str, str] = {}  # further variables, each with the id of a card, good or shop whose name stands there
    question: Question | None = None  # what the player decides; the step's moves follow the right answer by themselves
    moves: tuple[Entry, ...] = ()  # what the player plays, in this order; empty if the player only reads
    # What happens before the next step without the player: moves of all seats, and chance, as a record writes them.
    then: tuple[Entry, ...] = ()
    # Replies to other legal moves. Any other move gets the general reply that names the next move.
    answers: tuple[Answer, ...] = ()

    @property
    def entries(self) -> tuple[str, ...]:
        """The moves of the player and what happens then."""
        return self.moves + self.then

    @property
    def otherwise(self) -> str:
        """The message of the general reply."""
        if self.question:
            return OTHERWISE_ASKING
        return OTHERWISE if self.moves else OTHERWISE_READING


class LessonScene(Struct, frozen=True, forbid_unknown_fields=True):
    """A position and the steps that follow from it."""

    start: str  # a position string; the player is seat 0
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1)]  # in order


class LessonFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a lesson's file."""

    minutes: Annotated[int, Meta(ge=1, le=9)]  # how long the lesson takes, about
    scenes: Annotated[tuple[LessonScene, ...], Meta(min_length=1)]  # most lessons have one


class Lesson(Struct, frozen=True):
    """A lesson."""

    id: str  # the last part of the file's name
    number: int  # its place, from 1
    # ``minutes`` and ``scenes``: as in its file.
    minutes: int
    scenes: tuple[LessonScene, ...]

    @property
    def title(self) -> str:
        """The message of the title."""
        return f"{MESSAGE_PREFIX}{self.id}"

    @property
    def learned(self) -> str:
        """The message at the end: what the player knows now."""
        return f"{self.title}-learned"

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """The steps of all scenes."""
        return tuple(step for scene in self.scenes for step in scene.steps)

    def messages(self) -> Iterator[str]:
        """Yield the ids of all messages of the lesson."""
        yield from (self.title, self.learned)
        for step in self.steps:
            yield from (step.text, step.otherwise)
            if step.question:
                yield step.question.ask
                yield from (choice.says for choice in step.question.choices)
            yield from (answer.message for answer in step.answers)


_FOLDER = resources.files(__package__).joinpath("lessons")
FILES = tuple(sorted(file.name for file in _FOLDER.iterdir()))
"""The files, in the order of the lessons: their names begin with its number."""


def _id_of(file: str) -> str:
    return file.removesuffix(".toml").split("-", 1)[1]


LESSON_IDS = tuple(map(_id_of, FILES))
"""The ids of all lessons, in order."""


@functools.cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons; the files are read once."""
    return tuple(
        read_lesson(_FOLDER.joinpath(file).read_text(encoding="utf-8"), file, number)
        for number, file in enumerate(FILES, start=1)
    )


def lesson(lesson_id: str) -> Lesson | None:
    """Return a lesson by its id; ``None`` if there is none."""
    return next((entry for entry in lessons() if entry.id == lesson_id), None)


def read_lesson(content: str, file: str, number: int) -> Lesson:
    """Read the contents of a lesson's file, whose name is such as ``01-street.toml``.

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
