"""A lesson as typed values (docs/lessons.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

MESSAGE_PREFIX = "lesson-"
"""All messages of lessons begin with it, so that the page can load them with the first lesson."""

OTHERWISE = "lesson-otherwise"
"""The reply to a move without an answer of its own; its variable ``move`` is the move that the step asks for."""
OTHERWISE_READING = "lesson-otherwise-next"
"""The reply to a move in a step without moves."""

MessageId = Annotated[str, Meta(pattern=f"^{MESSAGE_PREFIX}[a-z0-9-]+$")]
Entry = Annotated[str, Meta(min_length=1, max_length=200)]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What the player reads after a legal move that the step does not ask for.

    Attributes:
        move: the words of a move, or a kind such as ``hire``. Exact words come before the kind.
        message: the id of the message.
    """

    move: str
    message: MessageId


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One idea: a sentence, and perhaps a move that the player makes.

    Attributes:
        text: the message of the sentence.
        highlights: targets on the board, as :mod:`edokko.lessons.highlights` declares them.
        sum: the message of a line with the calculation, if numbers matter.
        numbers: the variables of the messages, each with a fact of :mod:`edokko.lessons.numbers`.
        names: further variables, each with the id of a card, good or shop whose name stands there.
        moves: what the player plays, in this order; empty if the player only reads.
        then: what happens before the next step without the player: moves of all seats, and chance, as a record
            writes them.
        answers: replies to other legal moves. Any other move gets the general reply that names the next move.
    """

    text: MessageId
    highlights: tuple[str, ...] = ()
    sum: MessageId | None = None
    numbers: dict[str, str] = {}
    names: dict[str, str] = {}
    moves: tuple[Entry, ...] = ()
    then: tuple[Entry, ...] = ()
    answers: tuple[Answer, ...] = ()

    @property
    def entries(self) -> tuple[str, ...]:
        """The moves of the player and what happens then."""
        return self.moves + self.then

    @property
    def otherwise(self) -> str:
        """The message of the general reply."""
        return OTHERWISE if self.moves else OTHERWISE_READING


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """A position and the steps that follow from it.

    Attributes:
        start: a position string. The player is seat 0.
        steps: in order.
    """

    start: str
    steps: Annotated[tuple[Step, ...], Meta(min_length=1)]


class LessonFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a lesson's file.

    Attributes:
        minutes: how long the lesson takes, about.
        scenes: most lessons have one.
    """

    minutes: Annotated[int, Meta(ge=1, le=9)]
    scenes: Annotated[tuple[Scene, ...], Meta(min_length=1)]


class Lesson(Struct, frozen=True):
    """A lesson.

    Attributes:
        id: the last part of the file's name.
        number: its place, from 1.
        minutes, scenes: as in its file.
    """

    id: str
    number: int
    minutes: int
    scenes: tuple[Scene, ...]

    @property
    def title(self) -> str:
        """The message of the title."""
        return f"{MESSAGE_PREFIX}{self.id}"

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all scenes."""
        return tuple(step for scene in self.scenes for step in scene.steps)

    def messages(self) -> Iterator[str]:
        """Yield the ids of all messages of the lesson."""
        yield self.title
        for step in self.steps:
            yield from (step.text, step.otherwise)
            if step.sum:
                yield step.sum
            yield from (answer.message for answer in step.answers)
