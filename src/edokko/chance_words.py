"""Chance as the record format writes it: what was revealed together, in one string, in order (RECORD)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edokko.chance import ImpossibleChance
from edokko.components.model import Components
from edokko.rules.chance import (
    BUILDING_OUTCOMES,
    CARD_OUTCOMES,
    CHANCE_WORDS,
    FIRE_OUTCOMES,
    OUTCOMES,
    TILE_OUTCOMES,
)
from edokko.rules.tables import Tables

_NUMBERS = {words: number for number, words in enumerate(CHANCE_WORDS)}
_STEPS = {"buildings": "building", "reveal": "reveal", "closed": "closed", "fire": "fire"}
"""The word of a record's string, and the word of the steps that it joins."""


def words_of(components: Components, tables: Tables, outcomes: Iterable[int]) -> list[str]:
    """Join chance outcomes into the strings of a record.

    Args:
        components, tables: what the game is played with.
        outcomes: the outcomes' numbers in the order in which they happened.
    """
    joined: list[str] = []
    together: list[str] = []
    size = 0
    if tables.fixed_offer:
        joined.append(" ".join(("buildings", *components.switches.fixed_buildings)))
    for outcome in outcomes:
        kind, one = CHANCE_WORDS[outcome].split()
        if not together:
            together, size = [_joined_kind(outcome, kind)], _group_size(tables, outcome)
        together.append(one)
        if len(together) > size:
            joined.append(" ".join(together))
            together = []
    if together:
        joined.append(" ".join(together))
    return joined


def outcomes_of(components: Components, tables: Tables, strings: Sequence[object]) -> list[int]:
    """Take the strings of a record apart into outcomes' numbers.

    Whether they are possible where they stand is for the game to say; here their form is checked.

    Raises:
        ImpossibleChance: a string is malformed; the message names it and says what would be right.
    """
    outcomes: list[int] = []
    for place, string in enumerate(strings):
        if place == 0 and tables.fixed_offer:
            _check_fixed(components, string)
        else:
            outcomes += _steps(tables, place, string)
    return outcomes


def _check_fixed(components: Components, string: object) -> None:
    right = " ".join(("buildings", *components.switches.fixed_buildings))
    if string != right:
        raise ImpossibleChance(f"chance[0] is {string!r}; this edition's games begin with {right!r}")


def _steps(tables: Tables, place: int, string: object) -> list[int]:
    if not isinstance(string, str):
        raise ImpossibleChance(f"chance[{place}] is {string!r}; a string such as 'fire C' is expected")
    kind, *ids = string.split(" ")
    if kind not in _STEPS:
        raise ImpossibleChance(f"chance[{place}] is {string[:80]!r}; it begins with none of {', '.join(_STEPS)}")
    unknown = [one for one in ids if f"{_STEPS[kind]} {one}" not in _NUMBERS]
    if unknown:
        raise ImpossibleChance(f"chance[{place}] is {string[:80]!r}; {unknown[0][:40]!r} can never be drawn")
    outcomes = [_NUMBERS[f"{_STEPS[kind]} {one}"] for one in ids]
    size = _group_size(tables, outcomes[0]) if outcomes else 1
    if len(ids) != size:
        raise ImpossibleChance(f"chance[{place}] is {string[:80]!r}; {size} after {kind!r}, not {len(ids)}")
    return outcomes


def _joined_kind(outcome: int, kind: str) -> str:
    return "buildings" if BUILDING_OUTCOMES <= outcome < TILE_OUTCOMES else kind


def _group_size(tables: Tables, outcome: int) -> int:
    if outcome < TILE_OUTCOMES:
        return tables.buildings_drawn
    if CARD_OUTCOMES <= outcome < FIRE_OUTCOMES:
        return tables.row_per_month
    return 1


assert len(_NUMBERS) == OUTCOMES
