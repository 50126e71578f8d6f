"""Siblings of decisions, read from the files of ``edokko lab siblings`` into arrays.

Observations are nearly all zero, so only their other cells are stored: about 140 of 2,237 a row.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko import extras
from edokko.observation.layout import CELLS
from edokko.rules.state import SEATS

COLUMNS = ("decision", "game", "seats", "month", "kind", "actor", "cells", "playouts", "margin", "win", "margins")
ROWS_AT_ONCE = 2048
SIBLINGS = "siblings"
"""The folder of the table in a sample."""


class DataError(ValueError):
    """The data cannot be used; the message says why."""


@dataclass(frozen=True)
class Siblings:
    """Decisions with the positions after each of their moves.

    All places are as the deciding seat counts: itself first, then in seat order.

    Attributes:
        starts: (decisions + 1), the first row of each decision.
        games: (decisions), the game of each decision.
        seats: (decisions), the number of players.
        months, kinds: (decisions), the month and the kind of the decision.
        cells, values: the numbers of the cells that are not zero and their values, row by row.
        cell_starts: (rows + 1), the first entry of each row in them.
        margins: (rows, ``SEATS``), the mean lead over the best opponent, in IKI.
        wins: (rows, ``SEATS``), the share of playouts that each seat has won.
        playouts: (rows, most playouts), the deciding seat's margin of each playout, with common chance in a column;
            NaN beyond a row's number of playouts.
    """

    starts: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int64]
    months: npt.NDArray[np.int64]
    kinds: npt.NDArray[np.str_]
    cells: npt.NDArray[np.int16]
    values: npt.NDArray[np.int8]
    cell_starts: npt.NDArray[np.int64]
    margins: npt.NDArray[np.float32]
    wins: npt.NDArray[np.float32]
    playouts: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.games)

    @property
    def rows(self) -> int:
        """The number of siblings of all decisions."""
        return len(self.margins)

    def rows_of(self, decisions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the rows of some decisions, in their order."""
        return spans(self.starts[decisions], self.starts[decisions + 1])

    def dense(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
        """Return the observations of some rows, (n, ``CELLS``)."""
        firsts, ends = self.cell_starts[rows], self.cell_starts[rows + 1]
        entries = spans(firsts, ends)
        dense = np.zeros((len(rows), CELLS), np.int8)
        dense[np.repeat(np.arange(len(rows)), ends - firsts), self.cells[entries]] = self.values[entries]
        return dense


def spans(firsts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the numbers of several ranges, one after the other."""
    lengths = ends - firsts
    before = np.concatenate([[0], np.cumsum(lengths)[:-1]]) if len(lengths) else lengths
    return np.repeat(firsts - before, lengths) + np.arange(int(lengths.sum()))


def read_siblings(folder: Path) -> Siblings:
    """Read the siblings of a sample: all Parquet files of its folder ``siblings``, or of the folder itself.

    Raises:
        DataError: there is none, one lacks a column, or no decision has two siblings.
    """
    paths = paths_in(folder)
    parts = [part for path in paths for part in _read(path)]
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
        seats=rows["seats"][first],
        months=rows["month"][first],
        kinds=rows["kind"][first],
        cells=rows["cells"],
        values=rows["values"],
        cell_starts=cell_starts,
        margins=rows["margin"],
        wins=rows["win"],
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


def hash_of(folder: Path) -> str:
    """Return a hash of the names and bytes of the data files of a folder."""
    digest = hashlib.sha256()
    for path in paths_in(folder):
        digest.update(path.relative_to(folder).as_posix().encode())
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
    dense = _cells(path, batch.column("cells"))
    rows, cells = np.nonzero(dense)
    arrays: dict[str, Any] = {
        "kind": np.array(batch.column("kind").to_pylist()),
        "cells": cells.astype(np.int16),
        "values": dense[rows, cells],
        "lengths": np.bincount(rows, minlength=len(dense)),
        "margin": _lists(path, "margin", batch, SEATS).astype(np.float32),
        "win": _lists(path, "win", batch, SEATS).astype(np.float32),
        "playouts": _ragged(batch.column("margins")),
    }
    for name in ("decision", "game", "seats", "month"):
        arrays[name] = batch.column(name).to_numpy(zero_copy_only=False).astype(np.int64)
    return arrays


def _cells(path: Path, column: Any) -> npt.NDArray[np.int8]:
    """Return observations from a column of fixed-size binaries or of lists of bytes."""
    pa = extras.lab("pyarrow")
    if pa.types.is_fixed_size_binary(column.type) or pa.types.is_binary(column.type):
        flat = np.frombuffer(b"".join(column.to_pylist()), np.int8)
    else:
        flat = column.flatten().to_numpy(zero_copy_only=False).astype(np.int8)
    if flat.size != len(column) * CELLS:
        raise DataError(f"{path}: observations do not have {CELLS} cells; they are of another version")
    return flat.reshape(-1, CELLS)


def _lists(path: Path, name: str, batch: Any, length: int) -> npt.NDArray[Any]:
    flat = batch.column(name).flatten().to_numpy(zero_copy_only=False)
    if flat.size != len(batch) * length:
        raise DataError(f"{path}: {name} does not have {length} numbers a row")
    return flat.reshape(-1, length)  # type: ignore[no-any-return]


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
