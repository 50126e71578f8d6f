"""Where each value comes from: printed in the rules, inferred from them, a substitute, or an overlay's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .editions import key_in_file, layers, over
from .loader import load, shipped
from .model import Components
from .patterns import best_match, leaves, matches
from .problems import ComponentsError, closest, shown_key

OVERLAY = "overlay"


@dataclass(frozen=True, slots=True)
class Value:
    """One value of the components in play."""

    key: str
    """Its dotted key in the ordinary tables, or in ``editions.X`` for a switch."""
    value: object
    provenance: str
    """``"printed"``, ``"inferred"``, ``"substitute"``, ``"not_applicable"``, ``"divergent"`` or ``"overlay"``."""


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A value on its way through the layers, with its key in its file; ``None`` for an overlay's file."""

    value: Any
    origin: str | None


def provenance(key: str) -> str:
    """Where a value of the shipped tables comes from.

    Args:
        key: a dotted key, such as ``characters.monk.cost`` or ``editions.2015.pipe_stack``; a table is a key too,
            as long as everything in it comes from the same place.

    Returns:
        ``"printed"``, ``"inferred"``, ``"substitute"``, ``"not_applicable"`` or ``"divergent"``.

    Raises:
        ComponentsError: if there is no such key, or if it is a table of values from different places.
    """
    tables = dict(shipped().tables)
    patterns = tables.pop("provenance")
    keys = [name for name, _ in leaves(tables)]
    inside = [name for name in keys if "*" not in key and matches(key, name)]
    if not inside:
        raise ComponentsError([f"{shown_key(key)}: no such key{closest(key, keys)}"])
    places = sorted({best_match(name, patterns) for name in inside})
    if len(places) > 1:
        raise ComponentsError([f"{key}: holds values from different places ({', '.join(places)}); ask for one of them"])
    return places[0]


def values(source: Components | str = "2021", overlay: Mapping[str, object] | None = None) -> Iterator[Value]:
    """Every single value in play, with where it comes from.

    Args:
        source: components, or an edition.
        overlay: an overlay for the edition; components bring their own.

    Yields:
        The values in the order of the tables; those that an overlay gives have the provenance ``"overlay"``.

    Raises:
        ComponentsError: if the edition is unknown or the overlay cannot be used.
    """
    components = source if isinstance(source, Components) else load(source, overlay)
    patterns = shipped().tables["provenance"]
    for key, leaf in leaves(_marked_layers(components.edition, components.overlay)):
        if not isinstance(leaf, _Leaf):
            continue  # an empty table holds no value
        shown = key_in_file(key, {}, components.edition) if key.startswith("switches.") else key
        for name, value in leaves(leaf.value):
            place = OVERLAY if leaf.origin is None else best_match(_below(leaf.origin, name), patterns)
            yield Value(_below(shown, name), value, place)


def _marked_layers(edition: str, overlay: Mapping[str, object] | None) -> Any:
    """All layers merged, every value marked with its key in its file."""
    checked = shipped()
    fish = checked.structure.goods("fish")
    section = checked.tables["editions"][edition]
    ordinary, written = layers(checked.tables, edition, fish)
    merged = over(
        _marked(ordinary, lambda key: key),
        _marked(written, lambda key: key_in_file(key, section, edition)),
    )
    for layer in layers(overlay or {}, edition, fish):
        merged = over(merged, _marked(layer, lambda _: None))
    return merged


def _marked(value: Any, origin: Callable[[str], str | None], key: str = "") -> Any:
    if isinstance(value, Mapping):
        return {name: _marked(item, origin, _below(key, name)) for name, item in value.items()}
    return _Leaf(value, origin(key))


def _below(key: str, name: str) -> str:
    """The dotted key of ``name`` inside ``key``; either may be empty."""
    return f"{key}.{name}" if key and name else key or name
