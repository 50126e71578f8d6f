"""A lesson played by the referee: the position and the numbers of each step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from edokko.chance import ImpossibleChance
from edokko.components.ids import CHARACTER_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS
from edokko.events import Event
from edokko.game import Game, IllegalMove
from edokko.lessons.model import Choice, Lesson, LessonError, LessonScene, LessonStep, Question
from edokko.lessons.numbers import PLAYER, LessonFacts, number_of
from edokko.position import Position, PositionError
from edokko.rules.state import SQUARES

Test = Callable[[Position, str], bool]


def _is_seat(position: Position, seat: str) -> bool:
    return seat in map(str, range(len(position.players)))


def _is_room(position: Position, room: str) -> bool:
    rooms = "1234" if len(position.players) > 2 or position.edition != "2021" else "123"
    return len(room) == 2 and room[0] in NAGAYAS and room[1] in rooms


ALONE = ("street", "slots", "row", "goods", "buildings", "corners", "calendar", "track fire", "score")
"""Targets of which there is one: the eight squares, the five slots, the characters for hire, the fish, pipes and
pouches on sale, the buildings on offer, the four stalls at the crossing, the months, the firefighting track, and the
score sheets.
"""

WITH_ARGUMENT: Mapping[str, Test] = {
    "square": lambda _, square: square in map(str, range(1, SQUARES + 1)),
    "slot": lambda _, slot: slot in IKIZAMA_IDS,
    "nagaya": lambda _, nagaya: nagaya in NAGAYAS,
    "stall": _is_room,
    "card": lambda position, card: card in CHARACTER_IDS and card in [other for other, _ in position.row],
    "good": lambda position, good: good in position.goods,
    "building": lambda position, building: building in position.buildings,
    "oyakata": _is_seat,
    "player": _is_seat,
}
"""Targets of which there are several, with the test of what distinguishes them: a square, a slot of the way of life, a
nagaya, a stall, a character for hire, a good on sale, a building on offer, a seat's oyakata, a seat's panel.
"""


def is_target(game: Game, highlight: str) -> bool:
    """Return whether a highlight names a target that is on the board of a game now."""
    if highlight in ALONE:
        return True
    kind, _, argument = highlight.partition(" ")
    return kind in WITH_ARGUMENT and WITH_ARGUMENT[kind](game.position, argument)


CHANCE = frozenset({"reveal", "closed", "fire"})
"""The first words of the entries that chance decides."""


FACT = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True, slots=True)
class PlayedChoice:
    """An answer with what the referee says of it."""

    choice: Choice
    worth: int  # the number by which it is judged
    sum: str  # the calculation with its numbers
    numbers: dict[str, int]  # the variables of its message


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step with what the referee says of it."""

    step: LessonStep
    scene: int  # its scene's place in the lesson
    before: tuple[str, ...]  # the entries of the scene before the step
    game: Game  # the game before the step
    after: Game  # the game after the step's entries
    events: tuple[Event, ...]  # of the player's moves
    numbers: dict[str, int]  # the variables of the messages
    sum: str | None = None  # the calculation with its numbers
    choices: tuple[PlayedChoice, ...] = ()  # the answers to the question
    right: int | None = None  # the index of the right answer; ``None`` without a question


def play(lesson: Lesson) -> Iterator[PlayedStep]:
    """Play a lesson with the referee.

    Raises:
        LessonError: the referee refuses a position or an entry, a highlight is not on the board, or a number is
            missing; the message names the step and what is expected.
    """
    for number, scene in enumerate(lesson.scenes):
        yield from _play_scene(lesson, number, scene)


def _play_scene(lesson: Lesson, number: int, scene: LessonScene) -> Iterator[PlayedStep]:
    try:
        game = Game.from_position(scene.start, chance="manual")
    except PositionError as error:
        raise LessonError(f"{lesson.number:02}-{lesson.id}.toml: scenes[{number}].start", str(error)) from None
    before: tuple[str, ...] = ()
    past: list[Event] = []
    for place, step in enumerate(scene.steps):
        where = f"{lesson.number:02}-{lesson.id}.toml: scenes[{number}].steps[{place}]"
        start = game.copy()
        events = _enter(game, step.moves, f"{where}.moves", is_player=True)
        moved = game.copy()
        earlier = list(past)
        past += events
        past += _enter(game, step.then, f"{where}.then", is_player=False)
        moment = LessonFacts(start, moved, events, past)
        _check_highlights(start, step, where)
        numbers = _numbers(moment, step.numbers, f"{where}.numbers")
        total = fill(moment, step.sum, f"{where}.sum") if step.sum else None
        choices = _choices(start, earlier, step, where)
        right = _right(step.question, choices, where) if step.question else None
        yield PlayedStep(step, number, before, start, game.copy(), tuple(events), numbers, total, choices, right)
        before += step.entries


def fill(moment: LessonFacts, template: str, place: str) -> str:
    """Return a calculation with its numbers; ``place`` is where it stands, for the message of an error.

    The template has words with a space between them: signs, ``{facts}``, and ``:icons``.
    """
    return FACT.sub(lambda fact: str(_number(moment, fact[1], place)), template)


def _choices(game: Game, past: Sequence[Event], step: LessonStep, where: str) -> tuple[PlayedChoice, ...]:
    """Play the answers of a step's question, each from the board of the step."""
    played = []
    for number, choice in enumerate(step.question.choices if step.question else ()):
        place = f"{where}.question.choices[{number}]"
        after = game.copy()
        events = _enter(after, choice.line, f"{place}.line", is_player=False)
        moment = LessonFacts(game, after, events, [*past, *events])
        numbers = _numbers(moment, choice.numbers, f"{place}.numbers")
        worth = _number(moment, choice.worth, f"{place}.worth")
        played.append(PlayedChoice(choice, worth, fill(moment, choice.sum, f"{place}.sum"), numbers))
    return tuple(played)


def _right(question: Question, choices: Sequence[PlayedChoice], where: str) -> int:
    """Return the index of the right answer, the only best one."""
    worths = [choice.worth for choice in choices]
    best = max(worths) if question.want == "most" else min(worths)
    if worths.count(best) > 1:
        raise LessonError(
            f"{where}.question", f"found the worths {worths}, expected one answer that is worth the {question.want}"
        )
    return worths.index(best)


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


def _check_highlights(game: Game, step: LessonStep, where: str) -> None:
    letters = [choice.at for choice in step.question.choices] if step.question else []
    for highlight in (*step.highlights, *letters):
        if not is_target(game, highlight):
            raise LessonError(f"{where}.highlights", f"found {highlight!r}, expected a target on the board")


def _numbers(moment: LessonFacts, facts: Mapping[str, str], place: str) -> dict[str, int]:
    return {name: _number(moment, fact, f"{place}.{name}") for name, fact in facts.items()}


def _number(moment: LessonFacts, fact: str, place: str) -> int:
    try:
        return number_of(moment, fact)
    except ValueError as error:
        raise LessonError(place, str(error)) from None
