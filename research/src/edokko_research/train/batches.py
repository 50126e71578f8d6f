"""Batches of positions for the training, as NumPy arrays: sparse observations from any seat, and the targets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from edokko.observation.encoder import CELLS
from edokko.rules.state import SEATS
from edokko_research.train.months import Months
from edokko_research.train.rotation import turned_cells, turned_places

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Batch:
    """Some positions, each seen from one of its seats.

    Attributes:
        cells, values: the numbers of the cells that are not zero and their scaled values, row by row.
        offsets: (rows), the first entry of each row in them.
        places: (rows, ``SEATS``), the seat at each place, as the viewer counts.
        is_present: (rows, ``SEATS``), whether the place has a seat.
    """

    cells: Integers
    values: Floats
    offsets: Integers
    places: Integers
    is_present: npt.NDArray[np.bool_]


def batch_of(data: Months, rows: Integers, viewers: Integers) -> Batch:
    """Return a batch.

    Args:
        data: the data.
        rows: the positions.
        viewers: the seat that looks at each; a seat that a game does not have counts on from the first one.
    """
    seats = data.seats[rows]
    viewers = viewers % seats
    cells, values, counts = data.sparse(rows)
    return Batch(
        cells=_turns()[np.repeat(seats * SEATS + viewers, counts) * CELLS + cells],
        values=values,
        offsets=np.concatenate([[0], np.cumsum(counts)[:-1]]),
        places=_places()[seats, viewers],
        is_present=np.arange(SEATS) < seats[:, np.newaxis],
    )


@cache
def _turns() -> Integers:
    """Return all permutations of cells as one array, indexed by ``(players * SEATS + viewer) * CELLS + cell``."""
    table = np.tile(np.arange(CELLS), ((SEATS + 1) * SEATS, 1))
    for players in range(2, SEATS + 1):
        for viewer in range(players):
            table[players * SEATS + viewer] = turned_cells(players, viewer)
    return table.ravel()


@cache
def _places() -> Integers:
    """Return the seat at each place, (players, viewer, ``SEATS``)."""
    table = np.zeros((SEATS + 1, SEATS, SEATS), np.int64)
    for players in range(2, SEATS + 1):
        for viewer in range(players):
            table[players, viewer] = turned_places(players, viewer)
    return table
