"""The structure of the game that no overlay can change: the ids of cards, buildings, goods, shops and terms.

The numbered moves name every card, good and shop option, so their list is fixed. Their costs and effects are not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from .fields import choice
from .model import SEASONS, TOKENS
from .problems import ProblemList, short_repr

KINDS = ("fish", "pipe", "pouch")
CHARACTERS_A_SEASON = {"start": 4} | dict.fromkeys(SEASONS, 14)
GOODS_A_SEASON: dict[tuple[str, str], int] = {(kind, season): 2 for kind in KINDS for season in SEASONS}
BUILDINGS = 10
SHOPS = 8

K = TypeVar("K")

_ID = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Structure:
    seasons: Mapping[str, str]
    """The season of every character."""
    tokens: Mapping[str, str]
    """The token of every character that retires with one."""
    buildings: tuple[str, ...]
    kinds: Mapping[str, tuple[str, str]]
    """Kind and season of every good."""
    shops: Mapping[str, Mapping[str, str | None]]
    """By shop and option: the operation of the option besides paying and receiving, or ``None``."""
    terms: tuple[str, ...]

    def goods(self, kind: str) -> tuple[str, ...]:
        """Return the ids of the goods of one kind."""
        return tuple(good for good, (good_kind, _) in self.kinds.items() if good_kind == kind)


def read_structure(tables: Mapping[str, object], report: ProblemList) -> Structure:
    """Return the structure of complete tables, and report errors in it.

    Args:
        tables: complete tables, as in the shipped file.
        report: receives all problems; the result is valid only if there is none.
    """
    return Structure(
        seasons=_seasons(tables, report),
        tokens=_tokens(tables, report),
        buildings=tuple(_entries(tables, "buildings", BUILDINGS, report)),
        kinds=_kinds(tables, report),
        shops={shop: _options(shop, table, report) for shop, table in _entries(tables, "shops", SHOPS, report).items()},
        terms=tuple(_entries(tables, "terms", None, report)),
    )


def _entries(
    tables: Mapping[str, object], name: str, count: int | None, report: ProblemList
) -> dict[str, Mapping[str, object]]:
    """Return the tables inside a table, by id."""
    table = tables.get(name)
    if not isinstance(table, Mapping):
        report.wrong(name, table, "a table of tables")
        return {}
    entries: dict[str, Mapping[str, object]] = {}
    for entry, value in table.items():
        if not isinstance(entry, str) or not _ID.fullmatch(entry):
            report.problem(name, f"found the id {short_repr(entry)}, expected small letters, digits and underscores")
        elif not isinstance(value, Mapping):
            report.wrong(f"{name}.{entry}", value, "a table")
        else:
            entries[entry] = value
    if count is not None and len(table) != count:
        report.problem(name, f"found {len(table)} of them, expected {count}")
    return entries


def _seasons(tables: Mapping[str, object], report: ProblemList) -> dict[str, str]:
    entries = _entries(tables, "characters", sum(CHARACTERS_A_SEASON.values()), report)
    season = choice(*CHARACTERS_A_SEASON)
    known: dict[str, str] = {}
    for card, table in entries.items():
        season.check(table.get("season"), f"characters.{card}.season", report, complete=True)
        known[card] = _text(table.get("season"))
    _expect_counts(known.values(), CHARACTERS_A_SEASON, "characters", lambda name: f"of {name}", report)
    return known


def _tokens(tables: Mapping[str, object], report: ProblemList) -> dict[str, str]:
    known: dict[str, str] = {}
    characters = tables.get("characters")
    for card, table in characters.items() if isinstance(characters, Mapping) else ():
        if isinstance(card, str) and isinstance(table, Mapping) and "retires_with" in table:
            choice(*TOKENS).check(table["retires_with"], f"characters.{card}.retires_with", report, complete=True)
            known[card] = _text(table["retires_with"])
    return known


def _kinds(tables: Mapping[str, object], report: ProblemList) -> dict[str, tuple[str, str]]:
    known: dict[str, tuple[str, str]] = {}
    for good, table in _entries(tables, "goods", sum(GOODS_A_SEASON.values()), report).items():
        choice(*KINDS).check(table.get("kind"), f"goods.{good}.kind", report, complete=True)
        choice(*SEASONS).check(table.get("season"), f"goods.{good}.season", report, complete=True)
        known[good] = (_text(table.get("kind")), _text(table.get("season")))
    _expect_counts(known.values(), GOODS_A_SEASON, "goods", lambda pair: f"of kind {pair[0]} in {pair[1]}", report)
    return known


def _options(shop: str, table: Mapping[str, object], report: ProblemList) -> dict[str, str | None]:
    options = table.get("options")
    key = f"shops.{shop}.options"
    if not isinstance(options, (list, tuple)):
        report.wrong(key, options, "a list of options")
        return {}
    known: dict[str, str | None] = {}
    for number, option in enumerate(options, start=1):
        name = option.get("id") if isinstance(option, Mapping) else None
        if not isinstance(option, Mapping) or not isinstance(name, str) or not re.fullmatch(r"[a-z]+( [a-z]+)*", name):
            report.wrong(f"{key}.{number}", option, "an option with an id in small letters")
            continue
        does = option.get("do")
        if does is not None:
            choice("buy", "build").check(does, f"{key}.{name}.do", report, complete=True)
        known[name] = None if does is None else _text(does)
    return known


def _text(value: object) -> str:
    """Return a text, or an empty text for another type, which is reported elsewhere."""
    return value if isinstance(value, str) else ""


def _expect_counts(
    values: Iterable[K], expected: Mapping[K, int], key: str, words: Callable[[K], str], report: ProblemList
) -> None:
    counts = Counter(values)
    for name, count in expected.items():
        if counts[name] != count:
            report.problem(key, f"found {counts[name]} {words(name)}, expected {count}")
