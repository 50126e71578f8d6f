"""The training: it learns, it is repeatable, and its export is exact. Skipped where PyTorch is not installed."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from edokko.lab.train.batches import batch_of, pairs_of
from edokko.lab.train.curve import draw
from edokko.lab.train.fitting import Figures, Recipe, best_by_half, train
from edokko.lab.train.gain import Gain, split
from edokko.lab.train.model import Model
from edokko.lab.train.siblings import DataError
from edokko.players.champion.stored import StoredNetwork, check_layers, read_network
from edokko.players.champion.valuer import Valuer
from tests.helpers.networks import siblings
from tests.helpers.terminal import edokko
from tests.lab.train.test_siblings import write

SMALL = Recipe(epochs=6, batch=16, units=16, inner=8, rate=1e-2)


@pytest.fixture
def torch() -> object:
    return pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'edokko[train]'")


@pytest.mark.usefixtures("torch")
def test_a_short_training_lowers_the_regret_on_held_out_games() -> None:
    data = siblings(250, 1)
    trained = train(data, SMALL)
    bound = best_by_half(data, split(data, SMALL.seed, SMALL.held_out)[1])
    assert trained.figures.gain.low > bound.mean / 2 > 0.5
    assert trained.figures.rounding < 0.05
    assert trained.figures.gain.mean == pytest.approx(trained.figures.float_gain.mean, abs=0.2)


@pytest.mark.usefixtures("torch")
def test_the_same_seed_gives_the_same_network() -> None:
    data = siblings(40, 2)
    recipe = Recipe(epochs=2, batch=8, units=8, inner=4)
    one, other = train(data, recipe).layers, train(data, recipe).layers
    assert all(np.array_equal(one[name], other[name]) for name in one)
    changed = train(data, Recipe(seed=2, epochs=2, batch=8, units=8, inner=4)).layers
    assert not np.array_equal(one["second"], changed["second"])


@pytest.mark.usefixtures("torch")
def test_the_export_is_what_the_model_computes_within_rounding() -> None:
    data = siblings(10, 3)
    model = Model(1, 16, 8)
    with model.torch.no_grad():
        model.direct.copy_(model.torch.randn(model.direct.shape) * 0.1)
        model.third.copy_(model.torch.randn(model.third.shape))
        model.first.mul_(3)
    batch = batch_of(data, pairs_of(data), np.arange(10), 3.0)
    with model.torch.no_grad():
        margins, logits = (outputs.numpy() for outputs in model.forward(batch))
    odds = np.exp(np.where(batch.present, logits, -np.inf))
    judged = Valuer(StoredNetwork(model.export())).of_observations(data.dense(np.arange(40)), [3] * 40)
    assert np.abs(judged.margins - margins)[batch.present].max() < 0.1
    assert np.abs(judged.wins - odds / odds.sum(axis=1, keepdims=True)).max() < 0.005


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
def test_too_few_games_are_refused() -> None:
    with pytest.raises(DataError, match="too few games"):
        train(siblings(2, 1), SMALL)


@pytest.mark.usefixtures("torch")
def test_the_command_writes_a_network_and_a_curve(tmp_path: Path) -> None:
    write(tmp_path / "data/a.parquet", siblings(60, 4))
    network, curve = tmp_path / "net.npz", tmp_path / "curve.svg"
    arguments = ("lab", "train", str(tmp_path / "data"), "-o", str(network), "--curve", str(curve), "--epochs", "1")
    result = edokko(*arguments)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("a gain of") == 4
    about = read_network(network).about
    assert about["seed"] == 1
    assert str(about["command"]).startswith("edokko lab train ")
    assert [point["decisions"] for point in about["figures"]] == sorted(
        point["decisions"] for point in about["figures"]
    )
    check_layers(read_network(network).layers, "")
    assert curve.read_bytes().startswith(b"<?xml")
    again = edokko(*arguments)
    assert (again.exit_code, again.stderr) == (2, f"edokko: {network} exists already.\n")


def test_the_command_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    result = edokko("lab", "train", str(tmp_path), "-o", str(tmp_path / "net.npz"))
    assert result.exit_code == 2
    assert "torch" in result.stderr
    assert "pip install 'edokko[train]'" in result.stderr
    named = edokko("lab", "train", str(tmp_path), "-o", str(tmp_path / "net.txt"))
    assert (named.exit_code, named.stderr) == (
        2,
        f"edokko: {tmp_path / 'net.txt'}: the name must end in one of these: .npz.\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_curve_is_drawn() -> None:
    gains = [Gain(0.5 * number, 0.2, 100) for number in range(4)]
    points = [Figures(100 << number, each, each, each, 9.0, 0.1, 0.01, 3) for number, each in enumerate(gains)]
    picture = draw(points, Gain(5.9, 0.1, 100), ".svg").decode()
    assert "Decisions to train with" in picture
    assert draw(points, Gain(5.9, 0.1, 100), ".svg").decode() == picture
    assert draw(points, Gain(5.9, 0.1, 100), ".png").startswith(b"\x89PNG")
