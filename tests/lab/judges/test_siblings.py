"""Siblings: the same rows as in the files, a measure of choices, and a regression."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edokko import extras
from edokko.lab.data.observed import DataError
from edokko.lab.judges.gain import gain, halves, split
from edokko.lab.judges.linear import fit_weights, less_means
from edokko.lab.judges.siblings import Siblings, read_siblings
from edokko.observation.arrays import SCALES
from edokko.observation.layout import CELLS
from tests.helpers.networks import siblings


def write(path: Path, data: Siblings, **changes: object) -> None:
    """Write siblings as the laboratory does."""
    pa, parquet = extras.lab("pyarrow"), extras.lab("pyarrow.parquet")
    decision = np.repeat(np.arange(len(data)), np.diff(data.starts))
    columns = {
        "decision": pa.array(decision),
        "game": pa.array(data.games[decision]),
        "cells": pa.array([row.tobytes() for row in data.dense(np.arange(data.rows))], pa.binary(CELLS)),
        "margin": pa.array(data.margins.tolist(), pa.list_(pa.float32())),
        "margins": pa.array(np.rint(data.playouts).astype(int).tolist(), pa.list_(pa.int16())),
    }
    columns.update(changes)
    table = pa.table({name: column for name, column in columns.items() if column is not None})
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(table, path)


def test_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    one, other = siblings(20, 1), siblings(10, 2)
    write(tmp_path / "siblings/edition=2021/a.parquet", one)
    pa = extras.lab("pyarrow")
    cells = pa.array(other.dense(np.arange(other.rows)).tolist(), pa.list_(pa.int8(), CELLS))
    write(
        tmp_path / "siblings/edition=2021/b.parquet",
        other,
        decision=pa.array(np.repeat(np.arange(50, 60), 4)),
        cells=cells,
    )
    write(tmp_path / "positions/other.parquet", one, cells=None)
    data = read_siblings(tmp_path)
    assert (len(data), data.rows) == (30, 120)
    assert np.array_equal(data.dense(np.arange(80)), one.dense(np.arange(80)))
    assert np.array_equal(data.dense(np.arange(80, 120)), other.dense(np.arange(40)))
    assert np.array_equal(data.margins[:80], one.margins)
    assert np.array_equal(data.playouts[80:], np.rint(other.playouts))
    assert data.rows_of(np.array([21, 0])).tolist() == [84, 85, 86, 87, 0, 1, 2, 3]


def test_data_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no Parquet file of siblings"):
        read_siblings(tmp_path)
    file = tmp_path / "a.parquet"
    file.write_bytes(b"no rows")
    with pytest.raises(DataError, match=r"a\.parquet: not a whole Parquet file"):
        read_siblings(tmp_path)
    data = siblings(3, 1)
    write(file, data, margin=None, margins=None)
    with pytest.raises(DataError, match="no column margin, margins"):
        read_siblings(tmp_path)
    pa = extras.lab("pyarrow")
    write(file, data, cells=pa.array([b"short"] * data.rows, pa.binary(5)))
    with pytest.raises(DataError, match="do not have 2237 cells"):
        read_siblings(tmp_path)
    write(file, data, decision=pa.array(np.arange(data.rows)))
    with pytest.raises(DataError, match="no decision has two siblings"):
        read_siblings(tmp_path)
    write(file, data, decision=pa.array(np.arange(data.rows) % 3))
    with pytest.raises(DataError, match="are not together"):
        read_siblings(tmp_path)


def test_a_choice_is_judged_by_playouts_that_had_no_part_in_it() -> None:
    data = siblings(2, 3, size=2, playouts=4)
    data.playouts[:] = [[9, 9, 1, 3], [0, 0, 5, 7], [2, 2, 8, 8], [1, 1, 4, 4]]
    first, second = halves(data)
    assert first.tolist() == [9, 0, 2, 1]
    assert second.tolist() == [2, 6, 8, 4]
    both = np.array([0, 1])
    assert gain(data, both, first).mean == pytest.approx((-2 + 2) / 2)
    assert gain(data, both, second).mean == pytest.approx((2 + 2) / 2)
    assert gain(data, np.array([1]), -second).mean == pytest.approx(-2)


def test_the_error_of_a_gain_counts_games_as_cases() -> None:
    data = siblings(40, 3)
    every = np.arange(40)
    values = data.playouts.mean(axis=1)
    alone = gain(data, every, values).error
    data.games[:] = np.arange(40) // 20
    assert gain(data, every, values).error != pytest.approx(alone)
    assert np.isnan(gain(data, np.array([0]), values).error)


def test_a_game_is_on_one_side_of_the_split_whatever_else_there_is() -> None:
    data = siblings(300, 4)
    data.games[:] = np.arange(300) // 3
    own, held_out = split(data, 1, 0.2)
    assert 30 < len(held_out) < 90
    assert not set(data.games[own]) & set(data.games[held_out])
    assert sorted([*own, *held_out]) == list(range(300))
    assert not np.array_equal(split(data, 2, 0.2)[1], held_out)


def test_a_regression_finds_what_the_margins_follow() -> None:
    data = siblings(300, 5)
    own, held_out = split(data, 1, 0.2)
    weights = fit_weights(data, own[:-40], own[-40:])[:, 0]
    values = (data.dense(np.arange(data.rows)).astype(np.float32) * SCALES) @ weights
    gained = gain(data, held_out, values)
    assert gained.mean - gained.error > 1


def test_numbers_less_their_means() -> None:
    numbers = np.array([[1.0, 5.0], [3.0, 5.0], [8.0, 1.0]])
    assert less_means(numbers, np.array([2, 1])).tolist() == [[-1, 0], [1, 0], [0, 0]]
