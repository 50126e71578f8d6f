"""The training: it learns, it is repeatable, and its export is exact. Skipped where PyTorch is not installed."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.helpers.networks import random_network

from edokko.players.champion.stored import (
    SHIPPED,
    StoredNetwork,
    check_layers,
    empty_network,
    file_hash,
    read_network,
    shipped_network,
    write_network,
)
from edokko_research.commands.train import TRUTH
from edokko_research.data.observed import DataError
from edokko_research.train.batches import batch_of
from edokko_research.train.corrector import Corrector
from edokko_research.train.curve import draw
from edokko_research.train.fitting import Figures, Recipe, corrections_of, further, train
from edokko_research.train.model import Model, widened
from edokko_research.train.months import read_months
from helpers.command import research
from helpers.months import sample_of
from helpers.networks import months

SMALL = Recipe(epochs=10, batch=32, units=16, inner=8, rate=1e-2, decay=0.01, drop=0.0)


@pytest.fixture
def torch() -> object:
    return pytest.importorskip("torch", reason="PyTorch is not installed")


@pytest.mark.usefixtures("torch")
def test_a_short_training_lowers_the_error_on_held_out_games() -> None:
    passes: list[int] = []
    trained = train(months(600, 1), SMALL, report=lambda number, error: passes.append(number))
    figures = trained.figures
    assert figures.error < 0.8 * figures.fitted_error
    assert figures.own_error < figures.fitted_error
    assert figures.rounding < 0.05
    assert figures.games == 480
    assert passes == list(range(1, 31))


@pytest.mark.usefixtures("torch")
def test_the_same_seed_gives_the_same_network() -> None:
    data = months(300, 2)
    recipe = Recipe(epochs=1, batch=64, units=8, inner=4)
    one, other = train(data, recipe).layers, train(data, recipe).layers
    assert all(np.array_equal(one[name], other[name]) for name in one)
    changed = train(data, Recipe(seed=2, epochs=1, batch=64, units=8, inner=4)).layers
    assert not np.array_equal(one["second"], changed["second"])


@pytest.mark.usefixtures("torch")
def test_the_export_is_what_the_model_computes_within_rounding() -> None:
    data = months(12, 3)
    model = Model(1, 16, 8)
    with model.torch.no_grad():
        model.direct.copy_(model.torch.randn(model.direct.shape) * 0.1)
        model.third.copy_(model.torch.randn(model.third.shape))
        model.first.mul_(3)
        whole = model.forward(batch_of(data, np.arange(24), np.zeros(24, np.int64))).numpy()
    exported = Corrector(model.export()).of_observations(data.dense(np.arange(24)), data.seats)
    assert np.abs(exported - whole)[data.is_present].max() < 0.1
    assert np.array_equal(corrections_of(data, model)[data.is_present], whole[data.is_present])


@pytest.mark.usefixtures("torch")
def test_weights_are_kept_in_the_range_of_their_integers() -> None:
    model = Model(1, 8, 4)
    with model.torch.no_grad():
        for tensor in model.parameters:
            tensor.add_(1).mul_(1e4)
    before = model.state()
    model.keep_in_range()
    after = model.state()
    assert all(np.abs(now).max() < np.abs(then).max() for now, then in zip(after, before, strict=True) if now.ndim == 2)
    layers = model.export()
    assert layers["first"].max() == 32767
    assert layers["second"].max() == 32767


@pytest.mark.usefixtures("torch")
def test_more_units_change_no_output_at_first() -> None:
    layers = random_network(4).layers
    wide = widened(layers, 20, 1)
    check_layers(wide, "wide")
    assert wide["second"].shape == (6, 20)
    cells = months(20, 3).dense(np.arange(40))
    counts = np.full(len(cells), 3)
    assert np.array_equal(
        Corrector(wide).of_observations(cells, counts), Corrector(layers).of_observations(cells, counts)
    )


@pytest.mark.usefixtures("torch")
def test_a_network_gets_more_units_and_learns_with_them() -> None:
    start = train(months(600, 5), replace(SMALL, epochs=2, stages=(1.0,)))
    network = StoredNetwork(start.layers, empty_network().policy, start.outlooks)
    again = train(months(600, 5), replace(further(SMALL, network, 24), epochs=2))
    assert again.layers["second"].shape == (8, 24)
    assert again.layers["second"][:, 16:].any()
    assert again.figures.error < start.figures.error
    with pytest.raises(DataError, match="12 units, but the network has 16 already"):
        further(SMALL, network, 12)


@pytest.mark.usefixtures("torch")
def test_the_error_against_searches_is_measured_where_searches_have_played() -> None:
    data = months(300, 2)
    assert train(data, replace(SMALL, epochs=1)).figures.search_error is None
    # The network learns what searches expect; leads at the end are larger.
    searched = np.where(data.is_present, 60 + 0.4 * (data.totals - 60), 0).astype(np.float32)
    figures = train(replace(data, searched=searched), SMALL).figures
    assert figures.search_error is not None
    assert figures.search_error < figures.error


@pytest.mark.usefixtures("torch")
def test_values_are_measured_against_the_truth() -> None:
    data, truth = months(600, 1), months(60, 8)
    noise = np.random.default_rng(1).normal(0, 6, (2, *truth.totals.shape))
    halves = np.where(truth.is_present, truth.totals + noise, 0).swapaxes(0, 1).astype(np.float32)
    searched = np.where(truth.is_present, 60, 0).astype(np.float32)
    misses = train(data, SMALL, truth=replace(truth, finished=halves, searched=searched)).figures.truth
    assert misses.keys() == {"network", "search"}
    assert misses["network"] < misses["search"]


@pytest.mark.usefixtures("torch")
def test_a_network_is_trained_further() -> None:
    start = train(months(600, 5), replace(SMALL, epochs=2, stages=(1.0,)))
    data = months(600, 6)
    network = StoredNetwork(start.layers, empty_network().policy, start.outlooks)
    recipe = replace(further(SMALL, network), epochs=1)
    again, new = train(data, recipe), train(data, replace(recipe, start=None))
    assert again.figures.error < start.figures.error
    assert again.figures.error < new.figures.error
    assert again.outlooks == start.outlooks


@pytest.mark.usefixtures("torch")
def test_layers_that_are_loaded_are_exported_alike() -> None:
    layers = random_network(7).layers
    model = Model(1, 12, 6)
    model.load_layers(layers)
    exported = model.export()
    assert all(np.array_equal(exported[name], layers[name]) for name in layers if name != "first_bias")
    # The direct layer has no biases.
    assert np.array_equal(exported["first_bias"][:12], layers["first_bias"][:12])


@pytest.mark.usefixtures("torch")
def test_wrong_units_and_devices_are_refused(tmp_path: Path) -> None:
    arguments = ("train", str(tmp_path), "-o", str(tmp_path / "new.npz"))
    for option, value, message in (
        ("--device", "abacus", "--device abacus: PyTorch cannot compute there: "),
        ("--units", "513", "--units 513: from 1 to 512 are possible."),
    ):
        result = research(*arguments, option, value)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"edokko: {message}")
    result = research(*arguments, "--start", str(SHIPPED), "--units", "64")
    units = shipped_network().layers["second"].shape[1]
    message = f"edokko: {SHIPPED}: 64 units, but the network has {units} already\n"
    assert (result.exit_code, result.stderr) == (2, message)


@pytest.mark.usefixtures("torch")
def test_too_few_games_are_refused() -> None:
    with pytest.raises(DataError, match="too few games"):
        train(months(2, 1), SMALL)
    with pytest.raises(DataError, match="games with 2 players"):
        train(months(9, 1), SMALL)


@pytest.mark.usefixtures("torch")
def test_the_command_writes_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    truth = read_months([TRUTH])
    monkeypatch.setattr(
        "edokko_research.train.months.read_months", lambda folders: truth if folders == [TRUTH] else months(900, 4)
    )
    sample_of(tmp_path / "data", 1)
    network, curve = tmp_path / "net.npz", tmp_path / "curve.svg"
    arguments = ("train", str(tmp_path / "data"), "-o", str(network), "--epochs", "1", "--curve", str(curve))
    result = research(*arguments)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("leads are wrong by") == 4
    assert result.stdout.count("True leads are missed, in IKI, by: network") == 4
    about = read_network(network).about
    assert about["seed"] == 1
    assert about["command"] == "edokko-research train data -o net.npz --epochs 1 --seed 1"
    assert [point["games"] for point in about["figures"]] == [90, 180, 360, 720]
    check_layers(read_network(network).layers, "")
    assert curve.read_bytes().startswith(b"<?xml")
    again = research(*arguments)
    assert (again.exit_code, again.stderr) == (2, f"edokko: {network} exists already.\n")
    other = ("train", str(tmp_path / "data"), "-o", str(tmp_path / "other.npz"), "--epochs", "1")
    assert research(*other, "--units", "140").exit_code == 0
    about = read_network(tmp_path / "other.npz").about
    assert about["command"] == "edokko-research train data -o other.npz --epochs 1 --seed 1 --units 140"
    assert read_network(tmp_path / "other.npz").layers["second"].shape[1] == 140
    with_policy = {**read_network(network).about, "policy": {"seed": 3}}
    write_network(network, replace(read_network(network), policy=empty_network().policy, about=with_policy))
    start = ("train", str(tmp_path / "data"), "-o", str(tmp_path / "more.npz"), "--epochs", "1", "--start")
    result = research(*start, str(network))
    assert result.exit_code == 0, result.stderr
    more = read_network(tmp_path / "more.npz").about
    assert more["start"] == file_hash(network)
    assert more["policy"] == {"seed": 3}, "the policy network is kept with its description"
    assert more["command"] == "edokko-research train data -o more.npz --epochs 1 --seed 1 --start net.npz"
    network.write_bytes(b"")
    (tmp_path / "more.npz").unlink()
    result = research(*start, str(network))
    assert (result.exit_code, result.stderr) == (2, f"edokko: {network}: not a network\n")


def test_the_command_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    result = research("train", str(tmp_path), "-o", str(tmp_path / "net.npz"))
    assert result.exit_code == 2
    assert "torch" in result.stderr
    assert "pip install" in result.stderr
    named = research("train", str(tmp_path), "-o", str(tmp_path / "net.txt"))
    assert (named.exit_code, named.stderr) == (
        2,
        f"edokko: {tmp_path / 'net.txt'}: the name must end in one of these: .npz.\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_curve_is_drawn() -> None:
    points = [Figures(100 << number, 12.0 - number, 12.5, 13.0, 11.0, None, 0.01, {}) for number in range(4)]
    picture = draw(points, ".svg").decode()
    assert "Games to train with" in picture
    assert draw(points, ".svg").decode() == picture
    assert draw(points, ".png").startswith(b"\x89PNG")
