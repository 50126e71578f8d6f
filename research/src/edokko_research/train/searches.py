"""The training data of the policy network: decisions of a search, or of any player in a data set.

The first are read from the table ``searches`` of samples, with the visits of each move; the others from the table
``moves`` of data sets, with the move alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.lab.data.schema import TableSchema
from edokko_research.data.observed import Integers, Observed, sparse_cells
from edokko_research.dataset.schema import MOVES_MADE
from edokko_research.months.schema import SEARCHES
from edokko_research.train.months import read_rows

COLUMNS = ("game", "cells", "moves", "visits")
CHOICES = ("game", "cells", "legal", "move")


@dataclass(frozen=True)
class Searches(Observed):
    """Decisions of a search or of a player. The numbers of games are unique over all folders.

    Attributes:
        is_held_out: (rows), whether the game is held out.
        moves: the legal moves, row by row.
        shares: the share of the search's visits that each of them has got; of a player, 1 for its move.
        move_starts: (rows + 1), the first entry of each row in both.
    """

    is_held_out: npt.NDArray[np.bool_]
    moves: npt.NDArray[np.int16]
    shares: npt.NDArray[np.float32]
    move_starts: Integers


def table_of(folders: Sequence[Path]) -> TableSchema:
    """Return the table that folders have: ``moves`` if the first one is a data set, else ``searches``."""
    return MOVES_MADE if (folders[0] / MOVES_MADE.name).is_dir() else SEARCHES


def read_searches(folders: Sequence[Path]) -> Searches:
    """Read the decisions of samples or of data sets: all Parquet files of the folders of their table.

    Raises:
        edokko_research.data.observed.DataError: a folder has none, or one lacks a column or has other cells.
    """
    if table_of(folders) is MOVES_MADE:
        rows = read_rows(folders, MOVES_MADE, CHOICES, _choices)
    else:
        rows = read_rows(folders, SEARCHES, COLUMNS, _arrays)
    cell_starts, move_starts = (np.concatenate([[0], np.cumsum(rows.pop(name))]) for name in ("lengths", "counts"))
    return Searches(cell_starts=cell_starts, move_starts=move_starts, **rows)


def _choices(path: Path, batch: Any) -> dict[str, Any]:
    arrays = sparse_cells(path, batch.column("cells"))
    legal, move = batch.column("legal"), batch.column("move").to_numpy(zero_copy_only=False)
    arrays["counts"] = legal.value_lengths().to_numpy(zero_copy_only=False).astype(np.int64)
    arrays["games"] = batch.column("game").to_numpy(zero_copy_only=False).astype(np.int64)
    arrays["moves"] = legal.flatten().to_numpy(zero_copy_only=False)
    arrays["shares"] = (arrays["moves"] == np.repeat(move, arrays["counts"])).astype(np.float32)
    return arrays


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
