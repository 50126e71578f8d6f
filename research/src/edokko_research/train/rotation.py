"""The same position from another seat: a permutation of the cells of an observation.

The observation is egocentric, so a row of training data can be shown from every seat of its table. That is free data,
and it makes a network judge all seats by the same measure.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from edokko.observation.encoder import CELLS, PIECES
from edokko.rules.state import SEATS

SEATS_AT = {
    **dict.fromkeys(("mon", "mon_excess", "rice", "sandals", "wood", "koban", "excess", "iki", "iki_rest"), (0, 0)),
    **dict.fromkeys(("iki_excess", "fire", "fire_excess", "tokens", "square", "goods_held", "retired"), (0, 0)),
    "to_move": (0, 0),
    **dict.fromkeys(("fire_order", "visit_order", "board"), (1, 0)),
    **dict.fromkeys(("occupant", "slot"), (1, 1)),
}
"""For each piece with a cell for each seat: the axis of the seats, and the index of the first seat on it."""


@cache
def turned_cells(players: int, steps: int) -> npt.NDArray[np.int64]:
    """Return for each cell the cell that has its value when a seat further on looks.

    Args:
        players: the number of players, 2 to 4.
        steps: how many seats further, 0 to ``players - 1``.
    """
    target = np.arange(CELLS)
    for name, (axis, first) in SEATS_AT.items():
        piece = PIECES[name]
        cells = np.moveaxis(np.arange(piece.size).reshape(piece.shape) + piece.offset, axis, 0)
        for place in range(players):
            target[cells[first + place]] = cells[first + (place - steps) % players]
    return target


def turned_places(players: int, steps: int) -> npt.NDArray[np.int64]:
    """Return for each place of the new viewer the place that the seat had for the old one; missing seats stay."""
    places = np.arange(SEATS)
    places[:players] = (places[:players] + steps) % players
    return places
