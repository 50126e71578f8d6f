"""Observations as arrays of NumPy: their pieces by name, and their floating-point view for a network."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from edokko.observation.encoder import LAYOUT

Cells = npt.NDArray[np.int8]

SCALES = np.concatenate([np.full(piece.size, 1 / piece.scale, np.float32) for piece in LAYOUT])
"""The factor of each cell in the float view."""


def views(cells: Cells) -> dict[str, Cells]:
    """Return every piece of one or more observations by name, without copying.

    Args:
        cells: an array (..., ``CELLS``).

    Returns:
        Arrays (..., *shape of the piece); those of a contiguous array are views into it.
    """
    return {piece.name: cells[..., piece.cells].reshape(*cells.shape[:-1], *piece.shape) for piece in LAYOUT}


def floats(cells: Cells) -> npt.NDArray[np.float32]:
    """Return observations as floating-point numbers of about the size of 1, for a network.

    Args:
        cells: an array (..., ``CELLS``).
    """
    view: npt.NDArray[np.float32] = cells * SCALES
    return view
