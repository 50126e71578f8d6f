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
from edokko.position.values import PlayerPosition, RoomPosition
from edokko.rules.events import GROUP_IDS
from edokko.rules.payday import type_in_group
from edokko.rules.state import ABSENT
from edokko.rules.turn import free_squares

PLAYER = 0
"""The seat of the person who takes the lesson."""


@dataclass(frozen=True, slots=True)
class LessonFacts:
    """What facts are read from."""

    before: Game  # the game before the step
    after: Game  # the game after the player's moves, before what happens then
    events: Sequence[Event]  # of the player's moves
    past: Sequence[Event]  # of the scene up to the step's end

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


def _gain(moment: LessonFacts, resource: str) -> int:
    return sum(amount for amount, _ in _gains(moment.events, resource) if amount > 0)


def _spend(moment: LessonFacts, resource: str) -> int:
    return -sum(amount for amount, _ in _gains(moment.events, resource) if amount < 0)


def _pays(moment: LessonFacts, card: str) -> int:
    salaries = [event for event in moment.past if event.kind == "gained" and event.reason == "salary"]
    return sum(event.amount or 0 for event in salaries if event.source == card)


def _paid(moment: LessonFacts, card: str, resource: str) -> int:
    salaries = [(amount, event.source) for amount, event in _gains(moment.past, resource) if event.reason == "salary"]
    return sum(amount for amount, source in salaries if source == card)


def _eaten(moment: LessonFacts) -> int:
    return -sum(amount for amount, event in _gains(moment.past, "rice") if event.reason == "food")


def _amounts(events: Iterable[Event], kind: str) -> list[tuple[int, Event]]:
    return [(event.amount or 0, event) for event in events if event.kind == kind and event.seat == PLAYER]


def _harmony(moment: LessonFacts, kind: str, group: str) -> int:
    scored = _amounts(moment.past, "harmony_scored")
    return sum(amount for amount, event in scored if (event.type, event.group) == (kind, group))


def _in_group(moment: LessonFacts, kind: str, group: str, seat: int) -> int:
    game = moment.after
    return type_in_group(game.tables, game.state, GROUP_IDS.index(group), TYPES.index(kind), seat)


def _weaker(room: str) -> int:
    """Return by how much a fire is weaker at a room than at the edge."""
    return int(room[1]) - 1


def _strength(moment: LessonFacts, room: str) -> int:
    return moment.components.calendar.fires[moment.before.month] - _weaker(room)


def _seasons(moment: LessonFacts) -> int:
    return len({moment.components.goods[fish].season for fish in moment.player.fish})


def _pouches(moment: LessonFacts) -> int:
    doubled = moment.score["pouches"]
    return doubled // 2 if moment.player.pipes else doubled


def _room(moment: LessonFacts, room: str) -> RoomPosition:
    """Return the card in a room, after the moves or, if they have taken it away, before."""
    return (moment.after if room in moment.after.position.rooms else moment.before).position.rooms[room]


def _is(moment: LessonFacts, value: str, *fact: str) -> int:
    return int(number_of(moment, " ".join(fact)) == int(value))


def _people(moment: LessonFacts, seat: str) -> int:
    rooms = moment.before.position.rooms.values()
    return sum(room.owner == int(seat) and room.card in moment.components.characters for room in rooms)


def _offer(moment: LessonFacts, square: str, side: str, resource: str) -> int:
    """Return what the first deal of a square's shop costs or yields."""
    option = moment.components.shops[moment.components.squares[int(square) - 1]].options[0]
    return (option.spend if side == "spend" else option.gain).get(resource, 0)


def _lacks(moment: LessonFacts, building: str) -> int:
    cost = moment.components.buildings[building].cost
    had = moment.before.position.players[PLAYER]
    return sum(max(0, count - getattr(had, resource)) for resource, count in cost.items())


