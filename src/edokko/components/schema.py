"""The schema of a file of components: one function per table.

The limits keep every amount of a game within 16 bits; :mod:`edokko.components.bounds` verifies that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .effects import ON_HIRE, SEASON_END
from .fields import Choice, Field, Flag, ListOf, Never, Number, OneOrList, Part, Same, Sentence, Table, Text, join_key
from .model import LANGUAGES, NAGAYAS, RESOURCES, SEASONS, TYPES
from .problems import Report
from .structure import Structure

KOBUN = 4
IKIZAMA = ("1-4", "1", "2", "3", "4")
PAYDAYS = (3, 6, 9, 12)
MONTHS = 12
SQUARES = 8
ROOMS = {"large": 4, "small": 3}
CORNERS = tuple(f"{nagaya}{ROOMS['large']}" for nagaya in NAGAYAS)
STACK = 4
PROVENANCES = ("substitute", "inferred", "printed", "not_applicable", "divergent")
EDITIONS = ("2021", "2015")

GOODS = tuple(resource for resource in RESOURCES if resource != "fire")
COUNTED = (*RESOURCES, "types", "largest_type", "fish_value")

AMOUNT = Number(0, 99)
BONUS = Number(0, 20)


def file_schema(structure: Structure) -> Table:
    """Return the schema of a file: the tables, ``[provenance]`` and ``[editions.X]``."""
    tables = _tables(structure)
    fields: dict[str, Field] = {
        **tables,
        "provenance": _provenance(),
        "editions": Table(
            {edition: _edition(structure, tables) for edition in EDITIONS}, EDITIONS, "the editions are 2021 and 2015"
        ),
    }
    return Table(fields, required=tuple(fields), wants="a table of tables")


def _tables(structure: Structure) -> dict[str, Field]:
    """Return the schemas of the ordinary tables, which an edition's section may contain too."""
    return {
        "setup": _setup(),
        "calendar": _calendar(),
        "board": _board(structure),
        "shops": _shops(structure),
        "scoring": _scoring(),
        "terms": _words(structure.terms, "the game's words are fixed"),
        "types": _words(TYPES, "the five types are fixed"),
        "characters": _all_of(
            {card: _character(season, structure.tokens.get(card)) for card, season in structure.seasons.items()},
            "no character can be added",
        ),
        "buildings": _all_of({building: _building() for building in structure.buildings}, "no building can be added"),
        "goods": _all_of(
            {good: _good(kind, season) for good, (kind, season) in structure.kinds.items()}, "no good can be added"
        ),
    }


def _setup() -> Table:
    fields: dict[str, Field] = {
        "mon": AMOUNT,
        "rice": AMOUNT,
        "sandals": AMOUNT,
        "kobun": Same(KOBUN, "the number of kobun is fixed"),
        "buildings": Number(1, 10),
        "income": AMOUNT,
        "slot_1_4_mon": AMOUNT,
        "row_per_month": Number(1, 4),
    }
    return _all_of(fields)


def _calendar() -> Table:
    fires = {str(month): BONUS for month in range(1, MONTHS + 1)}
    fields: dict[str, Field] = {
        "seasons": Same(SEASONS, "the seasons are fixed"),
        "payday": Same(PAYDAYS, "the paydays are fixed"),
        "fires": Table(
            fires, closed="a fire needs a month from 1 to 12", wants="a table of months with their strength"
        ),
        "fire_track": Number(1, 20),
    }
    return _all_of(fields)


def _board(structure: Structure) -> Table:
    fields: dict[str, Field] = {
        "squares": ListOf(Choice(*structure.shops), SQUARES, SQUARES, distinct=True, items="shops, one a square"),
        "ikizama": Same(IKIZAMA, "the slots are fixed"),
        "large": _side(ROOMS["large"], {"corner_group": Same(CORNERS, "the corner rooms are fixed")}),
        "small": _side(ROOMS["small"], {"blocking": _blocking(), "fire_less": BONUS}),
    }
    return _all_of(fields)


