"""The training data: positions at the beginning of months, read from the files of ``edokko lab months`` into arrays.

Observations are nearly all zero, so only their other cells are stored: about 140 of 2,237 a row.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko import extras
from edokko.lab.months.schema import MONTHS
from edokko.observation.layout import CELLS
from edokko.players.evaluation.features import FEATURE_COUNT
from edokko.rules.state import SEATS

COLUMNS = ("game", "seats", "month", "cells", "features", "totals", "winner")
ROWS_AT_ONCE = 4096
HELD_OUT = 5
"""Every fifth game is held out: no training sees it, and the figures are measured on it."""

Integers = npt.NDArray[np.int64]


class DataError(ValueError):
    """The data cannot be used; the message says why."""


@dataclass(frozen=True)
class Months:
    """Positions at the beginning of months. The positions of a game stand together, by month.

    Attributes:
        games: (rows), the number of the game, unique over all folders.
        is_held_out: (rows), whether the game is held out.
        seats, months: (rows), the number of players and the month.
        cells, values: the numbers of the cells that are not zero and their values, row by row.
        cell_starts: (rows + 1), the first entry of each row in them.
        features: (rows, ``SEATS``, ``FEATURE_COUNT``), the features that the outlook reads.
        totals: (rows, ``SEATS``), the final scores; 0 for missing seats.
        winners: (rows), the seat that has won.
    """

    games: Integers
    is_held_out: npt.NDArray[np.bool_]
    seats: Integers
    months: Integers
    cells: npt.NDArray[np.int16]
    values: npt.NDArray[np.int8]
    cell_starts: Integers
    features: npt.NDArray[np.float32]
    totals: npt.NDArray[np.float32]
    winners: Integers

    def __len__(self) -> int:
        return len(self.games)

    @property
    def is_present(self) -> npt.NDArray[np.bool_]:
        """Whether the game has the seat, (rows, ``SEATS``)."""
        return np.arange(SEATS) < self.seats[:, np.newaxis]

    @property
    def is_last(self) -> npt.NDArray[np.bool_]:
        """Whether the row is the last one of its game."""
        return np.append(self.games[1:] != self.games[:-1], True)

    def dense(self, rows: Integers) -> npt.NDArray[np.int8]:
        """Return the observations of some rows, (n, ``CELLS``)."""
        firsts, ends = self.cell_starts[rows], self.cell_starts[rows + 1]
        entries = spans(firsts, ends)
        dense = np.zeros((len(rows), CELLS), np.int8)
        dense[np.repeat(np.arange(len(rows)), ends - firsts), self.cells[entries]] = self.values[entries]
        return dense

    def subset(self, rows: Integers) -> Months:
        """Return some rows, in their order."""
        firsts, ends = self.cell_starts[rows], self.cell_starts[rows + 1]
        entries = spans(firsts, ends)
        chosen = {field.name: getattr(self, field.name)[rows] for field in fields(self) if field.name not in _BY_CELL}
        starts = np.concatenate([[0], np.cumsum(ends - firsts)])
        return Months(cells=self.cells[entries], values=self.values[entries], cell_starts=starts, **chosen)


_BY_CELL = ("cells", "values", "cell_starts")


def spans(firsts: Integers, ends: Integers) -> Integers:
    """Return the numbers of several ranges, one after the other."""
    lengths = ends - firsts
    before = np.concatenate([[0], np.cumsum(lengths)[:-1]]) if len(lengths) else lengths
    return np.repeat(firsts - before, lengths) + np.arange(int(lengths.sum()))


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
    parts = []
    first_game = 0
    for folder in folders:
        last = -1
        for path in paths_in(folder):
            for part in _read(path):
                last = max(last, int(part["games"].max()))
                part["is_held_out"] = part["games"] % HELD_OUT == HELD_OUT - 1
                part["games"] += first_game
                parts.append(part)
        first_game += last + 1
    rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    cell_starts = np.concatenate([[0], np.cumsum(rows.pop("lengths"))])
    return Months(cell_starts=cell_starts, **rows)


def paths_in(folder: Path) -> list[Path]:
    """Return the data files of a folder, sorted.

    Raises:
        DataError: there is none.
    """
    paths = sorted(path for path in (folder / MONTHS.name).glob("*.parquet") if not path.name.startswith("."))
    if not paths:
        raise DataError(f"{folder}: no sample of months; edokko lab months makes one")
    return paths


def hash_of(folders: Sequence[Path]) -> str:
    """Return a hash of the names and bytes of the data files of some folders."""
    digest = hashlib.sha256()
    for path in (path for folder in folders for path in paths_in(folder)):
        digest.update(path.name.encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file in parts, as arrays."""
    parquet = extras.lab("pyarrow.parquet")
    try:
        file = parquet.ParquetFile(path)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: not a whole Parquet file: {error}") from None
    missing = [name for name in COLUMNS if name not in file.schema_arrow.names]
    if missing:
        raise DataError(f"{path}: no column {', '.join(missing)}")
    for batch in file.iter_batches(ROWS_AT_ONCE, columns=list(COLUMNS)):
        if len(batch):
            yield _arrays(path, batch)


def _arrays(path: Path, batch: Any) -> dict[str, Any]:
    flat = np.frombuffer(b"".join(batch.column("cells").to_pylist()), np.int8)
    if flat.size != len(batch) * CELLS:
        raise DataError(f"{path}: observations do not have {CELLS} cells; they are of another version")
    dense = flat.reshape(-1, CELLS)
    rows, cells = np.nonzero(dense)
    arrays: dict[str, Any] = {
        "cells": cells.astype(np.int16),
        "values": dense[rows, cells],
        "lengths": np.bincount(rows, minlength=len(dense)),
        "features": _lists(path, "features", batch, SEATS * FEATURE_COUNT).reshape(-1, SEATS, FEATURE_COUNT),
        "totals": _lists(path, "totals", batch, SEATS),
    }
    for name, column in (("games", "game"), ("seats", "seats"), ("months", "month"), ("winners", "winner")):
        arrays[name] = batch.column(column).to_numpy(zero_copy_only=False).astype(np.int64)
    return arrays


def _lists(path: Path, name: str, batch: Any, length: int) -> npt.NDArray[np.float32]:
    flat = batch.column(name).flatten().to_numpy(zero_copy_only=False)
    if flat.size != len(batch) * length:
        raise DataError(f"{path}: {name} does not have {length} numbers a row")
    return flat.reshape(-1, length).astype(np.float32)  # type: ignore[no-any-return]
