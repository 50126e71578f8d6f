"""A linear judge: ridge regression of the siblings' differences on their cells.

A gradient method moves the weight of a rare cell as far as that of a common one, and so learns its noise. Ridge
regression leaves a rare cell near zero until it has been seen often, and it has one solution.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.lab.judges.siblings import Siblings
from edokko.observation.arrays import SCALES
from edokko.observation.layout import CELLS
from edokko.rules.state import SEATS

Integers = npt.NDArray[np.int64]
PENALTIES = (3.0, 10.0, 30.0, 100.0, 300.0)
"""The penalties that are tried; validation games choose one."""
DECISIONS_AT_ONCE = 512


def fit_weights(data: Siblings, fitted: Integers, validation: Integers) -> npt.NDArray[np.float32]:
    """Return the IKI that one unit of each scaled cell adds to the margin of each place, (``CELLS``, ``SEATS``).

    Args:
        data: the siblings.
        fitted: the decisions of the regression.
        validation: the decisions that choose the penalty, by the deciding seat's differences.
    """
    products, targets = np.zeros((CELLS, CELLS)), np.zeros((CELLS, SEATS))
    for cells, margins in _centred(data, fitted):
        products += cells.T @ cells
        targets += cells.T @ margins
    solutions = [np.linalg.solve(products + penalty * np.eye(CELLS), targets) for penalty in PENALTIES]
    errors = np.zeros(len(solutions))
    for cells, margins in _centred(data, validation):
        errors += [float(np.sum((cells @ solution[:, 0] - margins[:, 0]) ** 2)) for solution in solutions]
    return solutions[int(np.argmin(errors))].astype(np.float32)


def _centred(data: Siblings, decisions: Integers) -> Any:
    """Yield cells and margins of decisions in parts, each less the mean of its siblings."""
    for begin in range(0, len(decisions), DECISIONS_AT_ONCE):
        part = decisions[begin : begin + DECISIONS_AT_ONCE]
        rows = data.rows_of(part)
        counts = data.starts[part + 1] - data.starts[part]
        cells = data.dense(rows).astype(np.float32) * SCALES
        yield less_means(cells, counts).astype(np.float32), less_means(data.margins[rows], counts)


def less_means(numbers: npt.NDArray[Any], counts: Integers) -> npt.NDArray[Any]:
    """Return the numbers of rows less the mean of their decision, given the rows of each decision."""
    firsts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    means = np.add.reduceat(numbers, firsts, axis=0) / counts[:, np.newaxis]
    return np.asarray(numbers - np.repeat(means, counts, axis=0))
