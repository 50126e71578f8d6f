"""The observation: what a seat sees, as one vector of small integers. Players, environments and the laboratory use it.

:mod:`edokko.observation.layout` names the pieces of the vector, :mod:`edokko.observation.encoder` writes it.
"""

from edokko.observation.layout import CELLS, LAYOUT, PIECES, SCALES, VERSION, Cells, Piece, floats, views

__all__ = ["CELLS", "LAYOUT", "PIECES", "SCALES", "VERSION", "Cells", "Piece", "floats", "views"]
