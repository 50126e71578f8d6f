"""The loader: checks and merges the shipped tables, an edition and an overlay, and builds the typed components."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, TypeVar

import msgspec

from .bounds import check_components, check_section, check_tables
from .editions import Sections, deep_merge, layers
from .fields import TomlTable
from .model import (
    NAGAYAS,
    Board,
    Building,
    Calendar,
    Character,
    Components,
    Frozen,
    Good,
    Names,
    Scoring,
    Shop,
    StartingSupply,
    Switches,
    freeze,
    read_effect,
)
from .problems import ComponentsError, ProblemList, parse, read, short_repr
from .schema import EDITIONS, Structure, file_schema, structure_of

__all__ = ["EDITIONS", "RULES_VERSION", "CheckedTables", "check_file", "load", "merge", "shipped"]

RULES_VERSION = 1
"""Incremented with every change to the interpretation of the rules or to the shipped tables."""

SHIPPED = "<shipped>"
OVERLAY = "<overlay>"


@dataclass(frozen=True, slots=True)
class CheckedTables:
    """Complete tables that passed the checks, with their file's name, their structure and its schema."""

    file: str
    tables: Sections
    structure: Structure
    schema: TomlTable


def load(edition: str = "2021", overlay: Mapping[str, object] | None = None) -> Components:
    """Return the checked components of one edition.

    Args:
        edition: ``"2021"`` or ``"2015"``.
        overlay: any part of tables with the same keys as the shipped ones: from :func:`read_overlay`, or from the
            JSON of a record. It overrides the shipped tables and the edition's own values.

    Returns:
        The components; without an overlay always the same object.

    Raises:
        ComponentsError: the edition is unknown or the overlay is invalid; the error lists all problems.
    """
    if edition not in EDITIONS:
        raise ComponentsError([f"edition: found {short_repr(edition)}, expected {' or '.join(map(repr, EDITIONS))}"])
    if overlay is None or overlay == {}:
        return _shipped_components(edition)
    return assemble(shipped(), edition, overlay)


def assemble(checked: CheckedTables, edition: str, overlay: Mapping[str, object] | None = None) -> Components:
    """Build the components of an edition from checked tables and an overlay.

    Raises:
        ComponentsError: lists all problems of the overlay or, without an overlay, of the tables.
    """
    if overlay is not None:
        _check_overlay(checked, overlay)
    merged = merge(checked, edition, overlay)
    report = ProblemList(checked.file if overlay is None else _source(overlay))
    check_tables(merged, edition, report)
    report.raise_if_any()
    components = build(merged, edition, overlay)
    check_components(components, report)
    report.raise_if_any()
    return components


def merge(checked: CheckedTables, edition: str, overlay: Mapping[str, object] | None) -> Sections:
    """Merge the four layers of tables, later over earlier: shipped, its edition, the overlay, its edition."""
    fish = checked.structure.goods("fish")
    merged: Sections = {}
    for layer in (*layers(checked.tables, edition, fish), *layers(overlay or {}, edition, fish)):
        merged = deep_merge(merged, layer)
    return merged


def check_file(tables: Mapping[str, object], file: str = SHIPPED) -> CheckedTables:
    """Check complete tables, without an overlay; their structure is that of the shipped ones.

    Args:
        tables: the complete contents of a file of components.

    Raises:
        ComponentsError: lists all problems.
    """
    report = ProblemList(file)
    structure = structure_of(_shipped_tables())
    schema = file_schema(structure)
    schema.check(tables, "", report, complete=True)
    report.raise_if_any()
    _check_sections(tables, report)
    report.raise_if_any()
    return CheckedTables(file, dict(tables), structure, schema)


@functools.cache
def shipped() -> CheckedTables:
    """Return the shipped tables; they are read and checked once."""
    return check_file(_shipped_tables())


@functools.cache
def _shipped_tables() -> Sections:
    return parse(resources.files(__package__).joinpath("components.toml").read_bytes(), SHIPPED)


@functools.cache
def _shipped_components(edition: str) -> Components:
    return assemble(shipped(), edition)


def _check_overlay(checked: CheckedTables, overlay: Mapping[str, object]) -> None:
    report = ProblemList(_source(overlay))
    checked.schema.check(overlay, "", report, complete=False)
    report.raise_if_any()
    _check_sections(overlay, report)
    report.raise_if_any()


def _check_sections(tables: Mapping[str, object], report: ProblemList) -> None:
    editions = tables.get("editions", {})
    assert isinstance(editions, Mapping)
    for edition, section in editions.items():
        check_section(section, edition, report)


def _source(overlay: object) -> str:
    return str(getattr(overlay, "source", OVERLAY))


class Overlay(dict[str, Any]):
    """The tables of an overlay file, with the name of the file for messages."""

    def __init__(self, tables: dict[str, Any], source: str) -> None:
        super().__init__(tables)
        self.source = source


def read_overlay(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read an overlay from a TOML file.

    Args:
        path: the file.

    Returns:
        Its tables, for ``load(edition, overlay)``, which names the file in its messages.

    Raises:
        ComponentsError: the file cannot be read, is not TOML, or holds an invalid key or value.
    """
    source = os.fspath(path)
    return parse_overlay(read(source), source)


def parse_overlay(text: str | bytes, source: str = "overlay") -> dict[str, Any]:
    """Read an overlay from TOML text.

    Args:
        text: the TOML.
        source: its name in messages.

    Returns:
        Its tables, for ``load(edition, overlay)``.

    Raises:
        ComponentsError: the text is not TOML, or holds an invalid key or value.
    """
    content = text.encode() if isinstance(text, str) else text
    overlay = Overlay(parse(content, source), source)
    _check_overlay(shipped(), overlay)
    return overlay


TomlValues = Mapping[str, Any]
T = TypeVar("T")


def build(tables: Sections, edition: str, overlay: Mapping[str, object] | None) -> Components:
    """Return the typed components of one edition.

    Args:
        tables: all layers merged, checked and complete, with the editions' short names expanded.
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