def _side(rooms: int, more: Mapping[str, Field]) -> Table:
    square = Number(1, SQUARES)
    room = OneOrList(square, ListOf(square, 1, 2, distinct=True, items="squares"))
    nagaya = _all_of({"rooms": ListOf(room, rooms, rooms, items="rooms, each with its square or its two squares")})
    surcharge = ListOf(AMOUNT, rooms, rooms, items="whole numbers from 0 to 99")
    return _all_of({**dict.fromkeys(NAGAYAS, nagaya), "surcharge": surcharge, **more}, "the nagayas are fixed")


def _blocking() -> Table:
    return Table({slot: Number(0, MONTHS) for slot in IKIZAMA}, closed="a tile closes one of the slots 1-4, 1, 2, 3, 4")


def _shops(structure: Structure) -> Table:
    return _all_of(
        {shop: _all_of({"options": _Options(options), "name": _names()}) for shop, options in structure.shops.items()},
        "no shop can be added",
    )


def _scoring() -> Table:
    fields: dict[str, Field] = {
        "types": ListOf(AMOUNT, 6, 6, items="whole numbers from 0 to 99, for 0 to 5 types"),
        "fish": ListOf(AMOUNT, 5, 5, items="whole numbers from 0 to 99, for 0 to 4 seasons"),
        "koban": AMOUNT,
        "wood": AMOUNT,
        "mon_per_iki": Number(1, 99),
    }
    return _all_of(fields)


def _character(season: str, token: str | None) -> Table:
    fields: dict[str, Field] = {
        "season": Same(season, "a card's season is fixed"),
        "type": Choice(*TYPES),
        "cost": AMOUNT,
        "hire_bonus": BONUS,
        "skill": _skill(),
        "name": _names(),
    }
    needed = ("season", "type", "cost", "skill", "salary", "name")
    if token is None:
        why = "a card with a salary retires after its last entry and has no token"
        salary = ListOf(_salary(), 1, 8, items="salary entries, since this card has no token to retire with")
        return Table({**fields, "salary": salary, "xp_to_retire": Never(why), "retires_with": Never(why)}, needed)
    fields["salary"] = ListOf(
        _salary(), 0, 0, items="entries, since this card retires with a token instead of a salary"
    )
    fields["xp_to_retire"] = Number(1, 8)
    fields["retires_with"] = Same(token, "a card's token is fixed")
    return Table(fields, (*needed, "xp_to_retire", "retires_with"))


def _skill() -> Table:
    return Table(
        {
            "spend": _bundle(GOODS),
            "gain": _gain(),
            "opponents_gain": _bundle(GOODS),
            "do": Choice("train", "build", "swap", ""),
            "discount": _bundle(GOODS),
        },
        closed="a skill has spend, gain, opponents_gain, do and discount",
    )


def _salary() -> Table:
    # Fire is no salary: a payday never changes the fire order (RULES 5). Only IKI can be negative.
    return Table({**dict.fromkeys(GOODS, BONUS), "iki": Number(-20, 20)}, wants=f"a table of amounts of {_list(GOODS)}")


def _building() -> Table:
    fields: dict[str, Field] = {
        "cost": _bundle(GOODS),
        "score": AMOUNT,
        "score_per": _score_per(),
        "season_end": Sentence(
            list(SEASON_END.values()), "2 iki per own character fed", "2 mon per character of the owner's largest type"
        ),
        "on_hire": Sentence(list(ON_HIRE.values()), "3 iki when the hired character has a hire bonus"),
        "name": _names(),
    }
    return Table(fields, ("cost", "name"))


def _good(kind: str, season: str) -> Table:
    fields: dict[str, Field] = {
        "kind": Same(kind, "the kind of a good is fixed"),
        "season": Same(season, "the season of a good is fixed"),
        "price": AMOUNT,
    }
    if kind == "fish":
        return _all_of({**fields, "bonus": AMOUNT, "name": _names()})
    if kind == "pipe":
        return Table({**fields, "gain": _gain(), "do": Choice("train", "")}, required=tuple(fields))
    return Table({**fields, "score": AMOUNT, "score_per": _score_per()}, required=tuple(fields))


