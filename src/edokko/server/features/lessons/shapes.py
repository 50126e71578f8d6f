"""Lessons: what a client needs to show them on a board, and a guest's progress."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from edokko.table.shapes.base import RequestShape, ResponseShape

LANTERNS = 3
"""The lanterns at the start of a lesson. Each try that is not the right one puts one out."""


class LessonEntry(ResponseShape):
    """A lesson in the list."""

    id: str
    number: int
    """The place in the list, from 1."""
    title: str
    """The id of a message."""
    minutes: int
    steps: int
    reached: int = 0
    """The step at which the guest goes on, from 0."""
    done: bool = False
    """Whether the guest has ever finished the lesson."""
    lanterns: int = LANTERNS
    """The lanterns that are lit: at the best end so far, or before an end at the step reached."""


class LessonList(ResponseShape):
    lessons: list[LessonEntry]


class LessonAnswer(ResponseShape):
    """What the player reads after a legal move that the step does not ask for."""

    move: str
    """The words of the move, or a kind of move. Exact words come before the kind."""
    message: str


class LessonChoice(ResponseShape):
    """An answer to a question, with a letter on the board."""

    at: str
    """The target on the board, as in `highlights`."""
    sum: str
    """The calculation that stands there after a try, as in `sum` of a step."""
    says: str
    """The id of the message after a try."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Variables of that message, besides the `names` of the step."""


class LessonQuestion(ResponseShape):
    """A decision. After the right answer come the `moves` of the step, if it has any."""

    ask: str
    """The id of the message of the question."""
    choices: list[LessonChoice]
    right: int
    """The index of the right answer, which the referee has found."""


class LessonStep(ResponseShape):
    """A step of a lesson."""

    scene: int
    """The index of the scene whose position the step continues."""
    text: str
    """The id of the message of the sentence."""
    otherwise: str
    """The id of the message after a move without an answer; its variable `move` is the move that the step asks for."""
    sum: str | None = None
    """The calculation: words with a space between them; `:mon` or `:artisan` is an icon, `#2` a square."""
    picture: str | None = None
    """A picture that belongs to the sentence: `aim`, the track and what leads along it."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Variables of all messages of the step."""
    names: dict[str, str] = field(default_factory=dict)
    """Further variables: the id of a card or good, whose name the client puts there."""
    highlights: list[str] = field(default_factory=list)
    """Targets on the board, such as ``stall C4``, ``square 3``, ``calendar`` (docs/play/lessons.md)."""
    question: LessonQuestion | None = None
    before: list[str] = field(default_factory=list)
    """The entries from the scene's position to the beginning of the step: moves and chance of `POST /api/positions`."""
    moves: list[str] = field(default_factory=list)
    """What the player plays, in this order; empty if the player only reads."""
    then: list[str] = field(default_factory=list)
    """The entries that follow without the player before the next step."""
    answers: list[LessonAnswer] = field(default_factory=list)


class LessonView(ResponseShape):
    """A whole lesson. The guest has seat 0."""

    id: str
    number: int
    title: str
    minutes: int
    learned: str
    """The id of the message at the end: what the guest knows now."""
    scenes: list[str]
    """The positions, as position strings."""
    steps: list[LessonStep]
    reached: int = 0
    done: bool = False
    lanterns: int = LANTERNS


class LessonProgress(RequestShape):
    """The step that a guest has reached in a lesson."""

    step: Annotated[int, Meta(ge=0, le=99)]
    """The step at which the guest goes on, from 0."""
    done: bool = False
    """Whether the guest has finished the lesson."""
    lanterns: Annotated[int, Meta(ge=0, le=LANTERNS)] = LANTERNS
    """The lanterns that are lit."""


class StoredProgress(ResponseShape):
    reached: int
    done: bool
    lanterns: int
