"""The table ``[provenance]``: patterns of dotted keys, and the best match for a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .problems import ProblemList, suggestion

DEFAULT = "printed"
"""The provenance of a key that no pattern matches."""

# Among equally specific patterns, the kinds of exceptions win over the kinds with long lists.
ORDER = ("divergent", "not_applicable", "printed", "inferred", "substitute")


def leaves(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every leaf value of nested tables with its dotted key.

    A shop's options have their id in the key, the entries of a salary their number, from 1. A list of plain values
    is one value, and so is an empty table.
    """
    items = _items_by_name(value)
    if not items:
        yield key, value
        return
    for name, item in items.items():
        yield from leaves(item, f"{key}.{name}" if key else name)


def _items_by_name(value: Any) -> dict[str, Any]:
    """Return the items of a table or of a list of tables, by name."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, Mapping) for item in value):
        return {str(item.get("id", number)): _without_id(item) for number, item in enumerate(value, start=1)}
    return {}


def _without_id(option: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in option.items() if name != "id"}


def best_match(key: str, patterns: Mapping[str, list[str]]) -> str:
    """Return the provenance of a dotted key, from the most specific pattern for it or for a table around it."""
    best, provenance = (0, 0), DEFAULT
    for kind in ORDER:
        for pattern in patterns.get(kind, []):
            if matches(pattern, key) and _specificity(pattern) > best:
                best, provenance = _specificity(pattern), kind
    return provenance


def matches(pattern: str, key: str) -> bool:
    """Check whether a pattern matches a key or a table around it; ``*`` matches any single name."""
    wanted, names = pattern.split("."), key.split(".")
    if len(wanted) > len(names):
        return False
    return all(name in ("*", own) for name, own in zip(wanted, names, strict=False))


def _specificity(pattern: str) -> tuple[int, int]:
    names = pattern.split(".")
    return len(names), sum(name != "*" for name in names)


def check_patterns(tables: Mapping[str, Any], report: ProblemList) -> None:
    """Report every pattern that matches no key or is in two lists, so that the table stays current."""
    keys = [key for key, _ in leaves({name: table for name, table in tables.items() if name != "provenance"})]
    seen: dict[str, str] = {}
    for kind, patterns in tables["provenance"].items():
        for pattern in patterns:
            if pattern in seen:
                report.problem(
                    f"provenance.{kind}", f'the pattern "{pattern}" is already in provenance.{seen[pattern]}'
                )
            elif not any(matches(pattern, key) for key in keys):
                report.problem(
                    f"provenance.{kind}", f'the pattern "{pattern}" matches no key{suggestion(pattern, keys)}'
                )
            seen[pattern] = kind
