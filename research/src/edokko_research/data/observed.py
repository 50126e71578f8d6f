"""Rows with observations, read from Parquet files into arrays for fits: siblings and months.

Observations are nearly all zero, so only their other cells are stored: about 140 of 2,237 a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko import extras
from edokko.observation.arrays import SCALES
from edokko.observation.encoder import CELLS

Integers = npt.NDArray[np.int64]


class DataError(ValueError):
    """The data cannot be used; the message says why."""


def spans(firsts: Integers, ends: Integers) -> Integers:
    """Return the numbers of several ranges, one after the other."""
    lengths = ends - firsts
    before = np.concatenate([[0], np.cumsum(lengths)[:-1]]) if len(lengths) else lengths
    return np.repeat(firsts - before, lengths) + np.arange(int(lengths.sum()))


@dataclass(frozen=True)
class Observed:
    """Rows with observations, of which only the cells that are not zero are stored.

    Attributes:
        games: the number of the game of each row; where several rows belong to one decision, of each decision.
        cells, values: the numbers of the cells that are not zero and their values, row by row.
        cell_starts: (rows + 1), the first entry of each row in them.
    """

    games: Integers
    cells: npt.NDArray[np.int16]
    values: npt.NDArray[np.int8]
    cell_starts: Integers

    def __len__(self) -> int:
        return len(self.games)

    def sparse(self, rows: Integers) -> tuple[Integers, npt.NDArray[np.float32], Integers]:
        """Return the cells of some rows that are not zero, their scaled values, and how many each row has."""
        firsts, ends = self.cell_starts[rows], self.cell_starts[rows + 1]
        entries = spans(firsts, ends)
        cells = self.cells[entries].astype(np.int64)
        return cells, self.values[entries] * SCALES[cells], ends - firsts

    def dense(self, rows: Integers) -> npt.NDArray[np.int8]:
        """Return the observations of some rows, (n, ``CELLS``)."""
        firsts, ends = self.cell_starts[rows], self.cell_starts[rows + 1]
        entries = spans(firsts, ends)
        observations = np.zeros((len(rows), CELLS), np.int8)
        observations[np.repeat(np.arange(len(rows)), ends - firsts), self.cells[entries]] = self.values[entries]
        return observations


def batches_of(path: Path, columns: Sequence[str], rows_at_once: int) -> Iterator[Any]:
    """Yield the rows of a file in parts, as Arrow record batches.

    Raises:
        DataError: the file is not whole, or lacks a column.
    """
    parquet = extras.lab("pyarrow.parquet")
    try:
        file = parquet.ParquetFile(path)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: not a whole Parquet file: {error}") from None
    missing = [name for name in columns if name not in file.schema_arrow.names]
    if missing:
        raise DataError(f"{path}: no column {', '.join(missing)}")
    for batch in file.iter_batches(rows_at_once, columns=list(columns)):
        if len(batch):
            yield batch


def sparse_cells(path: Path, column: Any) -> dict[str, Any]:
    """Return the arrays ``cells``, ``values`` and ``lengths`` of a column of observations.

    Args:
        path: the file, for the message.
        column: fixed-size binaries, or lists of bytes.

    Raises:
        DataError: the observations have another number of cells.
    """
    pa = extras.lab("pyarrow")
    if pa.types.is_fixed_size_binary(column.type) or pa.types.is_binary(column.type):
        flat = np.frombuffer(b"".join(column.to_pylist()), np.int8)
    else:
        flat = column.flatten().to_numpy(zero_copy_only=False).astype(np.int8)
    if flat.size != len(column) * CELLS:
        raise DataError(f"{path}: observations do not have {CELLS} cells; they are of another version")
    observations = flat.reshape(-1, CELLS)
    rows, cells = np.nonzero(observations)
    return {
        "cells": cells.astype(np.int16),
        "values": observations[rows, cells],
        "lengths": np.bincount(rows, minlength=len(observations)),
    }


def lists(path: Path, name: str, batch: Any, length: int) -> npt.NDArray[np.float32]:
    """Return a column of lists as an array (rows, ``length``).

    Raises:
        DataError: the lists have other lengths.
    """
    flat = batch.column(name).flatten().to_numpy(zero_copy_only=False)
    if flat.size != len(batch) * length:
        raise DataError(f"{path}: {name} does not have {length} numbers a row")
    return flat.reshape(-1, length).astype(np.float32)  # type: ignore[no-any-return]
