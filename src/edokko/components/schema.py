"""The schema of a file of components: the types of :mod:`edokko.components.model`, and what the ids decide.

No overlay can change the structure of the game: the ids of cards, buildings, goods, shops and terms. The numbered moves
name every card, good and shop option, so their list is fixed. Their costs and effects are not.

The limits keep every amount of a game within 16 bits; :mod:`edokko.components.bounds` verifies that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from .fields import (
    Field,
    ListOf,
    Never,
    OneOrList,
    PartialField,
    Text,
    TomlLeaf,
    TomlTable,
    choice,
    join_key,
    same,
    table_of,
)
from .model import (
    IKIZAMA,
    MONTHS,
    NAGAYAS,
    ON_HIRE,
    SEASON_END,
    SQUARES,
    STACK,
    TYPES,
    Amount,
    Bonus,
    Building,
    Calendar,
    Character,
    Gain,
    Good,
    Price,
    Salary,
    Scoring,
    Skill,
    StartingSupply,
    Switches,
    Translated,
)
from .problems import ProblemList

ROOMS = {"large": 4, "small": 3}
CORNERS = tuple(f"{nagaya}{ROOMS['large']}" for nagaya in NAGAYAS)
PROVENANCES = ("substitute", "inferred", "printed", "not_applicable", "divergent")
EDITIONS = ("2021", "2015")


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


def structure_of(tables: Mapping[str, Any]) -> Structure:
    """Return the structure of complete tables, which are not checked."""
    return Structure(
        seasons={card: table["season"] for card, table in tables["characters"].items()},
        tokens={card: table["retires_with"] for card, table in tables["characters"].items() if "retires_with" in table},
        buildings=tuple(tables["buildings"]),
        kinds={good: (table["kind"], table["season"]) for good, table in tables["goods"].items()},
        shops={
            shop: {option["id"]: option.get("do") for option in table["options"]}
            for shop, table in tables["shops"].items()
        },
        terms=tuple(tables["terms"]),
    )


def file_schema(structure: Structure) -> TomlTable:
    """Return the schema of a file: the tables, ``[provenance]`` and ``[editions.X]``."""
    tables = _tables(structure)
    editions = {edition: _edition(structure, tables) for edition in EDITIONS}
    fields = {
        **tables,
        "provenance": _all_of(
            dict.fromkeys(PROVENANCES, ListOf(Text(), 0, 200, "dotted keys, * standing for any one name"))
        ),
        "editions": TomlTable(editions, EDITIONS, "the editions are 2021 and 2015"),
    }
    return TomlTable(fields, required=tuple(fields), wants="a table of tables")


def _tables(structure: Structure) -> dict[str, TomlTable]:
    """Return the schemas of the ordinary tables, which an edition's section may contain too."""
    characters = {card: _character(season, structure.tokens.get(card)) for card, season in structure.seasons.items()}
    shops = {
        shop: _all_of({"options": _Options(options), "name": Translated}) for shop, options in structure.shops.items()
    }
    return {
        "setup": table_of(StartingSupply),
        "calendar": table_of(Calendar),
        "board": _board(structure),
        "shops": _all_of(shops, "no shop can be added"),
        "scoring": table_of(Scoring),
        "terms": _all_of(dict.fromkeys(structure.terms, Translated), "the game's words are fixed"),
        "types": _all_of(dict.fromkeys(TYPES, Translated), "the five types are fixed"),
        "characters": _all_of(characters, "no character can be added"),
        "buildings": _all_of(dict.fromkeys(structure.buildings, _building()), "no building can be added"),
        "goods": _all_of({good: _good(*facts) for good, facts in structure.kinds.items()}, "no good can be added"),
    }


def _board(structure: Structure) -> TomlTable:
    fields = {
        "squares": ListOf(choice(*structure.shops), SQUARES, SQUARES, "shops, one a square", distinct=True),
        "ikizama": same(IKIZAMA, "the slots are fixed"),
        "large": _side(ROOMS["large"], corner_group=same(CORNERS, "the corner rooms are fixed")),
        "small": _side(ROOMS["small"], blocking=_blocking(), fire_less=Bonus),
    }
    return _all_of(fields)


def _side(rooms: int, **more: Any) -> TomlTable:
    square = Annotated[int, Meta(ge=1, le=SQUARES)]
    room = OneOrList(square, ListOf(square, 1, 2, "squares", distinct=True))
    nagaya = _all_of({"rooms": ListOf(room, rooms, rooms, "rooms, each with its square or its two squares")})
    surcharge = ListOf(Amount, rooms, rooms, "whole numbers from 0 to 99")
    return _all_of({**dict.fromkeys(NAGAYAS, nagaya), "surcharge": surcharge, **more}, "the nagayas are fixed")


def _blocking() -> TomlTable:
    tiles: dict[str, Any] = dict.fromkeys(IKIZAMA, Annotated[int, Meta(ge=0, le=MONTHS)])
    return TomlTable(tiles, closed="a tile closes one of the slots 1-4, 1, 2, 3, 4")


