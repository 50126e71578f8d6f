"""The source of each value: printed in the rules, inferred from them, a substitute, or an overlay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .editions import deep_merge, key_in_file, layers
from .loader import load, shipped
from .model import Components
from .problems import ComponentsError, short_key, suggestion

OVERLAY = "overlay"


@dataclass(frozen=True, slots=True)
class TracedValue:
    """One value of the components in play."""

    key: str
    """Its dotted key in the ordinary tables, or in ``editions.X`` for a switch."""
    value: object
    provenance: str
    """``"printed"``, ``"inferred"``, ``"substitute"``, ``"not_applicable"``, ``"divergent"`` or ``"overlay"``."""


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A value while layers are merged, with its key in the shipped file; ``None`` for an overlay's value."""

    value: Any
    origin: str | None


def provenance(key: str) -> str:
    """Return the provenance of a value of the shipped tables.

    Args:
        key: a dotted key, such as ``characters.monk.cost`` or ``editions.2015.pipe_stack``; also the key of a table
            whose values all have the same provenance.

    Returns:
        ``"printed"``, ``"inferred"``, ``"substitute"``, ``"not_applicable"`` or ``"divergent"``.

    Raises:
        ComponentsError: there is no such key, or the values of a table have different provenances.
    """
    tables = dict(shipped().tables)
    patterns = tables.pop("provenance")
    keys = [name for name, _ in leaves(tables)]
    inside = [name for name in keys if "*" not in key and matches(key, name)]
    if not inside:
        raise ComponentsError([f"{short_key(key)}: no such key{suggestion(key, keys)}"])
    kinds = sorted({best_match(name, patterns) for name in inside})
    if len(kinds) > 1:
        raise ComponentsError([f"{key}: holds values from different places ({', '.join(kinds)}); ask for one of them"])
    return kinds[0]


def values(source: Components | str = "2021", overlay: Mapping[str, object] | None = None) -> Iterator[TracedValue]:
    """Yield every value of the components with its provenance.

    Args:
        source: components, or an edition.
        overlay: an overlay for the edition; components include their own.

    Yields:
        The values in the order of the tables; an overlay's values have the provenance ``"overlay"``.

    Raises:
        ComponentsError: the edition is unknown or the overlay is invalid.
    """
    components = source if isinstance(source, Components) else load(source, overlay)
    patterns = shipped().tables["provenance"]
    for key, leaf in leaves(_merge_with_origins(components.edition, components.overlay)):
        if not isinstance(leaf, _Leaf):
            continue  # an empty table holds no value
        public_key = key_in_file(key, {}, components.edition) if key.startswith("switches.") else key
        for name, value in leaves(leaf.value):
            kind = OVERLAY if leaf.origin is None else best_match(_join_key(leaf.origin, name), patterns)
            yield TracedValue(_join_key(public_key, name), value, kind)


def _merge_with_origins(edition: str, overlay: Mapping[str, object] | None) -> Any:
    """Return all layers merged, every value wrapped with its key in its file."""
    checked = shipped()
    fish = checked.structure.goods("fish")
    section = checked.tables["editions"][edition]
    ordinary, written = layers(checked.tables, edition, fish)
    merged = deep_merge(
        _with_origins(ordinary, lambda key: key),
        _with_origins(written, lambda key: key_in_file(key, section, edition)),
    )
    for layer in layers(overlay or {}, edition, fish):
        merged = deep_merge(merged, _with_origins(layer, lambda _: None))
    return merged


def _with_origins(value: Any, origin: Callable[[str], str | None], key: str = "") -> Any:
    if isinstance(value, Mapping):
        return {name: _with_origins(item, origin, _join_key(key, name)) for name, item in value.items()}
    return _Leaf(value, origin(key))


def _join_key(key: str, name: str) -> str:
    """Return the dotted key of ``name`` inside ``key``; either may be empty."""
    return f"{key}.{name}" if key and name else key or name


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
