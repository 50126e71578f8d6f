"""The observation: what a seat sees, as one vector of small integers. Players, environments and the laboratory use it.

:mod:`edokko.observation.encoder` names the pieces of the vector and writes it, :mod:`edokko.observation.arrays` reads
it with NumPy. Other packages take the names from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from edokko.extras import RL, package
from edokko.observation.encoder import CELLS, LAYOUT, PIECES, VERSION, Piece, observe, relative

if TYPE_CHECKING:
    from edokko.observation.arrays import SCALES, Cells, floats, views

__all__ = ["CELLS", "LAYOUT", "PIECES", "SCALES", "VERSION", "Cells", "Piece", "floats", "observe", "relative", "views"]


def __getattr__(name: str) -> Any:
    # These are arrays of NumPy, which a search with the champion's network does not need.
    if name in ("SCALES", "Cells", "floats", "views"):
        return getattr(package("edokko.observation.arrays", RL), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
