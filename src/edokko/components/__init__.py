"""The components of IKI as data: the shipped tables, the validating loader, overlays, and the source of each value.

``load("2021")`` returns the tables as typed, immutable values; :mod:`edokko.components.model` defines the types.
"""

from __future__ import annotations

from .bounds import largest_possible, largest_possible_sandals, largest_possible_score
from .loader import EDITIONS, RULES_VERSION, load, parse_overlay, read_overlay
from .model import Components
from .problems import ComponentsError
from .provenance import TracedValue, provenance, values

__all__ = [
    "EDITIONS",
    "RULES_VERSION",
    "Components",
    "ComponentsError",
    "TracedValue",
    "largest_possible",
    "largest_possible_sandals",
    "largest_possible_score",
    "load",
    "parse_overlay",
    "provenance",
    "read_overlay",
    "values",
]
