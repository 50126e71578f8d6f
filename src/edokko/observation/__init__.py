"""The observation: what a seat sees, as one vector of small integers. Players, environments and the laboratory use it.

:mod:`edokko.observation.layout` names the pieces of the vector, :mod:`edokko.observation.encoder` writes it. Other
packages take the names from here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_MODULES = {
    "CELLS": "edokko.observation.layout",
    "LAYOUT": "edokko.observation.layout",
    "PIECES": "edokko.observation.layout",
    "SCALES": "edokko.observation.layout",
    "VERSION": "edokko.observation.layout",
    "Cells": "edokko.observation.layout",
    "Piece": "edokko.observation.layout",
    "floats": "edokko.observation.layout",
    "observe": "edokko.observation.encoder",
    "relative": "edokko.observation.encoder",
    "views": "edokko.observation.layout",
}
"""The module of each public name. Names are imported on first use, so that importing the package loads no NumPy."""

if TYPE_CHECKING:
    from edokko.observation.encoder import observe, relative
    from edokko.observation.layout import CELLS, LAYOUT, PIECES, SCALES, VERSION, Cells, Piece, floats, views

__all__ = [
    "CELLS",
    "LAYOUT",
    "PIECES",
    "SCALES",
    "VERSION",
    "Cells",
    "Piece",
    "floats",
    "observe",
    "relative",
    "views",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
