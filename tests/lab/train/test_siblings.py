"""The training data: the same rows as in the files, from any seat, and a measure of choices."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from edokko import extras
from edokko.lab.train.batches import batch_of, pairs_of
from edokko.lab.train.fitting import best_by_half, values_of
from edokko.lab.train.gain import gain, halves, split
from edokko.lab.train.rotation import turned_cells, turned_places
from edokko.lab.train.siblings import DataError, Siblings, hash_of, read_siblings
from edokko.lab.train.valuing import NetworkValuer
from edokko.observation.layout import CELLS, SCALES
from edokko.players.champion.stored import write_network
from edokko.rules.engine.backends import PLAIN
from edokko.rules.tables import tables_for
from tests.helpers.networks import random_network, seen, siblings
from tests.helpers.positions import stops
from tests.helpers.states import COMPONENTS, TABLES


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_turned_observation_is_that_of_the_other_seat(edition: str, players: int) -> None:
    tables = tables_for(COMPONENTS[edition], players)
    generator = random.Random(8)
    for state in islice(stops(tables, generator), 0, None, 7):
        viewer, steps = generator.randrange(players), generator.randrange(players)
        turned = np.zeros(CELLS, np.int8)
        turned[turned_cells(players, steps)] = seen(tables, state, viewer)
        assert np.array_equal(turned, seen(tables, state, (viewer + steps) % players))


def test_places_are_turned_like_the_seats() -> None:
    assert turned_places(3, 2).tolist() == [2, 0, 1, 3]
    assert turned_places(4, 0).tolist() == [0, 1, 2, 3]


def write(path: Path, data: Siblings, **changes: object) -> None:
    """Write siblings as the laboratory does."""
    pa, parquet = extras.lab("pyarrow"), extras.lab("pyarrow.parquet")
    decision = np.repeat(np.arange(len(data)), np.diff(data.starts))
    columns = {
        "decision": pa.array(decision),
        "game": pa.array(data.games[decision]),
        "seats": pa.array(data.seats[decision].astype(np.int8)),
        "month": pa.array(data.months[decision].astype(np.int8)),
        "kind": pa.array(data.kinds[decision].tolist()).dictionary_encode(),
        "actor": pa.array(np.zeros(data.rows, np.int8)),
        "cells": pa.array([row.tobytes() for row in data.dense(np.arange(data.rows))], pa.binary(CELLS)),
        "playouts": pa.array(np.full(data.rows, data.playouts.shape[1], np.int16)),
        "margin": pa.array(data.margins.tolist(), pa.list_(pa.float32())),
        "win": pa.array(data.wins.tolist(), pa.list_(pa.float32())),
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
    assert len(hash_of(tmp_path)) == 64


def test_a_hash_changes_with_the_data(tmp_path: Path) -> None:
    write(tmp_path / "a.parquet", siblings(3, 1))
    before = hash_of(tmp_path)
    write(tmp_path / "a.parquet", siblings(3, 2))
    assert hash_of(tmp_path) != before


def test_data_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no Parquet file of siblings"):
        read_siblings(tmp_path)
    file = tmp_path / "a.parquet"
    file.write_bytes(b"no rows")
    with pytest.raises(DataError, match=r"a\.parquet: not a whole Parquet file"):
        read_siblings(tmp_path)
    data = siblings(3, 1)
    write(file, data, margins=None, win=None)
    with pytest.raises(DataError, match="no column win, margins"):
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
    assert best_by_half(data, both).mean == pytest.approx((-2 + 2) / 2)
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


def test_a_batch_has_the_rows_labels_and_pairs_of_its_decisions() -> None:
    data = siblings(12, 5)
    pairs = pairs_of(data)
    batch = batch_of(data, pairs, np.array([7, 2]), tolerance=3.0)
    rows = data.rows_of(np.array([7, 2]))
    assert np.array_equal(batch.margins, data.margins[rows])
    dense = np.zeros((8, CELLS), np.float32)
    for row, (begin, end) in enumerate(zip(batch.offsets, [*batch.offsets[1:], len(batch.cells)], strict=True)):
        dense[row, batch.cells[begin:end]] = batch.values[begin:end]
    assert np.allclose(dense, data.dense(rows) * SCALES)
    assert list(zip(batch.left, batch.right, strict=True))[:6] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    difference = data.playouts[rows[0]] - data.playouts[rows[1]]
    variance = difference.var(ddof=1) / len(difference)
    assert batch.certainty[0] == pytest.approx(9 / (9 + variance), rel=1e-4)


def test_a_turned_batch_moves_labels_with_the_seats() -> None:
    data = siblings(6, 6)
    pairs, chosen = pairs_of(data), np.array([4])
    plain = batch_of(data, pairs, chosen, 3.0, np.array([3]))
    turned = batch_of(data, pairs, chosen, 3.0, np.array([1]))
    assert plain.actors.tolist() == [0] * 4
    assert turned.actors.tolist() == [2] * 4
    assert np.array_equal(turned.margins[:, 2], plain.margins[:, 0])
    assert np.array_equal(turned.margins[:, 0], plain.margins[:, 1])
    assert np.array_equal(turned.wins[:, 3], plain.wins[:, 3])


def test_a_network_is_a_valuer_of_decisions(tmp_path: Path) -> None:
    network, data = random_network(3), siblings(1, 7)
    write_network(tmp_path / "net.npz", network)
    cells = data.dense(np.arange(4))
    values = NetworkValuer("net", tmp_path / "net.npz").values(SimpleNamespace(seats=3, cells=cells))
    margins, _ = values_of(data, np.arange(4), network, PLAIN)
    assert values == margins[:, 0].tolist()
