"""The source of each value: printed in the rules, inferred from them, a substitute, or an overlay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .editions import deep_merge, key_in_file, layers
from .loader import load, shipped
from .model import Components
from .patterns import best_match, leaves, matches
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
