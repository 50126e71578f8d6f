"""Chance in the record format: one string for all outcomes that are revealed together, in order (RECORD)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edokko.chance import ImpossibleChance
from edokko.components.model import Components
from edokko.rules.chance import (
    BUILDING_OUTCOMES,
    CARD_OUTCOMES,
    CHANCE_NUMBERS,
    CHANCE_WORDS,
    FIRE_OUTCOMES,
    TILE_OUTCOMES,
)
from edokko.rules.tables import Tables

_STEPS = {"buildings": "building", "reveal": "reveal", "closed": "closed", "fire": "fire"}
"""The first word of a record's string, and the first word of the chance outcomes that it joins."""


def words_of(components: Components, tables: Tables, outcomes: Iterable[int]) -> list[str]:
    """Join chance outcomes into the strings of a record.

    Args:
        components, tables: the game's components.
        outcomes: the outcomes' numbers in the order in which they happened.
    """
    strings: list[str] = []
    group: list[str] = []
    size = 0
    if tables.fixed_offer:
        strings.append(" ".join(("buildings", *components.switches.fixed_buildings)))
    for outcome in outcomes:
        kind, item = CHANCE_WORDS[outcome].split()
        if not group:
            group, size = [_group_kind(outcome, kind)], _group_size(tables, outcome)
        group.append(item)
        if len(group) > size:
            strings.append(" ".join(group))
            group = []
    if group:
        strings.append(" ".join(group))
    return strings


def outcomes_of(components: Components, tables: Tables, strings: Sequence[object]) -> list[int]:
    """Parse the strings of a record into outcome numbers.

    This checks only their form; the game checks whether each outcome is possible at its step.

    Raises:
        ImpossibleChance: a string is malformed; the message quotes it and says what is expected.
    """
    outcomes: list[int] = []
    for place, string in enumerate(strings):
        if place == 0 and tables.fixed_offer:
            _check_fixed(components, string)
        else:
            outcomes += _steps(tables, place, string)
    return outcomes


def _check_fixed(components: Components, string: object) -> None:
    expected = " ".join(("buildings", *components.switches.fixed_buildings))
    if string != expected:
        raise ImpossibleChance(f"chance[0] is {string!r}; this edition's games begin with {expected!r}")


def _steps(tables: Tables, place: int, string: object) -> list[int]:
    if not isinstance(string, str):
        raise ImpossibleChance(f"chance[{place}] is {string!r}; a string such as 'fire C' is expected")
    kind, *ids = string.split(" ")
    if kind not in _STEPS:
        raise ImpossibleChance(f"chance[{place}] is {string[:80]!r}; it begins with none of {', '.join(_STEPS)}")
    unknown = [item for item in ids if f"{_STEPS[kind]} {item}" not in CHANCE_NUMBERS]
    if unknown:
        raise ImpossibleChance(f"chance[{place}] is {string[:80]!r}; {unknown[0][:40]!r} can never be drawn")
    outcomes = [CHANCE_NUMBERS[f"{_STEPS[kind]} {item}"] for item in ids]
    size = _group_size(tables, outcomes[0]) if outcomes else 1
    if len(ids) != size:
        raise ImpossibleChance(f"chance[{place}] is {string[:80]!r}; {size} after {kind!r}, not {len(ids)}")
    return outcomes


def _group_kind(outcome: int, kind: str) -> str:
    return "buildings" if BUILDING_OUTCOMES <= outcome < TILE_OUTCOMES else kind


def _group_size(tables: Tables, outcome: int) -> int:
    if outcome < TILE_OUTCOMES:
        return tables.buildings_drawn
    if CARD_OUTCOMES <= outcome < FIRE_OUTCOMES:
        return tables.row_per_month
    return 1
