"""The training data of the policy network: decisions of a search, read from the table ``searches`` of samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko_research.data.observed import Integers, Observed, sparse_cells
from edokko_research.months.schema import SEARCHES
from edokko_research.train.months import read_rows

COLUMNS = ("game", "cells", "moves", "visits")


@dataclass(frozen=True)
class Searches(Observed):
    """Decisions of a search. The numbers of games are unique over all folders.

    Attributes:
        is_held_out: (rows), whether the game is held out.
        moves: the legal moves, row by row.
        shares: the share of the search's visits that each of them has got.
        move_starts: (rows + 1), the first entry of each row in both.
    """

    is_held_out: npt.NDArray[np.bool_]
    moves: npt.NDArray[np.int16]
    shares: npt.NDArray[np.float32]
    move_starts: Integers


def read_searches(folders: Sequence[Path]) -> Searches:
    """Read the decisions of samples: all Parquet files of their folders ``searches``.

    Raises:
        edokko_research.data.observed.DataError: a folder has none, or one lacks a column or has other cells.
    """
    rows = read_rows(folders, SEARCHES, COLUMNS, _arrays)
    cell_starts, move_starts = (np.concatenate([[0], np.cumsum(rows.pop(name))]) for name in ("lengths", "counts"))
    return Searches(cell_starts=cell_starts, move_starts=move_starts, **rows)


def _arrays(path: Path, batch: Any) -> dict[str, Any]:
    arrays = sparse_cells(path, batch.column("cells"))
    moves, visits = batch.column("moves"), batch.column("visits")
    counts = moves.value_lengths().to_numpy(zero_copy_only=False).astype(np.int64)
    shares = visits.flatten().to_numpy(zero_copy_only=False).astype(np.float32)
    totals = np.add.reduceat(shares, np.cumsum(counts) - counts)
    arrays["games"] = batch.column("game").to_numpy(zero_copy_only=False).astype(np.int64)
    arrays["moves"] = moves.flatten().to_numpy(zero_copy_only=False)
    arrays["shares"] = shares / np.repeat(totals, counts)
    arrays["counts"] = counts
    return arrays
