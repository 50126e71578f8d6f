"""The training of the policy network: its data, and a network that learns and is exported exactly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.helpers.networks import random_network

from edokko import extras
from edokko.players.champion.network import POLICY_LAYERS
from edokko.players.champion.stored import SHIPPED, check_layers, read_network, write_network
from edokko_research.data.observed import DataError
from edokko_research.months.job import MonthsJob
from edokko_research.months.plan import months_plan
from edokko_research.train.policy_fitting import PolicyRecipe, logits_of, train_policy
from edokko_research.train.policy_model import PolicyModel, policy_batch
from edokko_research.train.searches import read_searches
from helpers.command import research
from helpers.months import sample_of
from helpers.networks import searches

SMALL = PolicyRecipe(epochs=8, batch=32, units=16, rate=2e-2, drop=0.0)


@pytest.fixture
def torch() -> object:
    return pytest.importorskip("torch", reason="PyTorch is not installed")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """Return a sample of five games of a search."""
    network = tmp_path / "net.npz"
    write_network(network, random_network(1))
    job = MonthsJob(months_plan(5, simulations=4), tmp_path / "data", network)
    job.begin()
    job.work(0)
    return tmp_path / "data"


def test_decisions_are_read_as_they_were_written(sample: Path) -> None:
    rows = extras.lab("pyarrow.parquet").read_table(sample / "searches").to_pylist()
    data = read_searches([sample, sample])
    assert len(data) == 2 * len(rows)
    assert data.games.tolist() == [row["game"] for row in rows] + [5 + row["game"] for row in rows]
    assert np.unique(data.games[data.is_held_out]).tolist() == [4, 9]
    for number in range(0, len(rows), 50):
        assert data.dense(np.array([number]))[0].tobytes() == rows[number]["cells"]
        batch = policy_batch(data, np.array([number, number + 1]))
        own = batch.rows == 0
        assert batch.moves[own].tolist() == rows[number]["moves"]
        assert batch.places[own].tolist() == list(range(own.sum()))
        visits = np.array(rows[number]["visits"])
        assert batch.shares[own] == pytest.approx(visits / visits.sum())


def test_a_sample_without_a_search_is_refused(tmp_path: Path) -> None:
    sample_of(tmp_path, 1)
    with pytest.raises(DataError, match="no table searches; edokko-research months --simulations N makes one"):
        read_searches([tmp_path])


@pytest.mark.usefixtures("torch")
def test_a_short_training_finds_the_most_visited_moves() -> None:
    passes: list[int] = []
    layers, figures = train_policy(searches(400, 1), SMALL, lambda number, loss: passes.append(number))
    check_layers(layers, "", POLICY_LAYERS)
    assert figures.decisions == 640
    # Of five moves, equal priors lose log 5 and find one in five.
    assert figures.least_loss < figures.loss < figures.least_loss + 0.1 < np.log(5)
    assert figures.agreement > 0.95
    assert passes == list(range(1, 9))


@pytest.mark.usefixtures("torch")
def test_the_same_seed_gives_the_same_network() -> None:
    data, recipe = searches(40, 2), replace(SMALL, epochs=1, drop=0.2)
    one, other, changed = (train_policy(data, replace(recipe, seed=seed))[0] for seed in (1, 1, 2))
    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert not np.array_equal(one["policy_first"], changed["policy_first"])


@pytest.mark.usefixtures("torch")
def test_the_export_is_what_the_model_computes_within_rounding() -> None:
    data, model = searches(10, 3), PolicyModel(1, 16)
    torch = model.torch
    with torch.no_grad():
        model.moves.copy_(torch.randn(model.moves.shape))
        model.move_bias.copy_(torch.randn(model.move_bias.shape))
        model.first.mul_(3)
        batch = policy_batch(data, np.arange(20))
        loss = float(model.loss(batch))
    logits = logits_of(model.export(), data.dense(np.arange(20)), batch.rows, batch.moves).reshape(20, -1)
    priors = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    assert -(batch.shares.reshape(20, -1) * np.log(priors)).sum() / 20 == pytest.approx(loss, abs=0.02)


@pytest.mark.usefixtures("torch")
def test_weights_are_kept_in_the_range_of_their_integers() -> None:
    model = PolicyModel(1, 8)
    with model.torch.no_grad():
        for tensor in model.parameters:
            tensor.add_(1).mul_(1e4)
    model.keep_in_range()
    layers = model.export()
    assert (layers["policy_first"].max(), layers["policy_moves"].max()) == (32767, 32767)
    assert model.moves.detach().numpy().max() < 17


@pytest.mark.usefixtures("torch")
def test_too_few_games_are_refused() -> None:
    with pytest.raises(DataError, match="too few games"):
        train_policy(searches(2, 1), SMALL)


@pytest.mark.usefixtures("torch")
def test_the_command_adds_a_policy_to_a_network(sample: Path, tmp_path: Path) -> None:
    output = tmp_path / "more.npz"
    arguments = ("policy", str(sample), "-o", str(output), "--epochs", "1", "--network")
    result = research(*arguments, str(tmp_path / "net.npz"))
    assert result.exit_code == 0, result.stderr
    assert "cross-entropy" in result.stdout
    before, after = read_network(tmp_path / "net.npz"), read_network(output)
    assert all(np.array_equal(after.layers[name], before.layers[name]) for name in before.layers)
    assert not np.array_equal(after.policy["policy_moves"], before.policy["policy_moves"])
    assert after.about["seed"] == before.about["seed"]
    made = after.about["policy"]
    assert (
        made["command"] == "edokko-research policy data -o more.npz --epochs 1 --units 128 --seed 1 --network net.npz"
    )
    assert made["figures"]["decisions"] > 400
    again = research(*arguments, str(tmp_path / "net.npz"))
    assert (again.exit_code, again.stderr) == (2, f"edokko: {output} exists already.\n")
    output.unlink()
    (tmp_path / "net.npz").write_bytes(b"")
    broken = research(*arguments, str(tmp_path / "net.npz"))
    assert (broken.exit_code, broken.stderr) == (2, f"edokko: {tmp_path / 'net.npz'}: not a network\n")
    default = research(*arguments[:-1])
    assert default.exit_code == 0, default.stderr
    assert np.array_equal(read_network(output).layers["first"], read_network(SHIPPED).layers["first"])
