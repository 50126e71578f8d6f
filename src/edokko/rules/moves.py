"""The action space: every move's number and words, the same for every edition and number of players.

A move is a number from 0 to ``MOVES - 1``. Its words are its string in the record format. Each kind of move is declared
once, and the numbers follow from the order of the declarations. They are stable: they change only with a new record
format.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from edokko.components.ids import BUILDING_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS
from edokko.rules.engine.registry import rule
from edokko.rules.state import FISH, NAGAYA_ROOMS, PIPE, POUCH, SEASON_GOODS, SQUARES, START_CARDS

KIND_GOODS = 8
"""The goods of one kind: two in each of four seasons."""
LONGEST_MOVE = 99
"""The most squares of one numbered move."""
MOST_LEGAL = 128
"""An upper bound on the legal moves of any decision: the length of the lists that callers pass."""

SHOP_OPTIONS = ("sandals", "rice", "fire", "pawn rice", "pawn sandal", "buy rice", "koban", "two koban", "coins")
"""The shop options without a further choice; the others are pipe, pouch, fish and build."""
ROOM_IDS = tuple(f"{nagaya}{number + 1}" for nagaya in NAGAYAS for number in range(NAGAYA_ROOMS))


@rule
def good_number(kind: int, index: int) -> int:
    """Return the number of the good with an index (0 to 7) within its kind: two per season, spring first."""
    return index // 2 * SEASON_GOODS + kind * 2 + index % 2


FISH_GOODS, PIPE_GOODS, POUCH_GOODS = (
    sum(1 << good_number(kind, index) for index in range(KIND_GOODS)) for kind in (FISH, PIPE, POUCH)
)
"""The goods of each kind, as a set of bits."""


@rule
def good_kind(good: int) -> int:
    """Return a good's kind: ``FISH``, ``PIPE`` or ``POUCH``."""
    return good % SEASON_GOODS // 2


class MoveKind(NamedTuple):
    """The moves that differ only in what they name."""

    pattern: str
    """Their words, with braces in the place of each argument."""
    words: tuple[str, ...]
    """The words of each move, by number."""


MOVE_KINDS: list[MoveKind] = []
"""All kinds of move, in the order of their numbers."""


def _moves(pattern: str, *arguments: Iterable[object]) -> int:
    """Declare a kind of move and return the number of its first move; the last argument varies fastest."""
    first = sum(len(kind.words) for kind in MOVE_KINDS)
    MOVE_KINDS.append(MoveKind(pattern, tuple(pattern.format(*choice) for choice in product(*arguments))))
    return first


_SEASON_CARDS = CHARACTER_IDS[START_CARDS:]
_FISH, _PIPES, _POUCHES = (
    [GOOD_IDS[good_number(kind, index)] for index in range(KIND_GOODS)] for kind in (FISH, PIPE, POUCH)
)

FIRST_START = _moves("start {}", CHARACTER_IDS[:START_CARDS])
FIRST_PLACE = _moves("place {}", ROOM_IDS)
FIRST_IKIZAMA = _moves("ikizama {}", IKIZAMA_IDS)
INCOME = _moves("income")
FIRST_HIRE = _moves("hire {}", _SEASON_CARDS)
FIRST_MOVE = _moves("move {}", range(1, LONGEST_MOVE + 1))
STAY = _moves("stay")
STEP = _moves("step")
FIRST_SHOP = _moves("shop {}", SHOP_OPTIONS)
FIRST_PIPE = _moves("shop pipe {}", _PIPES)
FIRST_POUCH = _moves("shop pouch {}", _POUCHES)
FIRST_PAIR = _moves("shop pipe {} pouch {}", _PIPES, _POUCHES)
FIRST_FISH = _moves("shop fish {}", _FISH)
FIRST_SHOP_BUILD = _moves("shop build {}", BUILDING_IDS)
FIRST_WORK = _moves("work {}", ROOM_IDS)
DONE = _moves("done")
FIRST_TRAIN = _moves("train {}", ROOM_IDS)
FIRST_BUILD = _moves("build {}", BUILDING_IDS)
FIRST_SWAP = _moves("swap {}", ROOM_IDS)
FIRST_WITH = _moves("with {}", ROOM_IDS)
GUARD = _moves("guard")
BURN = _moves("burn")
FIRST_STARVE = _moves("starve {}", ROOM_IDS)
FIRST_NEUTRAL = _moves("neutral {}", _SEASON_CARDS)
FIRST_VISIT = _moves("visit {}", range(1, SQUARES + 1))

WORDS = tuple(words for kind in MOVE_KINDS for words in kind.words)
"""The words of each move, by number."""
MOVES = len(WORDS)
NUMBERS = {words: number for number, words in enumerate(WORDS)}
"""The number of each move, by its words."""
KINDS = tuple(words.partition(" ")[0] for words in WORDS)
"""The first word of each move, by number: what people and the API call its kind."""
