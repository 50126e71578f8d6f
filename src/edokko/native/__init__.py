"""The engine in C: the rules translated from their Python source, compiled and called.

Packages with rules of their own take their names from here: they declare state with ``fields``, mark functions with
``rule`` and ``entry_point``, and make a library of them with ``build``. ``sources`` returns the engine as C files.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_MODULES = {
    "Backend": "edokko.native.backends",
    "Cells": "edokko.rules.engine.fields",
    "Fields": "edokko.rules.engine.fields",
    "build": "edokko.native.building",
    "entry_point": "edokko.rules.engine.registry",
    "fields": "edokko.rules.engine.fields",
    "rule": "edokko.rules.engine.registry",
    "sources": "edokko.native.building",
}
"""The module of each public name. Names are imported on first use, so that a game does not load the translator."""

if TYPE_CHECKING:
    from edokko.native.backends import Backend
    from edokko.native.building import build, sources
    from edokko.rules.engine.fields import Cells, Fields, fields
    from edokko.rules.engine.registry import entry_point, rule

__all__ = ["Backend", "Cells", "Fields", "build", "entry_point", "fields", "rule", "sources"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
