"""Chance: numbered outcomes with words and weights, and the generator that draws them (RULES 3, RECORD).

Chance is an explicit step. A state that waits for chance lists the outcomes and their weights; the caller supplies one
of them from a seed, from a record or from the system's generator. The state holds no hidden information.

A seed gives each step a random stream of its own, keyed by kind, month and ordinal. So the same seed deals the same
rows and fires on every machine and back end, whatever the players do.

The generator is sfc32 (Chris Doty-Humphrey, PractRand): 32-bit words kept in wider whole numbers, so that plain
Python and native code agree.
"""

from __future__ import annotations

from edokko.components.ids import BUILDING_IDS, CHARACTER_IDS, IKIZAMA_IDS
from edokko.components.model import NAGAYAS
from edokko.rules.engine.registry import rule
from edokko.rules.state import BUILDINGS, CHARACTERS, SLOTS, START_CARDS

BUILDING_OUTCOMES = 0
TILE_OUTCOMES = BUILDING_OUTCOMES + BUILDINGS
CARD_OUTCOMES = TILE_OUTCOMES + SLOTS
FIRE_OUTCOMES = CARD_OUTCOMES + CHARACTERS - START_CARDS
OUTCOMES = FIRE_OUTCOMES + len(NAGAYAS)
"""The number of distinct chance outcomes."""

CHANCE_WORDS = (
    *(f"building {building}" for building in BUILDING_IDS),
    *(f"closed {slot}" for slot in IKIZAMA_IDS),
    *(f"reveal {card}" for card in CHARACTER_IDS[START_CARDS:]),
    *(f"fire {nagaya}" for nagaya in NAGAYAS),
)
"""The words of each outcome, by number."""
CHANCE_NUMBERS = {words: number for number, words in enumerate(CHANCE_WORDS)}
"""The number of each outcome, by its words."""

MOST_OUTCOMES = 16
"""An upper bound on the outcomes of one chance step: the length of the lists that callers pass."""
WORD = 0xFFFFFFFF
"""Mask of 32 bits."""
WARM_UP = 15
"""Rounds of sfc32 that are discarded after seeding."""


@rule
def seed_words(words: list[int], first: int, second: int, third: int) -> None:
    """Start a stream of sfc32 from three 32-bit words."""
    words[0] = first
    words[1] = second
    words[2] = third
    words[3] = 1
    for _ in range(WARM_UP):
        next_word(words)


@rule
def next_word(words: list[int]) -> int:
    """Return the next 32 bits of a stream: one round of sfc32 over its four words."""
    a = words[0]
    b = words[1]
    c = words[2]
    result = (a + b + words[3]) & WORD
    words[3] = (words[3] + 1) & WORD
    words[0] = b ^ (b >> 9)
    words[1] = (c + (c << 3)) & WORD
    words[2] = (((c << 21) | (c >> 11)) + result) & WORD
    return result


@rule
def below(words: list[int], bound: int) -> int:
    """Return an integer from 0 to ``bound - 1``, uniformly distributed (Lemire, 2019).

    Args:
        words: the stream.
        bound: at least 1, less than 2**31.
    """
    product = next_word(words) * bound
    if product & WORD < bound:
        least = ((WORD + 1) - bound) % bound
        while product & WORD < least:
            product = next_word(words) * bound
    return product >> 32