def _character(season: str, token: str | None) -> TomlTable:
    fields: dict[str, Any] = {
        "season": same(season, "a card's season is fixed"),
        "skill": table_of(Skill, "a skill has spend, gain, opponents_gain, do and discount"),
    }
    if token is None:
        why = "a card with a salary retires after its last entry and has no token"
        salary = ListOf(Salary, 1, 8, "salary entries, since this card has no token to retire with")
        return _named(Character, **fields, salary=salary, xp_to_retire=Never(why), retires_with=Never(why))
    salary = ListOf(Salary, 0, 0, "entries, since this card retires with a token instead of a salary")
    token_field = same(token, "a card's token is fixed")
    table = _named(Character, **fields, salary=salary, retires_with=token_field)
    return TomlTable(table.fields, (*table.required, "retires_with"))


def _building() -> TomlTable:
    table = _named(Building, effect=None)
    effects = {
        "season_end": _sentence(
            SEASON_END.values(), "2 iki per own character fed", "2 mon per character of the owner's largest type"
        ),
        "on_hire": _sentence(ON_HIRE.values(), "3 iki when the hired character has a hire bonus"),
    }
    return TomlTable({**table.fields, **effects}, table.required)


def _sentence(patterns: Iterable[re.Pattern[str]], *examples: str) -> Field:
    """Return the field of a text that matches a pattern; messages show examples."""
    pattern = "|".join(pattern.pattern for pattern in patterns)
    return TomlLeaf(
        Annotated[str, Meta(pattern=rf"(?a)\A({pattern})\Z")], " or ".join(f'"{text}"' for text in examples)
    )


def _good(kind: str, season: str) -> TomlTable:
    fields = _named(
        Good,
        kind=same(kind, "the kind of a good is fixed"),
        season=same(season, "the season of a good is fixed"),
    ).fields
    required = ("kind", "season", "price") + (("bonus", "name") if kind == "fish" else ())
    more = {"fish": (), "pipe": ("gain", "do"), "pouch": ("score", "score_per")}[kind]
    return TomlTable({name: fields[name] for name in (*required, *more)}, required)


def _edition(structure: Structure, tables: Mapping[str, TomlTable]) -> TomlTable:
    """Return the schema of ``[editions.X]``: the named switches and any part of the ordinary tables."""
    fish, pipes, pouches = (structure.goods(kind) for kind in ("fish", "pipe", "pouch"))
    switches = table_of(
        Switches,
        fixed_buildings=None,
        pipe_stack=ListOf(choice(*pipes), STACK, STACK, "pipes, top first", distinct=True),
        pouch_stack=ListOf(choice(*pouches), STACK, STACK, "pouches, top first", distinct=True),
    )
    fixed = ListOf(choice(*structure.buildings), 1, 10, "buildings, the fixed offer", distinct=True)
    fields: dict[str, Any] = {
        **{name: PartialField(table) for name, table in tables.items()},
        "buildings": OneOrList(PartialField(tables["buildings"]), fixed),
        **switches.fields,
        "slot_1_4_mon": tables["setup"].fields["slot_1_4_mon"],
        "mon_per_iki": tables["scoring"].fields["mon_per_iki"],
        "money_changer": _Options(structure.shops.get("money_changer", {})),
        "fish_bonus": TomlTable(dict.fromkeys(fish, Amount), closed="the fish are fixed"),
    }
    return TomlTable(fields, switches.required)


class _Options(Field):
    """The options of a shop: any of the known ones, with their own amounts; no option can be added."""

    def __init__(self, options: Mapping[str, str | None]) -> None:
        self.options = {name: _option(name, does) for name, does in options.items()}
        self.wants = f"a list of options, each with the id {' or '.join(repr(name) for name in options)}, none twice"

    def check(self, value: object, key: str, report: ProblemList, complete: bool) -> None:
        if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= len(self.options):
            report.wrong(key, value, self.wants)
            return
        seen: set[str] = set()
        for number, option in enumerate(value, start=1):
            name = option.get("id") if isinstance(option, Mapping) else None
            if not isinstance(name, str) or name not in self.options or name in seen:
                report.wrong(join_key(key, number), option, self.wants)
                continue
            seen.add(name)
            self.options[name].check(option, join_key(key, name), report, complete=True)


def _option(name: str, does: str | None) -> TomlTable:
    fields: dict[str, Any] = {"id": choice(name)}
    if does != "buy":
        fields["spend"] = Price
    if does is None:
        return TomlTable({**fields, "gain": Gain}, ("id", "gain"))
    fields["do"] = same(does, "what an option does is fixed")
    return TomlTable(fields, ("id", "do"), closed=f'an option that does "{does}" has {", ".join(fields)}')


def _named(kind: Any, /, **changes: Any) -> TomlTable:
    """Return the table of a dataclass; in a file its id is its key, and its names are under ``name``."""
    return table_of(kind, "", id=None, names=None, name=Translated, **changes)


def _all_of(fields: Mapping[str, Any], closed: str = "") -> TomlTable:
    """Return the schema of a table in which every field is required."""
    return TomlTable(fields, required=tuple(fields), closed=closed)
