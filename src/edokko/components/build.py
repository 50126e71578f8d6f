"""The conversion of checked tables into the typed values of :mod:`edokko.components.model`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from .editions import Sections
from .effects import read_effect
from .frozen import Frozen, freeze
from .model import (
    NAGAYAS,
    Board,
    Building,
    Calendar,
    Character,
    Components,
    Good,
    Names,
    Scoring,
    Shop,
    StartingSupply,
    Switches,
)

TomlValues = Mapping[str, Any]
T = TypeVar("T")


def build(tables: Sections, edition: str, overlay: Mapping[str, object] | None) -> Components:
    """Return the typed components of one edition.

    Args:
        tables: all layers merged, checked and complete, with the editions' short names expanded.
        edition: the edition of the tables.
        overlay: the overlay that is merged into them, or ``None``.
    """
    board = tables["board"]
    switches = tables["switches"]
    return Components(
        edition=edition,
        overlay=None if overlay is None else freeze(overlay),
        setup=_typed(StartingSupply, tables["setup"]),
        calendar=_typed(Calendar, tables["calendar"]),
        squares=tuple(board["squares"]),
        ikizama=tuple(board["ikizama"]),
        large=_side(board["large"]),
        small=_side(board["small"]),
        shops=_named(Shop, tables["shops"]),
        scoring=_typed(Scoring, tables["scoring"]),
        characters=_named(Character, {card: _character(table) for card, table in tables["characters"].items()}),
        buildings=_named(Building, {building: _building(table) for building, table in tables["buildings"].items()}),
        goods=_named(Good, tables["goods"]),
        switches=_typed(Switches, switches, slot_1_4_players=sorted(switches["slot_1_4_players"])),
        terms=Frozen({term: Names(names) for term, names in tables["terms"].items()}),
        types=Frozen({kind: Names(names) for kind, names in tables["types"].items()}),
    )


def _typed(kind: type[T], table: TomlValues, **more: object) -> T:
    """Return a checked table as a dataclass; an empty text stands for no operation."""
    values = {name: value for name, value in {**table, **more}.items() if value != ""}
    return msgspec.convert(values, kind, dec_hook=_construct)


def _construct(kind: type[T], value: Any) -> T:
    """Return a bundle, names or fires: the types that msgspec does not know."""
    return kind(value)  # type: ignore[call-arg]


def _named(kind: type[T], tables: Mapping[str, TomlValues]) -> Mapping[str, T]:
    return Frozen({name: _typed(kind, table, id=name, names=table.get("name", {})) for name, table in tables.items()})


def _side(table: TomlValues) -> Board:
    return Board(
        rooms=Frozen({nagaya: tuple(_squares(room) for room in table[nagaya]["rooms"]) for nagaya in NAGAYAS}),
        surcharge=tuple(table["surcharge"]),
        corner_group=tuple(table.get("corner_group", ())),
        blocking=Frozen({slot: tiles for slot, tiles in table.get("blocking", {}).items() if tiles}),
        fire_less=table.get("fire_less", 0),
    )


def _squares(room: int | list[int]) -> tuple[int, ...]:
    return (room,) if isinstance(room, int) else tuple(sorted(room))


def _character(table: TomlValues) -> TomlValues:
    skill = {name: value for name, value in table["skill"].items() if value != ""}
    return {**table, "skill": skill, "xp_to_retire": len(table["salary"]) or table["xp_to_retire"]}


def _building(table: TomlValues) -> TomlValues:
    return {**table, "effect": read_effect(table.get("season_end") or table.get("on_hire") or "")}
