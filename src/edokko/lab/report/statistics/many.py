"""Which of many estimates differ from what they are compared with, corrected for how many there are.

Of twenty true zeros one looks like an effect. Holm's procedure (1979, *A Simple Sequentially Rejective Multiple Test
Procedure*) keeps the chance that any of them is named at 5 %, however the estimates depend on each other.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from edokko import extras
from edokko.lab.intervals import CONFIDENCE, student

from .sums import GROUPS


def differing(frame: pl.DataFrame, name: str, reference: str | float = 0.0) -> pl.DataFrame:
    """Return the rows whose estimate differs from the reference, at 5 % for all rows together.

    The estimate is in the columns ``name``, ``name_low`` and ``name_high``; the reference is a number, or a column.
    """
    value, low, high = (frame[f"{name}{end}"].to_numpy() for end in ("", "_low", "_high"))
    middle = frame[reference].to_numpy() if isinstance(reference, str) else reference
    half = np.where(value > middle, value - low, high - value)  # the side of the interval that faces the reference
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.abs(value - middle) / half * student(GROUPS)
    chance = np.nan_to_num(2 * extras.lab("scipy.special").stdtr(GROUPS - 1, -distance), nan=1.0)
    order = np.argsort(chance)
    allowed = (1 - CONFIDENCE) / np.arange(len(frame), 0, -1)
    differs = np.zeros(len(frame), np.bool_)
    differs[order] = np.logical_and.accumulate(chance[order] <= allowed)
    return frame.filter(pl.Series(differs, dtype=pl.Boolean))
