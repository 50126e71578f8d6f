"""Siblings of decisions, read from the files of ``edokko lab siblings`` into arrays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.lab.data.observed import DataError, Observed, batches_of, lists, spans, sparse_cells
from edokko.rules.state import SEATS

COLUMNS = ("decision", "game", "cells", "margin", "margins")
ROWS_AT_ONCE = 2048
SIBLINGS = "siblings"
"""The folder of the table in a sample."""


@dataclass(frozen=True)
class Siblings(Observed):
    """Decisions with the positions after each of their moves.

    All places are as the deciding seat counts: itself first, then in seat order.

    Attributes:
        starts: (decisions + 1), the first row of each decision.
        margins: (rows, ``SEATS``), the mean lead over the best opponent, in IKI.
        playouts: (rows, most playouts), the deciding seat's margin of each playout, with common chance in a column;
            NaN beyond a row's number of playouts.
    """

    starts: npt.NDArray[np.int64]
    margins: npt.NDArray[np.float32]
    playouts: npt.NDArray[np.float32]

    @property
    def rows(self) -> int:
        """The number of siblings of all decisions."""
        return len(self.margins)

    def rows_of(self, decisions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the rows of some decisions, in their order."""
        return spans(self.starts[decisions], self.starts[decisions + 1])


def read_siblings(folder: Path) -> Siblings:
    """Read the siblings of a sample: all Parquet files of its folder ``siblings``, or of the folder itself.

    Raises:
        DataError: there is none, one lacks a column, or no decision has two siblings.
    """
    paths = paths_in(folder)
    parts = [_arrays(path, batch) for path in paths for batch in batches_of(path, COLUMNS, ROWS_AT_ONCE)]
    rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0] if name != "playouts"}
    rows["playouts"] = _stacked([part["playouts"] for part in parts])
    lengths = rows.pop("lengths")
    cell_starts = np.concatenate([[0], np.cumsum(lengths)])
    first = np.flatnonzero(np.concatenate([[True], rows["decision"][1:] != rows["decision"][:-1]]))
    starts = np.concatenate([first, [len(rows["decision"])]])
    if len(np.unique(rows["decision"][first])) != len(first):
        raise DataError(f"{folder}: the siblings of a decision are not together")
    if len(first) == 0 or np.diff(starts).max() < 2:
        raise DataError(f"{folder}: no decision has two siblings")
    return Siblings(
        starts=starts,
        games=rows["game"][first],
        cells=rows["cells"],
        values=rows["values"],
        cell_starts=cell_starts,
        margins=rows["margin"],
        playouts=rows["playouts"],
    )


def paths_in(folder: Path) -> list[Path]:
    """Return the data files of a folder, sorted.

    Raises:
        DataError: there is none.
    """
    tables = folder / SIBLINGS
    paths = sorted((tables if tables.is_dir() else folder).rglob("*.parquet"))
    paths = [path for path in paths if not path.name.startswith(".")]
    if not paths:
        raise DataError(f"{folder}: no Parquet file of siblings")
    return paths


def _arrays(path: Path, batch: Any) -> dict[str, Any]:
    arrays = sparse_cells(path, batch.column("cells"))
    arrays["margin"] = lists(path, "margin", batch, SEATS)
    arrays["playouts"] = _ragged(batch.column("margins"))
    for name in ("decision", "game"):
        arrays[name] = batch.column(name).to_numpy(zero_copy_only=False).astype(np.int64)
    return arrays


def _ragged(column: Any) -> npt.NDArray[np.float32]:
    """Return lists of different lengths as an array filled up with NaN."""
    lists = column.to_pylist()
    padded = np.full((len(lists), max(map(len, lists))), np.nan, np.float32)
    for row, numbers in enumerate(lists):
        padded[row, : len(numbers)] = numbers
    return padded


def _stacked(parts: list[npt.NDArray[np.float32]]) -> npt.NDArray[np.float32]:
    width = max(part.shape[1] for part in parts)
    return np.concatenate(
        [np.pad(part, ((0, 0), (0, width - part.shape[1])), constant_values=np.nan) for part in parts]
    )
