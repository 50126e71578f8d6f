"""Layers of tables: what an edition's section stands for, and one layer over another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Tables = dict[str, Any]
"""Nested tables as TOML and JSON give them, checked by the schema."""

SHORTHANDS = {
    "slot_1_4_mon": ("setup", "slot_1_4_mon"),
    "mon_per_iki": ("scoring", "mon_per_iki"),
    "money_changer": ("shops", "money_changer", "options"),
}
"""Short names in ``[editions.X]`` for values of the ordinary tables."""

SWITCHES = (
    "slot_1_4_players",
    "two_player_board",
    "neutral_needs_room",
    "row_before_start",
    "pipe_stack",
    "pouch_stack",
)
"""Values that only ``[editions.X]`` has."""


def plain(value: Any) -> Any:
    """A deep copy in plain dicts and lists, as JSON would give it."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def over(below: Any, above: Any) -> Any:
    """One layer over another: tables key by key, everything else replaced."""
    if not isinstance(below, Mapping) or not isinstance(above, Mapping):
        return above
    merged = dict(below)
    for key, value in above.items():
        merged[key] = over(merged[key], value) if key in merged else value
    return merged


def layers(tables: Mapping[str, Any], edition: str, fish: Sequence[str]) -> tuple[Tables, Tables]:
    """The two layers of a file: its ordinary tables, and those its section for one edition stands for."""
    ordinary = {name: table for name, table in tables.items() if name not in ("editions", "provenance")}
    section = tables.get("editions", {}).get(edition, {})
    return ordinary, written_out(section, fish)


def written_out(section: Mapping[str, Any], fish: Sequence[str]) -> Tables:
    """An edition's section with its short names written out as ordinary tables.

    Args:
        section: the table ``[editions.X]``.
        fish: the ids of all fish; those that ``fish_bonus`` does not name have no bonus.

    Returns:
        Ordinary tables, and what has no place in them under ``switches``.
    """
    written: Tables = {}
    for name, value in section.items():
        if name in SHORTHANDS:
            written = over(written, _nested(SHORTHANDS[name], value))
        elif name == "fish_bonus":
            written = over(written, {"goods": {good: {"bonus": value.get(good, 0)} for good in fish}})
        elif name in SWITCHES:
            written = over(written, {"switches": {name: value}})
        elif name == "buildings" and not isinstance(value, Mapping):
            written = over(written, {"switches": {"fixed_buildings": value}})
        else:
            written = over(written, {name: value})
    return written


def key_in_file(key: str, section: Mapping[str, Any], edition: str) -> str:
    """Where a value of a written-out section stands in its file, as a dotted key."""
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


def _nested(path: Sequence[str], value: Any) -> Any:
    for name in reversed(path):
        value = {name: value}
    return value
