"""The action space: every move's number and words, the same for every edition and number of players.

A move is a number from 0 to ``MOVES - 1``. Its words are its string in the record format. The numbers are
stable: they change only with a new record format.
"""

from __future__ import annotations

from edokko.components.ids import BUILDING_IDS, CHARACTER_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS
from edokko.rules.engine.registry import rule
from edokko.rules.state import (
    BUILDINGS,
    CHARACTERS,
    FISH,
    NAGAYA_ROOMS,
    PIPE,
    POUCH,
    ROOMS,
    SEASON_GOODS,
    SLOTS,
    SQUARES,
    START_CARDS,
)

DRAWN_CARDS = CHARACTERS - START_CARDS
KIND_GOODS = 8
"""The goods of one kind: two in each of four seasons."""
LONGEST_MOVE = 99
"""The most squares of one numbered move."""

SHOP_OPTIONS = ("sandals", "rice", "fire", "pawn rice", "pawn sandal", "buy rice", "koban", "two koban", "coins")
"""The shop options without a further choice; the others are pipe, pouch, fish and build."""

FIRST_START = 0
FIRST_PLACE = FIRST_START + START_CARDS
FIRST_IKIZAMA = FIRST_PLACE + ROOMS
INCOME = FIRST_IKIZAMA + SLOTS
FIRST_HIRE = INCOME + 1
FIRST_MOVE = FIRST_HIRE + DRAWN_CARDS
STAY = FIRST_MOVE + LONGEST_MOVE
STEP = STAY + 1
FIRST_SHOP = STEP + 1
FIRST_PIPE = FIRST_SHOP + len(SHOP_OPTIONS)
FIRST_POUCH = FIRST_PIPE + KIND_GOODS
FIRST_PAIR = FIRST_POUCH + KIND_GOODS
FIRST_FISH = FIRST_PAIR + KIND_GOODS * KIND_GOODS
FIRST_SHOP_BUILD = FIRST_FISH + KIND_GOODS
FIRST_WORK = FIRST_SHOP_BUILD + BUILDINGS
DONE = FIRST_WORK + ROOMS
FIRST_TRAIN = DONE + 1
FIRST_BUILD = FIRST_TRAIN + ROOMS
FIRST_SWAP = FIRST_BUILD + BUILDINGS
FIRST_WITH = FIRST_SWAP + ROOMS
GUARD = FIRST_WITH + ROOMS
BURN = GUARD + 1
FIRST_STARVE = BURN + 1
FIRST_NEUTRAL = FIRST_STARVE + ROOMS
FIRST_VISIT = FIRST_NEUTRAL + DRAWN_CARDS
MOVES = FIRST_VISIT + SQUARES

MOST_LEGAL = 128
"""An upper bound on the legal moves of any decision: the length of the lists that callers pass."""


@rule
def good_number(kind: int, index: int) -> int:
    """Return the number of the good with an index (0 to 7) within its kind: two per season, spring first."""
    return index // 2 * SEASON_GOODS + kind * 2 + index % 2


@rule
def good_kind(good: int) -> int:
    """Return a good's kind: ``FISH``, ``PIPE`` or ``POUCH``."""
    return good % SEASON_GOODS // 2


ROOM_IDS = tuple(f"{nagaya}{number + 1}" for nagaya in NAGAYAS for number in range(NAGAYA_ROOMS))


def _words() -> tuple[str, ...]:
    kinds = [[GOOD_IDS[good_number(kind, index)] for index in range(KIND_GOODS)] for kind in (FISH, PIPE, POUCH)]
    fish, pipes, pouches = kinds
    season_cards = CHARACTER_IDS[START_CARDS:]
    return (
        *(f"start {card}" for card in CHARACTER_IDS[:START_CARDS]),
        *(f"place {room}" for room in ROOM_IDS),
        *(f"ikizama {slot}" for slot in IKIZAMA_IDS),
        "income",
        *(f"hire {card}" for card in season_cards),
        *(f"move {squares}" for squares in range(1, LONGEST_MOVE + 1)),
        "stay",
        "step",
        *(f"shop {option}" for option in SHOP_OPTIONS),
        *(f"shop pipe {pipe}" for pipe in pipes),
        *(f"shop pouch {pouch}" for pouch in pouches),
        *(f"shop pipe {pipe} pouch {pouch}" for pipe in pipes for pouch in pouches),
        *(f"shop fish {good}" for good in fish),
        *(f"shop build {building}" for building in BUILDING_IDS),
        *(f"work {room}" for room in ROOM_IDS),
        "done",
        *(f"train {room}" for room in ROOM_IDS),
        *(f"build {building}" for building in BUILDING_IDS),
        *(f"swap {room}" for room in ROOM_IDS),
        *(f"with {room}" for room in ROOM_IDS),
        "guard",
        "burn",
        *(f"starve {room}" for room in ROOM_IDS),
        *(f"neutral {card}" for card in season_cards),
        *(f"visit {square}" for square in range(1, SQUARES + 1)),
    )


WORDS = _words()
"""The words of each move, by number."""
NUMBERS = {words: number for number, words in enumerate(WORDS)}
"""The number of each move, by its words."""
