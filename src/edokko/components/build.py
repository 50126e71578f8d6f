"""The conversion of checked tables into the typed values of :mod:`edokko.components.model`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .editions import Tables
from .effects import read_effect
from .frozen import Frozen, freeze
from .model import (
    NAGAYAS,
    RESOURCES,
    Board,
    Building,
    Bundle,
    Calendar,
    Character,
    Components,
    Effect,
    Good,
    Names,
    ScorePer,
    Scoring,
    Setup,
    Shop,
    ShopOption,
    Skill,
    Switches,
)

Table = Mapping[str, Any]


def build(tables: Tables, edition: str, overlay: Mapping[str, object] | None) -> Components:
    """Return the typed components of one edition.

    Args:
        tables: all layers merged, checked and complete, with the editions' short names expanded.
        edition: the edition of the tables.
        overlay: the overlay that is merged into them, or ``None``.
    """
    return Components(
        edition=edition,
        overlay=None if overlay is None else freeze(overlay),
        setup=Setup(**tables["setup"]),
        calendar=_calendar(tables["calendar"]),
        squares=tuple(tables["board"]["squares"]),
        ikizama=tuple(tables["board"]["ikizama"]),
        large=_side(tables["board"]["large"]),
        small=_side(tables["board"]["small"]),
        shops=Frozen({shop: _shop(shop, table) for shop, table in tables["shops"].items()}),
        scoring=_scoring(tables["scoring"]),
        characters=Frozen({card: _character(card, table) for card, table in tables["characters"].items()}),
        buildings=Frozen({building: _building(building, table) for building, table in tables["buildings"].items()}),
        goods=Frozen({good: _good(good, table) for good, table in tables["goods"].items()}),
        switches=_switches(tables["switches"]),
        terms=Frozen({term: _names(names) for term, names in tables["terms"].items()}),
        types=Frozen({kind: _names(names) for kind, names in tables["types"].items()}),
    )


def _calendar(table: Table) -> Calendar:
    fires = sorted((int(month), strength) for month, strength in table["fires"].items())
    return Calendar(
        seasons=tuple(table["seasons"]),
        payday=tuple(table["payday"]),
        fires=Frozen(dict(fires)),
        fire_track=table["fire_track"],
    )


def _side(table: Table) -> Board:
    return Board(
        rooms=Frozen({nagaya: tuple(_squares(room) for room in table[nagaya]["rooms"]) for nagaya in NAGAYAS}),
        surcharge=tuple(table["surcharge"]),
        corner_group=tuple(table.get("corner_group", ())),
        blocking=Frozen({slot: tiles for slot, tiles in table.get("blocking", {}).items() if tiles}),
        fire_less=table.get("fire_less", 0),
    )


def _squares(room: int | list[int]) -> tuple[int, ...]:
    return (room,) if isinstance(room, int) else tuple(sorted(room))


def _shop(shop: str, table: Table) -> Shop:
    options = (
        ShopOption(id=option["id"], spend=_bundle(option, "spend"), gain=_bundle(option, "gain"), do=option.get("do"))
        for option in table["options"]
    )
    return Shop(id=shop, options=tuple(options), names=_names(table["name"]))


def _scoring(table: Table) -> Scoring:
    return Scoring(
        types=tuple(table["types"]),
        fish=tuple(table["fish"]),
        koban=table["koban"],
        wood=table["wood"],
        mon_per_iki=table["mon_per_iki"],
    )


def _character(card: str, table: Table) -> Character:
    salary = tuple(_amounts(entry) for entry in table["salary"])
    return Character(
        id=card,
        season=table["season"],
        type=table["type"],
        cost=table["cost"],
        hire_bonus=table.get("hire_bonus", 0),
        skill=_skill(table["skill"]),
        salary=salary,
        xp_to_retire=len(salary) or table["xp_to_retire"],
        retires_with=table.get("retires_with"),
        names=_names(table["name"]),
    )


def _skill(table: Table) -> Skill:
    return Skill(
        spend=_bundle(table, "spend"),
        gain=_bundle(table, "gain"),
        opponents_gain=_bundle(table, "opponents_gain"),
        do=table.get("do") or None,
        discount=_bundle(table, "discount"),
    )


def _building(building: str, table: Table) -> Building:
    return Building(
        id=building,
        cost=_bundle(table, "cost"),
        score=table.get("score", 0),
        score_per=_score_per(table),
        effect=_effect(table),
        names=_names(table["name"]),
    )


def _effect(table: Table) -> Effect | None:
    return read_effect(table.get("season_end") or table.get("on_hire") or "")


def _good(good: str, table: Table) -> Good:
    return Good(
        id=good,
        kind=table["kind"],
        season=table["season"],
        price=table["price"],
        bonus=table.get("bonus", 0),
        gain=_bundle(table, "gain"),
        do=table.get("do") or None,
        score=table.get("score", 0),
        score_per=_score_per(table),
        names=_names(table.get("name", {})),
    )


def _score_per(table: Table) -> ScorePer | None:
    per = table.get("score_per")
    if per is None:
        return None
    return ScorePer(good=per["good"], iki=per.get("iki", 1), every=per.get("every", 1), max=per.get("max"))


def _switches(table: Table) -> Switches:
    return Switches(
        slot_1_4_players=tuple(sorted(table["slot_1_4_players"])),
        fixed_buildings=tuple(table.get("fixed_buildings", ())),
        pipe_stack=tuple(table.get("pipe_stack", ())),
        pouch_stack=tuple(table.get("pouch_stack", ())),
        two_player_board=table["two_player_board"],
        neutral_needs_room=table["neutral_needs_room"],
        row_before_start=table["row_before_start"],
    )


def _bundle(table: Table, name: str) -> Bundle:
    return _amounts(table.get(name, {}))


def _amounts(amounts: Mapping[str, int]) -> Bundle:
    """Return amounts in the order of ``RESOURCES``, without zeros."""
    return Frozen({resource: amounts[resource] for resource in RESOURCES if amounts.get(resource)})


def _names(names: Mapping[str, str]) -> Names:
    return Frozen(dict(names))
