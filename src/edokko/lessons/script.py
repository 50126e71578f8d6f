"""A lesson played by the referee: the position and the numbers of each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from edokko.chance import ImpossibleChance
from edokko.events import Event
from edokko.game import Game, IllegalMove
from edokko.lessons.highlights import is_target
from edokko.lessons.model import Lesson, Scene, Step
from edokko.lessons.numbers import PLAYER, Moment, number_of
from edokko.lessons.problems import LessonError
from edokko.position import PositionError

CHANCE = frozenset({"reveal", "closed", "fire"})
"""The first words of the entries that chance decides."""


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step with what the referee says of it.

    Attributes:
        step: the step.
        scene: its scene's place in the lesson.
        before: the entries of the scene before the step.
        game: the game before the step.
        after: the game after the step's entries.
        events: of the player's moves.
        numbers: the variables of the messages.
    """

    step: Step
    scene: int
    before: tuple[str, ...]
    game: Game
    after: Game
    events: tuple[Event, ...]
    numbers: dict[str, int]


class _Place(NamedTuple):
    """Where a step stands, for messages."""

    lesson: Lesson
    scene: int
    step: int

    def __str__(self) -> str:
        return f"{self.lesson.number:02}-{self.lesson.id}.toml: scenes[{self.scene}].steps[{self.step}]"


def play(lesson: Lesson) -> Iterator[PlayedStep]:
    """Play a lesson with the referee.

    Raises:
        LessonError: the referee refuses a position or an entry, a highlight is not on the board, or a number is
            missing; the message names the step and what is expected.
    """
    for number, scene in enumerate(lesson.scenes):
        yield from _play_scene(lesson, number, scene)


def _play_scene(lesson: Lesson, number: int, scene: Scene) -> Iterator[PlayedStep]:
    try:
        game = Game.from_position(scene.start, chance="manual")
    except PositionError as error:
        raise LessonError(f"{lesson.number:02}-{lesson.id}.toml: scenes[{number}].start", str(error)) from None
    before: tuple[str, ...] = ()
    past: list[Event] = []
    for place, step in enumerate(scene.steps):
        where = _Place(lesson, number, place)
        start = game.copy()
        events = _enter(game, step.moves, f"{where}.moves", is_player=True)
        moved = game.copy()
        past += events
        past += _enter(game, step.then, f"{where}.then", is_player=False)
        moment = Moment(start, moved, events, past)
        _check_highlights(start, step, where)
        yield PlayedStep(step, number, before, start, game.copy(), tuple(events), _numbers(moment, step, where))
        before += step.entries


def _enter(game: Game, entries: Sequence[str], place: str, *, is_player: bool) -> list[Event]:
    """Play entries and return their events."""
    events: list[Event] = []
    for number, entry in enumerate(entries):
        kind, *ids = entry.split()
        known = len(game.events)
        if is_player and game.seat != PLAYER:
            raise LessonError(f"{place}[{number}]", f"found {entry!r}, but seat {game.seat} decides")
        try:
            if kind in CHANCE:
                for item in ids:
                    game.reveal(f"{kind} {item}")
            else:
                game.play(entry)
        except (IllegalMove, ImpossibleChance) as error:
            raise LessonError(f"{place}[{number}]", str(error)) from None
        events += game.events[known:]
    return events


def _check_highlights(game: Game, step: Step, where: _Place) -> None:
    for highlight in step.highlights:
        if not is_target(game, highlight):
            raise LessonError(f"{where}.highlights", f"found {highlight!r}, expected a target on the board")


def _numbers(moment: Moment, step: Step, where: _Place) -> dict[str, int]:
    numbers = {}
    for name, fact in step.numbers.items():
        try:
            numbers[name] = number_of(moment, fact)
        except ValueError as error:
            raise LessonError(f"{where}.numbers.{name}", str(error)) from None
    return numbers
