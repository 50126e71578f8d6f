"""The training data: positions at the beginning of months, from the files of ``edokko-research months``."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.lab.data.schema import TableSchema
from edokko.players.evaluation.outlook import FEATURE_COUNT
from edokko.rules.state import SEATS
from edokko_research.data.observed import DataError, Integers, Observed, batches_of, lists, sparse_cells
from edokko_research.months.schema import MONTHS

COLUMNS = ("game", "seats", "month", "cells", "features", "totals", "expected", "finished", "winner")
ROWS_AT_ONCE = 4096
HELD_OUT = 5
"""Every fifth game is held out: no training sees it, and the figures are measured on it."""


@dataclass(frozen=True)
class Months(Observed):
    """Positions at the beginning of months. The positions of a game stand together, by month.

    The numbers of games are unique over all folders.

    Attributes:
        is_held_out: (rows), whether the game is held out.
        seats, months: (rows), the number of players and the month.
        features: (rows, ``SEATS``, ``FEATURE_COUNT``), the features that the outlook reads.
        totals: (rows, ``SEATS``), the final scores; 0 for missing seats.
        searched: (rows, ``SEATS``), the final scores that the search of the position expects; 0 without a search.
        finished: (rows, 2, ``SEATS``), the mean final scores in both halves of the games that finish the position; 0
            without such games.
        winners: (rows), the seat that has won.
    """

    is_held_out: npt.NDArray[np.bool_]
    seats: Integers
    months: Integers
    features: npt.NDArray[np.float32]
    totals: npt.NDArray[np.float32]
    searched: npt.NDArray[np.float32]
    finished: npt.NDArray[np.float32]
    winners: Integers

    @property
    def is_present(self) -> npt.NDArray[np.bool_]:
        """Whether the game has the seat, (rows, ``SEATS``)."""
        return np.arange(SEATS) < self.seats[:, np.newaxis]

    @property
    def is_last(self) -> npt.NDArray[np.bool_]:
        """Whether the row is the last one of its game."""
        return np.append(self.games[1:] != self.games[:-1], True)


def first_games(data: Months, rows: Integers, count: int | None) -> Integers:
    """Return those of the rows that belong to the first games; ``None`` for all."""
    if count is None:
        return rows
    names = np.unique(data.games[rows])
    return rows[np.isin(data.games[rows], names[:count])]


def read_months(folders: Sequence[Path]) -> Months:
    """Read samples of months: all Parquet files of their folders ``months``.

    Raises:
        DataError: a folder has none, or one lacks a column or has other cells.
    """
    rows = read_rows(folders, MONTHS, COLUMNS, _arrays)
    cell_starts = np.concatenate([[0], np.cumsum(rows.pop("lengths"))])
    return Months(cell_starts=cell_starts, **rows)


def read_rows(
    folders: Sequence[Path],
    table: TableSchema,
    columns: Sequence[str],
    arrays_of: Callable[[Path, Any], dict[str, Any]],
) -> dict[str, Any]:
    """Read a table of samples, and number its games throughout.

    Args:
        folders: the folders of the samples.
        table: the table.
        columns: the columns to read.
        arrays_of: turns a path and an Arrow record batch of it into arrays by name, ``games`` among them.

    Returns:
        The arrays of all batches joined, and ``is_held_out``.

    Raises:
        DataError: a folder has no such table, or one lacks a column or has other cells.
    """
    parts = []
    first_game = 0
    for folder in folders:
        last = -1
        for path in paths_in(folder, table):
            for batch in batches_of(path, columns, ROWS_AT_ONCE):
                part = arrays_of(path, batch)
                last = max(last, int(part["games"].max()))
                part["is_held_out"] = part["games"] % HELD_OUT == HELD_OUT - 1
                part["games"] += first_game
                parts.append(part)
        first_game += last + 1
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def paths_in(folder: Path, table: TableSchema) -> list[Path]:
    """Return the data files of a table in the folder of a sample, sorted.

    Raises:
        DataError: there is none.
    """
    paths = sorted(path for path in (folder / table.name).glob("*.parquet") if not path.name.startswith("."))
    if not paths:
        option = "" if table is MONTHS else " --simulations N"
        raise DataError(f"{folder}: no table {table.name}; edokko-research months{option} makes one")
    return paths


def hash_of(folders: Sequence[Path], table: TableSchema) -> str:
    """Return a hash of the names and bytes of a table's data files in the folders of samples."""
    digest = hashlib.sha256()
    for path in (path for folder in folders for path in paths_in(folder, table)):
        digest.update(path.name.encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _arrays(path: Path, batch: Any) -> dict[str, Any]:
    arrays = sparse_cells(path, batch.column("cells"))
    arrays["features"] = lists(path, "features", batch, SEATS * FEATURE_COUNT).reshape(-1, SEATS, FEATURE_COUNT)
    arrays["totals"] = lists(path, "totals", batch, SEATS)
    arrays["searched"] = lists(path, "expected", batch, SEATS)
    arrays["finished"] = lists(path, "finished", batch, 2 * SEATS).reshape(-1, 2, SEATS)
    for name, column in (("games", "game"), ("seats", "seats"), ("months", "month"), ("winners", "winner")):
        arrays[name] = batch.column(column).to_numpy(zero_copy_only=False).astype(np.int64)
    return arrays
