"""The table ``[provenance]``: patterns of dotted keys, and which one speaks for a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .problems import Report, closest

NOT_NAMED = "printed"
"""The provenance of everything that no pattern names."""

# Between patterns as specific as each other, an exception wins over the wide lists.
ORDER = ("divergent", "not_applicable", "printed", "inferred", "substitute")


def leaves(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every single value of nested tables with its dotted key.

    The options of a shop have their id in the key, the entries of a salary their number, from 1. A list of plain values
    is one value, and so is an empty table.
    """
    named = _named(value)
    if not named:
        yield key, value
        return
    for name, item in named.items():
        yield from leaves(item, f"{key}.{name}" if key else name)


def _named(value: Any) -> dict[str, Any]:
    """What a table or a list of tables holds, by name."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, Mapping) for item in value):
        return {str(item.get("id", number)): _without_id(item) for number, item in enumerate(value, start=1)}
    return {}


def _without_id(option: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in option.items() if name != "id"}


def best_match(key: str, patterns: Mapping[str, list[str]]) -> str:
    """The provenance of a dotted key: that of the most specific pattern for it or for a table around it."""
    best, provenance = (0, 0), NOT_NAMED
    for kind in ORDER:
        for pattern in patterns.get(kind, []):
            if matches(pattern, key) and _specific(pattern) > best:
                best, provenance = _specific(pattern), kind
    return provenance


def matches(pattern: str, key: str) -> bool:
    """Whether a pattern names a key or a table around it; ``*`` stands for any one name."""
    wanted, names = pattern.split("."), key.split(".")
    if len(wanted) > len(names):
        return False
    return all(name in ("*", own) for name, own in zip(wanted, names, strict=False))


def _specific(pattern: str) -> tuple[int, int]:
    names = pattern.split(".")
    return len(names), sum(name != "*" for name in names)


def check_patterns(tables: Mapping[str, Any], report: Report) -> None:
    """Report every pattern that names nothing, or that stands in two lists, so that the table cannot rot."""
    keys = [key for key, _ in leaves({name: table for name, table in tables.items() if name != "provenance"})]
    seen: dict[str, str] = {}
    for kind, patterns in tables["provenance"].items():
        for pattern in patterns:
            if pattern in seen:
                report.problem(
                    f"provenance.{kind}", f'the pattern "{pattern}" is already in provenance.{seen[pattern]}'
                )
            elif not any(matches(pattern, key) for key in keys):
                report.problem(f"provenance.{kind}", f'the pattern "{pattern}" matches no key{closest(pattern, keys)}')
            seen[pattern] = kind
