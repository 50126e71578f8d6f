"""Layers of tables: expanding an edition's section, and merging one layer over another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from .model import Switches

Sections = dict[str, Any]
"""Nested tables as parsed from TOML or JSON, checked by the schema."""

SHORTHANDS = {
    "slot_1_4_mon": ("setup", "slot_1_4_mon"),
    "mon_per_iki": ("scoring", "mon_per_iki"),
    "money_changer": ("shops", "money_changer", "options"),
}
"""Short names in ``[editions.X]`` for values of the ordinary tables."""

SWITCHES = frozenset(field.name for field in fields(Switches))
"""Values that only ``[editions.X]`` has; the schema knows ``fixed_buildings`` only as its ``buildings``."""


def to_plain(value: Any) -> Any:
    """Return a deep copy in plain dicts and lists, as parsed from JSON."""
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    return value


def deep_merge(base: Any, override: Any) -> Any:
    """Merge one layer over another: tables key by key; every other value is replaced."""
    if not isinstance(base, Mapping) or not isinstance(override, Mapping):
        return override
    merged = dict(base)
    for key, value in override.items():
        merged[key] = deep_merge(merged[key], value) if key in merged else value
    return merged


def layers(tables: Mapping[str, Any], edition: str, fish: Sequence[str]) -> tuple[Sections, Sections]:
    """Return the two layers of a file: its ordinary tables, and its expanded section for one edition."""
    ordinary = {name: table for name, table in tables.items() if name not in ("editions", "provenance")}
    section = tables.get("editions", {}).get(edition, {})
    return ordinary, expand_section(section, fish)


def expand_section(section: Mapping[str, Any], fish: Sequence[str]) -> Sections:
    """Expand the short names of an edition's section into ordinary tables.

    Args:
        section: the table ``[editions.X]``.
        fish: the ids of all fish; a fish that ``fish_bonus`` does not name has no bonus.

    Returns:
        Ordinary tables, with values that have no ordinary table under ``switches``.
    """
    expanded: Sections = {}
    for name, value in section.items():
        if name in SHORTHANDS:
            expanded = deep_merge(expanded, _nest(SHORTHANDS[name], value))
        elif name == "fish_bonus":
            expanded = deep_merge(expanded, {"goods": {good: {"bonus": value.get(good, 0)} for good in fish}})
        elif name in SWITCHES:
            expanded = deep_merge(expanded, {"switches": {name: value}})
        elif name == "buildings" and not isinstance(value, Mapping):
            expanded = deep_merge(expanded, {"switches": {"fixed_buildings": value}})
        else:
            expanded = deep_merge(expanded, {name: value})
    return expanded


def key_in_file(key: str, section: Mapping[str, Any], edition: str) -> str:
    """Return the dotted key that the file has, under ``[editions.X]``, for a key of the expanded section.

    The file may use a short name: ``setup.slot_1_4_mon`` is ``editions.2015.slot_1_4_mon`` there.
    """
    start = f"editions.{edition}."
    for name, path in SHORTHANDS.items():
        target = ".".join(path)
        if name in section and (key == target or key.startswith(target + ".")):
            return start + name + key.removeprefix(target)
    names = key.split(".")
    if names[0] == "switches":
        return start + ("buildings" if names[1] == "fixed_buildings" else names[1])
    if names[0] == "goods" and names[2] == "bonus" and "fish_bonus" in section:
        return f"{start}fish_bonus.{names[1]}"
    return start + key


def _nest(path: Sequence[str], value: Any) -> Any:
    for name in reversed(path):
        value = {name: value}
    return value
