"""The training data: rows of files, targets, and batches from any seat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edokko import extras
from edokko.observation.arrays import SCALES
from edokko.observation.encoder import CELLS
from edokko.players.evaluation.outlook import outlook_for
from edokko_research.data.observed import DataError
from edokko_research.months.job import MonthsJob
from edokko_research.months.plan import months_plan
from edokko_research.months.schema import MONTHS
from edokko_research.train.batches import batch_of
from edokko_research.train.months import first_games, hash_of, read_months
from edokko_research.train.targets import expected, fit_outlooks, leads, returns, true_miss
from helpers.months import sample_of
from helpers.networks import months


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    job = sample_of(tmp_path, 4, seed=3)
    table = extras.lab("pyarrow.parquet").read_table(job.paths(0)["months"])
    data = read_months([tmp_path])
    assert len(data) == table.num_rows
    assert data.games.tolist() == table["game"].to_pylist()
    assert data.months.tolist() == table["month"].to_pylist()
    assert data.winners.tolist() == table["winner"].to_pylist()
    assert data.totals.astype(int).tolist() == table["totals"].to_pylist()
    assert not data.searched.any()
    assert [row.tobytes() for row in data.dense(np.arange(len(data)))] == table["cells"].to_pylist()
    assert np.allclose(data.features.reshape(len(data), -1), table["features"].to_pylist())


def test_games_of_several_samples_stay_apart(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 2)):
        sample_of(tmp_path / name, 5, seed=seed)
    data = read_months([tmp_path / "a", tmp_path / "b"])
    assert np.unique(data.games).tolist() == list(range(10))
    assert np.unique(data.games[data.is_held_out]).tolist() == [4, 9]
    assert len(hash_of([tmp_path / "a", tmp_path / "b"], MONTHS)) == 64
    assert hash_of([tmp_path / "a"], MONTHS) != hash_of([tmp_path / "b"], MONTHS)


def test_data_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no table months; edokko-research months makes one"):
        read_months([tmp_path])
    job = MonthsJob(months_plan(1), tmp_path)
    job.begin()
    path = job.paths(0)["months"]
    path.parent.mkdir()
    path.write_bytes(b"no rows")
    with pytest.raises(DataError, match="not a whole Parquet file"):
        read_months([tmp_path])
    job.work(0)
    parquet = extras.lab("pyarrow.parquet")
    table = parquet.read_table(path)
    parquet.write_table(table.drop_columns(["winner"]), path)
    with pytest.raises(DataError, match="no column winner"):
        read_months([tmp_path])
    pa = extras.lab("pyarrow")
    cells = pa.array([b"short"] * len(table), pa.binary(5))
    parquet.write_table(table.set_column(table.schema.get_field_index("cells"), "cells", cells), path)
    with pytest.raises(DataError, match="do not have 2237 cells"):
        read_months([tmp_path])


def test_the_first_games_are_whole() -> None:
    assert first_games(months(6, 1), np.arange(2, 12), 2).tolist() == [2, 3, 4, 5]


def test_a_return_mixes_the_final_score_with_the_next_values() -> None:
    data = months(2, 1)
    values = np.full_like(data.totals, 10)
    assert np.array_equal(returns(data, values, 1.0), data.totals)
    targets = returns(data, values, 0.25)
    assert np.array_equal(targets[[1, 3]], data.totals[[1, 3]])
    assert np.allclose(targets[[0, 2]], 0.75 * 10 + 0.25 * data.totals[[1, 3]])


def test_what_a_search_expects_is_the_target() -> None:
    data = months(2, 1)
    searched = np.zeros_like(data.totals)
    searched[1, : data.seats[1]] = 50
    targets = returns(replace(data, searched=searched), np.full_like(data.totals, 10), 0.25)
    assert np.array_equal(targets[1], searched[1])
    assert np.allclose(targets[0], 0.75 * 10 + 0.25 * data.totals[1])


def test_a_lead_is_counted_over_the_mean_of_the_others() -> None:
    data = months(3, 1)
    scores = np.where(data.is_present, [[40.0, 20.0, 30.0, 10.0]], 0).astype(np.float32)
    expected_leads = np.array([[20.0, -20.0, 0.0, 0.0], [15.0, -15.0, 0.0, 0.0], [20.0, -20 / 3, 20 / 3, -20.0]])
    assert np.allclose(leads(scores, data)[[0, 2, 4]], expected_leads)


def test_the_outlooks_are_fitted_to_each_number_of_players() -> None:
    data = months(300, 2)
    outlooks = fit_outlooks(data, np.flatnonzero(~data.is_held_out))
    finals = expected(data, outlooks)
    for players in (2, 3, 4):
        rows = (data.seats == players) & ~data.is_held_out
        assert finals[rows, :players].mean() == pytest.approx(data.totals[rows, :players].mean(), abs=0.5)
        assert not finals[rows, players:].any()
    with pytest.raises(DataError, match="1 games with 2 players; more are needed"):
        fit_outlooks(data, np.array([0, 1]))


def test_the_expected_scores_are_those_of_the_outlook(tmp_path: Path) -> None:
    sample_of(tmp_path, 2, seed=5)
    data = read_months([tmp_path])
    finals = expected(data, {players: outlook_for(players) for players in (2, 3, 4)})
    outlook, row = outlook_for(int(data.seats[0])), 5
    for seat in range(data.seats[row]):
        weights = outlook.weight[data.months[row]]
        sums = sum(weight * float(feature) for weight, feature in zip(weights, data.features[row, seat], strict=True))
        assert finals[row, seat] == pytest.approx(outlook.base[data.months[row]] + sums, rel=1e-4)


def test_a_batch_sees_a_position_from_any_seat() -> None:
    data = months(6, 5)
    rows = np.array([5, 2])
    plain, turned = batch_of(data, rows, np.array([0, 0])), batch_of(data, rows, np.array([1, 5]))
    assert np.allclose(dense_of(plain.cells, plain.values, plain.offsets), data.dense(rows) * SCALES)
    assert plain.places.tolist() == [[0, 1, 2, 3]] * 2
    assert turned.places.tolist() == [[1, 2, 3, 0], [2, 0, 1, 3]]
    assert turned.is_present.tolist() == [[True] * 4, [True, True, True, False]]
    assert len(turned.cells) == len(plain.cells)


def dense_of(cells: np.ndarray, values: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    dense = np.zeros((len(offsets), CELLS), np.float32)
    for row, (begin, end) in enumerate(zip(offsets, [*offsets[1:], len(cells)], strict=True)):
        dense[row, cells[begin:end]] = values[begin:end]
    return dense


def test_finished_games_anchor_the_target_of_a_search() -> None:
    data = months(4, 3)
    early, late = (replace(data, months=np.full(len(data), month)) for month in (5, 13))
    searched = np.where(data.is_present, 50, 0).astype(np.float32)
    finished = np.where(data.is_present, 70, 0)[:, np.newaxis].repeat(2, axis=1).astype(np.float32)
    for each, anchor, target in ((early, 0.0, 50), (early, 0.5, 60), (late, 0.5, 70)):
        targets = returns(replace(each, searched=searched, finished=finished), data.totals, 0.7, anchor)
        assert (targets[data.is_present] == target).all()
        assert not targets[~data.is_present].any()


def test_the_true_miss_has_no_noise_of_the_finished_games() -> None:
    data = months(3000, 4)
    noise = np.random.default_rng(1).normal(0, 8, (2, *data.totals.shape))
    halves = np.where(data.is_present, data.totals + noise, 0).swapaxes(0, 1).astype(np.float32)
    wrong = np.where(data.is_present, data.totals, 0).astype(np.float32)
    wrong[:, 0] += 3
    measured = replace(data, finished=halves)
    lead = leads(wrong, data) - leads(data.totals, data)
    assert true_miss(measured, wrong) == pytest.approx(float(np.sqrt(np.mean(lead[data.is_present] ** 2))), abs=0.5)
    assert true_miss(measured, data.totals) < 1
