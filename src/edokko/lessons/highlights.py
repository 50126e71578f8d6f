"""The closed vocabulary of highlights: targets on the board that a page can find without any rule of the game.

A highlight is the name of a target, alone or with what distinguishes it: ``calendar``, ``stall C4``, ``player 0``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from edokko.components.ids import CHARACTER_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS
from edokko.game import Game
from edokko.position import Position
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
