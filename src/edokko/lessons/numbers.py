"""The numbers of a lesson's texts, taken from the referee: a change of a rule changes them or is an error.

A fact is a word with arguments, such as ``gain mon`` or ``harmony artisan corners``. All concern seat 0, the player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from edokko.components import Components
from edokko.components.model import TYPES
from edokko.events import Event
from edokko.game import Game
from edokko.position.model import PlayerPosition
from edokko.rules.events import GROUP_IDS
from edokko.rules.payday import type_in_group
from edokko.rules.state import ABSENT
from edokko.rules.turn import free_squares

PLAYER = 0
"""The seat of the person who takes the lesson."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What facts are read from.

    Attributes:
        before: the game before the step.
        after: the game after the player's moves, before what happens then.
        events: of the player's moves.
        past: of the scene up to the step's end.
    """

    before: Game
    after: Game
    events: Sequence[Event]
    past: Sequence[Event]

    @property
    def components(self) -> Components:
        """The components of the scene's game."""
        return self.before.components

    @property
    def player(self) -> PlayerPosition:
        """The player after the moves."""
        return self.after.position.players[PLAYER]

    @property
    def score(self) -> Mapping[str, int]:
        """The lines of the player's score sheet."""
        return self.after.score()[PLAYER].lines


def _gains(events: Iterable[Event], resource: str) -> list[tuple[int, Event]]:
    """Return the player's gains of a resource, below zero if paid."""
    own = [event for event in events if event.kind == "gained" and event.seat == PLAYER]
    return [(event.amount or 0, event) for event in own if event.resource == resource]


def _gain(moment: Moment, resource: str) -> int:
    return sum(amount for amount, _ in _gains(moment.events, resource) if amount > 0)


def _spend(moment: Moment, resource: str) -> int:
    return -sum(amount for amount, _ in _gains(moment.events, resource) if amount < 0)


def _paid(moment: Moment, card: str, resource: str) -> int:
    salaries = [(amount, event.source) for amount, event in _gains(moment.past, resource) if event.reason == "salary"]
    return sum(amount for amount, source in salaries if source == card)


def _eaten(moment: Moment) -> int:
    return -sum(amount for amount, event in _gains(moment.past, "rice") if event.reason == "food")


def _amounts(events: Iterable[Event], kind: str) -> list[tuple[int, Event]]:
    return [(event.amount or 0, event) for event in events if event.kind == kind and event.seat == PLAYER]


def _harmony(moment: Moment, kind: str, group: str) -> int:
    scored = _amounts(moment.past, "harmony_scored")
    return sum(amount for amount, event in scored if (event.type, event.group) == (kind, group))


def _in_group(moment: Moment, kind: str, group: str, seat: int) -> int:
    game = moment.after
    return type_in_group(game.tables, game.state, GROUP_IDS.index(group), TYPES.index(kind), seat)


def _characters(moment: Moment) -> int:
    rooms = moment.before.position.rooms.values()
    return sum(room.owner == PLAYER and room.card in moment.components.characters for room in rooms)


def _surcharge(moment: Moment, room: str) -> int:
    return moment.components.large.surcharge[int(room[1]) - 1]


def _weaker(room: str) -> int:
    """Return by how much a fire is weaker at a room than at the edge."""
    return int(room[1]) - 1


def _strength(moment: Moment, room: str) -> int:
    return moment.components.calendar.fires[moment.before.month] - _weaker(room)


def _seasons(moment: Moment) -> int:
    return len({moment.components.goods[fish].season for fish in moment.player.fish})


def _pouches(moment: Moment) -> int:
    doubled = moment.score["pouches"]
    return doubled // 2 if moment.player.pipes else doubled


FACTS: Mapping[str, Callable[..., int]] = {
    # what the player's moves of the step change
    "gain": _gain,
    "spend": _spend,
    "walked": lambda moment: sum(amount for amount, _ in _amounts(moment.events, "moved")),
    "firefighting": lambda moment: moment.player.fire - moment.before.position.players[PLAYER].fire,
    # what the player has before the step and after the moves
    "had": lambda moment, resource: getattr(moment.before.position.players[PLAYER], resource),
    "has": lambda moment, resource: getattr(moment.player, resource),
    "characters": _characters,
    "square": lambda moment: moment.player.square,
    "free_squares": lambda moment: free_squares(moment.before.tables, moment.before.state, PLAYER),
    # the printed numbers
    "cost": lambda moment, card: moment.components.characters[card].cost,
    "price": lambda moment, good: moment.components.goods[good].price,
    "bonus": lambda moment, fish: moment.components.goods[fish].bonus,
    "fish": lambda moment, seasons: moment.components.scoring.fish[int(seasons)],
    "surcharge": _surcharge,
    "payday": lambda moment, place: moment.components.calendar.payday[int(place) - 1],
    "fire_month": lambda moment, place: sorted(moment.components.calendar.fires)[int(place) - 1],
    "strength": _strength,
    "weaker": lambda _, room: _weaker(room),
    # harmony: the calculation, and its IKI at the payday that has been
    "kobun": lambda moment, kind, group: _in_group(moment, kind, group, PLAYER),
    "cards": lambda moment, kind, group: _in_group(moment, kind, group, ABSENT),
    "harmony": _harmony,
    # the payday and the fire that have been
    "paid": _paid,
    "eaten": _eaten,
    "hungry": lambda moment: moment.before.position.hungry,
    "fire_put_out": lambda moment: sum(amount for amount, _ in _amounts(moment.past, "fire_put_out")),
    # the score sheet; pouches are before a pipe doubles them
    "seasons": _seasons,
    "types": lambda moment: moment.components.scoring.types.index(moment.score["types"]),
    "pouches": _pouches,
    "score": lambda moment, line: moment.score[line],
    "total": lambda moment: sum(moment.score.values()),
}
"""All facts: a function of the moment and the arguments."""


def number_of(moment: Moment, fact: str) -> int:
    """Return the number that a fact names.

    Raises:
        ValueError: there is no such fact, or it has no number at this step; the message says so.
    """
    word, *arguments = fact.split()
    if word not in FACTS:
        raise ValueError(f"found {fact!r}, expected a fact that begins with one of {', '.join(FACTS)}")
    try:
        return FACTS[word](moment, *arguments)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise ValueError(f"found {fact!r}, expected a fact that has a number at this step") from None