def _score_per() -> Table:
    fields: dict[str, Field] = {
        "good": Choice(*COUNTED),
        "iki": AMOUNT,
        "every": Number(1, 99),
        "max": Number(0, 999),
    }
    return Table(fields, required=("good",))


def _edition(structure: Structure, tables: Mapping[str, Field]) -> Table:
    """Return the schema of ``[editions.X]``: the named switches and any part of the ordinary tables."""
    fish, pipes, pouches = (structure.goods(kind) for kind in ("fish", "pipe", "pouch"))
    fields: dict[str, Field] = {name: Part(field) for name, field in tables.items()}
    fixed = ListOf(Choice(*structure.buildings), 1, 10, distinct=True, items="buildings, the fixed offer")
    fields["buildings"] = OneOrList(fields["buildings"], fixed)
    fields["slot_1_4_players"] = ListOf(Number(2, 4), 0, 3, distinct=True, items="player counts from 2 to 4")
    fields["slot_1_4_mon"] = AMOUNT
    fields["mon_per_iki"] = Number(1, 99)
    fields["money_changer"] = _Options(structure.shops.get("money_changer", {}))
    fields["fish_bonus"] = Table(dict.fromkeys(fish, AMOUNT), closed="the fish are fixed")
    fields["pipe_stack"] = ListOf(Choice(*pipes), STACK, STACK, distinct=True, items="pipes, top first")
    fields["pouch_stack"] = ListOf(Choice(*pouches), STACK, STACK, distinct=True, items="pouches, top first")
    fields["two_player_board"] = Choice("small", "large")
    fields["neutral_needs_room"] = Flag()
    fields["row_before_start"] = Flag()
    required = ("slot_1_4_players", "two_player_board", "neutral_needs_room", "row_before_start")
    return Table(fields, required=required)


def _provenance() -> Table:
    patterns = ListOf(Text(), 0, 200, items="dotted keys, * standing for any one name")
    return _all_of(dict.fromkeys(PROVENANCES, patterns))


class _Options(Field):
    """The options of a shop: any of the known ones, with their own amounts; no option can be added."""

    def __init__(self, options: Mapping[str, str | None]) -> None:
        self.options = {name: _option(name, does) for name, does in options.items()}
        self.wants = f"a list of options, each with the id {' or '.join(repr(name) for name in options)}, none twice"

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
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


def _option(name: str, does: str | None) -> Table:
    fields: dict[str, Field] = {"id": Choice(name)}
    if does != "buy":
        fields["spend"] = _bundle(GOODS)
    if does is None:
        return Table({**fields, "gain": _gain()}, ("id", "gain"))
    fields["do"] = Same(does, "what an option does is fixed")
    return Table(fields, ("id", "do"), closed=f'an option that does "{does}" has {_list(tuple(fields))}')


def _bundle(resources: Sequence[str]) -> Table:
    return Table(
        dict.fromkeys(resources, AMOUNT), closed=f"the goods are {_list(resources)}", wants="a table of amounts"
    )


def _gain() -> Table:
    return Table(
        {**dict.fromkeys(GOODS, AMOUNT), "fire": BONUS},
        closed=f"the goods are {_list(RESOURCES)}",
        wants="a table of amounts",
    )


def _names() -> Table:
    return Table(dict.fromkeys((*LANGUAGES, "ja"), Text()), LANGUAGES, f"the languages are {_list(LANGUAGES)} and ja")


def _words(words: Sequence[str], closed: str) -> Table:
    return _all_of(dict.fromkeys(words, _names()), closed)


def _all_of(fields: Mapping[str, Field], closed: str = "") -> Table:
    """Return the schema of a table in which every field is required."""
    return Table(fields, required=tuple(fields), closed=closed)


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)