FACTS: Mapping[str, Callable[..., int]] = {
    # what the player's moves of the step change
    "gain": _gain,
    "spend": _spend,
    "walked": lambda moment: sum(amount for amount, _ in _amounts(moment.events, "moved")),
    "firefighting": lambda moment: moment.player.fire - moment.before.position.players[PLAYER].fire,
    # what the player has before the step and after the moves
    "had": lambda moment, resource: getattr(moment.before.position.players[PLAYER], resource),
    "has": lambda moment, resource: getattr(moment.player, resource),
    "characters": lambda moment: _people(moment, str(PLAYER)),
    "square": lambda moment: moment.player.square,
    "retired": lambda moment, card: int(card in moment.player.retired),
    "free_squares": lambda moment: free_squares(moment.before.tables, moment.before.state, PLAYER),
    # what stands in a room, and what another seat has
    "climbed": lambda moment, room: moment.before.position.rooms[room].xp,
    "top": lambda moment, card: moment.components.characters[card].xp_to_retire,
    "owns": lambda moment, room: int(_room(moment, room).owner == PLAYER),
    "eats": lambda moment, room: int(_room(moment, room).card in moment.components.characters),
    "guard": lambda moment, room: moment.before.position.players[_room(moment, room).owner].fire,
    "margin": lambda moment, room: number_of(moment, f"guard {room}") - _strength(moment, room),
    "square_of": lambda moment, room: moment.components.large.rooms[room[0]][_weaker(room)][0],
    "people": _people,
    "rice_of": lambda moment, seat: moment.after.position.players[int(seat)].rice,
    "lack_of": lambda moment, seat: _people(moment, seat) - moment.after.position.players[int(seat)].rice,
    "fire_of": lambda moment, seat: moment.after.position.players[int(seat)].fire,
    "score_of": lambda moment, seat, line: moment.after.score()[int(seat)].lines[line],
    "total_of": lambda moment, seat: moment.after.score()[int(seat)].total,
    # the printed numbers
    "offer": _offer,
    "needs": lambda moment, building, resource: moment.components.buildings[building].cost[resource],
    "lacks": _lacks,
    "cost": lambda moment, card: moment.components.characters[card].cost,
    "price": lambda moment, good: moment.components.goods[good].price,
    "bonus": lambda moment, fish: moment.components.goods[fish].bonus,
    "fish": lambda moment, seasons: moment.components.scoring.fish[int(seasons)],
    "surcharge": lambda moment, room: moment.components.large.surcharge[_weaker(room)],
    "payday": lambda moment, place: moment.components.calendar.payday[int(place) - 1],
    "fire_month": lambda moment, place: sorted(moment.components.calendar.fires)[int(place) - 1],
    "strength": _strength,
    "weaker": lambda _, room: _weaker(room),
    # harmony: the calculation, and its IKI at the payday that has been
    "kobun": lambda moment, kind, group: _in_group(moment, kind, group, PLAYER),
    "cards": lambda moment, kind, group: _in_group(moment, kind, group, ABSENT),
    "harmony": _harmony,
    "all_harmony": lambda moment: sum(amount for amount, _ in _amounts(moment.past, "harmony_scored")),
    # the payday and the fire that have been
    "paid": _paid,
    "pays": _pays,
    "eaten": _eaten,
    "hungry": lambda moment: moment.before.position.hungry,
    "fire_put_out": lambda moment: sum(amount for amount, _ in _amounts(moment.past, "fire_put_out")),
    # the score sheet; pouches are before a pipe doubles them
    "seasons": _seasons,
    "types": lambda moment: moment.components.scoring.types.index(moment.score["types"]),
    "pouches": _pouches,
    "score": lambda moment, line: moment.score[line],
    "total": lambda moment: sum(moment.score.values()),
    # whether a fact has a value: `is 2 square`
    "is": _is,
}
"""All facts: a function of the moment and the arguments."""


def number_of(moment: LessonFacts, fact: str) -> int:
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
