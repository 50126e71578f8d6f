"""Batches of decisions for the training, as NumPy arrays: sparse observations, labels, and the pairs of siblings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edokko.lab.train.rotation import turned_cells, turned_places
from edokko.lab.train.siblings import Siblings, spans
from edokko.observation.layout import CELLS, SCALES
from edokko.rules.state import SEATS

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Batch:
    """Some decisions with all their siblings. A decision may be seen from another seat than the deciding one.

    Attributes:
        cells, values: the numbers of the cells that are not zero and their scaled values, row by row.
        offsets: (rows), the first entry of each row in them.
        actors: (rows), the place of the deciding seat.
        present: (rows, ``SEATS``), whether the place has a seat.
        margins, wins: (rows, ``SEATS``), the labels.
        left, right: (pairs), the rows of every pair of siblings.
        certainty: (pairs), the weight of the pair, 0 to 1.
    """

    cells: Integers
    values: Floats
    offsets: Integers
    actors: Integers
    present: npt.NDArray[np.bool_]
    margins: Floats
    wins: Floats
    left: Integers
    right: Integers
    certainty: Floats


@dataclass(frozen=True)
class Pairs:
    """All pairs of siblings of all decisions.

    Attributes:
        starts: (decisions + 1), the first pair of each decision.
        left, right: (pairs), the rows.
        variances: (pairs), the variance of the difference of their mean margins: playouts share their chance, so it is
            that of paired differences.
    """

    starts: Integers
    left: Integers
    right: Integers
    variances: Floats


def pairs_of(data: Siblings) -> Pairs:
    """Return all pairs of siblings with the variances of their differences."""
    left: list[Integers] = []
    right: list[Integers] = []
    variances: list[Floats] = []
    counts = np.zeros(len(data) + 1, np.int64)
    for decision in range(len(data)):
        first, end = data.starts[decision], data.starts[decision + 1]
        one, other = np.triu_indices(end - first, 1)
        differences = data.playouts[first + one] - data.playouts[first + other]
        played = np.maximum((~np.isnan(differences)).sum(axis=1), 2)
        means = np.nanmean(differences, axis=1, keepdims=True)
        squares = np.nansum((differences - means) ** 2, axis=1) / (played - 1)
        left.append(first + one)
        right.append(first + other)
        variances.append((squares / played).astype(np.float32))
        counts[decision + 1] = len(one)
    return Pairs(np.cumsum(counts), np.concatenate(left), np.concatenate(right), np.concatenate(variances))


def batch_of(
    data: Siblings,
    pairs: Pairs,
    decisions: Integers,
    tolerance: float,
    steps: Integers | None = None,
) -> Batch:
    """Return a batch.

    Args:
        data, pairs: the siblings and their pairs.
        decisions: the decisions of the batch.
        tolerance: an error of a difference, in IKI, that the network makes anyway: a pair whose difference is as
            uncertain has half the weight.
        steps: how many seats further than the deciding one the viewer of each decision sits; ``None`` for 0.
    """
    rows = data.rows_of(decisions)
    lengths = data.starts[decisions + 1] - data.starts[decisions]
    per_row = np.repeat(np.arange(len(decisions)), lengths)
    seats = data.seats[decisions][per_row]
    turns = np.zeros(len(rows), np.int64) if steps is None else (steps % data.seats[decisions])[per_row]
    firsts, ends = data.cell_starts[rows], data.cell_starts[rows + 1]
    entries = spans(firsts, ends)
    counts = ends - firsts
    cells = data.cells[entries].astype(np.int64)
    if steps is not None:
        cells = _turns()[np.repeat(seats * SEATS + turns, counts) * CELLS + cells]
    places = _places()[seats, turns]
    along = spans(pairs.starts[decisions], pairs.starts[decisions + 1])
    position = np.zeros(len(data.margins), np.int64)
    position[rows] = np.arange(len(rows))
    variances = pairs.variances[along]
    return Batch(
        cells=cells,
        values=data.values[entries] * SCALES[data.cells[entries]],
        offsets=np.concatenate([[0], np.cumsum(counts)[:-1]]),
        actors=(seats - turns) % seats,
        present=np.arange(SEATS) < seats[:, np.newaxis],
        margins=np.take_along_axis(data.margins[rows], places, 1),
        wins=np.take_along_axis(data.wins[rows], places, 1),
        left=position[pairs.left[along]],
        right=position[pairs.right[along]],
        certainty=tolerance**2 / (variances + tolerance**2),
    )


_CACHE: dict[str, Integers] = {}


def _turns() -> Integers:
    """Return all permutations of cells as one array, indexed by ``(players * SEATS + steps) * CELLS + cell``."""
    if "turns" not in _CACHE:
        table = np.tile(np.arange(CELLS), ((SEATS + 1) * SEATS, 1))
        for players in range(2, SEATS + 1):
            for steps in range(players):
                table[players * SEATS + steps] = turned_cells(players, steps)
        _CACHE["turns"] = table.ravel()
    return _CACHE["turns"]


def _places() -> Integers:
    """Return the places of all rotations, (players, steps, ``SEATS``)."""
    if "places" not in _CACHE:
        table = np.zeros((SEATS + 1, SEATS, SEATS), np.int64)
        for players in range(2, SEATS + 1):
            for steps in range(players):
                table[players, steps] = turned_places(players, steps)
        _CACHE["places"] = table
    return _CACHE["places"]
