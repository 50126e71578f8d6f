"""examples/ppo.py: a few seconds of training, tiny. What it learns in an hour is in docs/baseline.md."""

from __future__ import annotations

import csv
import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.helpers.paths import ROOT

from edokko.observation.encoder import CELLS
from edokko.rules.moves import MOVES

TINY = ["--decisions=384", "--four=4", "--two=4", "--steps=16", "--hidden=8", "--evaluations=3", "--games=1"]


@pytest.fixture(scope="module")
def torch() -> Any:
    # Not when the tests are collected: the import takes two seconds in each of their processes.
    return pytest.importorskip("torch", reason="PyTorch is not installed")


@pytest.fixture(scope="module")
def ppo(torch: Any) -> Any:
    spec = importlib.util.spec_from_file_location("ppo", ROOT / "examples" / "ppo.py")
    assert spec is not None
    assert spec.loader is not None
    sys.modules["ppo"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def table(torch: Any, ppo: Any) -> Any:
    """A table after one rollout, long enough for games to end and begin anew."""
    torch.manual_seed(1)
    settings = ppo.Settings(steps=400)
    table = ppo.Table(3, 2, settings)
    table.play(ppo.Network(8), torch.Generator().manual_seed(1))
    return table


def points(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def test_a_training_writes_its_curve_and_weights_that_can_be_loaded(ppo: Any, tmp_path: Path, capsys: Any) -> None:
    save, curve = tmp_path / "ppo.pt", tmp_path / "ppo.csv"
    assert ppo.main([*TINY, f"--save={save}", f"--curve={curve}"]) == 0
    rows = points(curve)
    assert [int(row["decisions"]) for row in rows] == [128, 256, 384]
    assert all(0 <= float(row[f"won_{who}"]) <= 1 for row in rows for who in ("random", "greedy"))
    capsys.readouterr()
    assert ppo.main(["--decisions=0", "--games=1", f"--load={save}"]) == 0
    measured = dict(item.split("=") for item in capsys.readouterr().out.split())
    same = ("won_random", "score_random", "theirs_random", "won_greedy", "score_greedy", "theirs_greedy")
    assert {name: measured[name] for name in same} == {name: rows[-1][name] for name in same}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--decisions=100"], "--decisions 100: an update takes 16384; 0 only measures"),
        (["--load=missing.pt"], "cannot read missing.pt: no such file"),
        (["--rate=fast"], "argument --rate: invalid float value: 'fast'"),
    ],
)
def test_mistakes_are_told_with_exit_code_2(ppo: Any, capsys: Any, arguments: list[str], message: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        ppo.main(arguments)
    assert message in capsys.readouterr().err


def test_the_same_seed_gives_the_same_curve(ppo: Any, tmp_path: Path) -> None:
    curves = []
    for name in ("one", "two"):
        ppo.main([*TINY, "--evaluations=1", f"--curve={tmp_path / name}"])
        curves.append([{**row, "cpu_seconds": ""} for row in points(tmp_path / name)])
    assert curves[0] == curves[1]


def test_an_illegal_move_has_no_probability_is_never_drawn_and_gets_no_gradient(torch: Any, ppo: Any) -> None:
    torch.manual_seed(2)
    network, generator = ppo.Network(8), torch.Generator().manual_seed(2)
    masks = torch.rand(64, MOVES, generator=generator) < 0.02
    masks[:, 5] = True
    chances, _ = network(torch.ones(64, CELLS, dtype=torch.int8), masks)
    assert (chances.exp()[~masks] == 0).all()
    for _ in range(200):
        assert masks[torch.arange(64), ppo.draw(chances, generator)].all()
    never = ~masks.any(0)
    assert never.any()
    (-chances[:, 5] + (chances.exp() * chances.clamp(min=-50)).sum(1)).mean().backward()
    assert (network.policy.weight.grad[never] == 0).all()
    assert (network.policy.weight.grad[5] != 0).any()


def test_every_move_of_a_rollout_is_legal(torch: Any, table: Any) -> None:
    deciding = torch.from_numpy(table.seats >= 0)
    drawn = table.masks.gather(2, table.moves[..., None])[..., 0]
    assert drawn[deciding].all()
    assert not table.masks[~deciding].any()
    assert table.ended.sum() >= 3
    assert (~deciding).sum() == table.ended[:-1].sum()


def test_the_rewards_of_a_game_are_its_ranks_and_its_final_lead(ppo: Any, table: Any) -> None:
    """Shaping is a potential: over a whole game it adds up to the final lead, as no seat leads at the beginning."""
    ranks, shaping = table.settings.ranks, table.settings.shaping
    for game in range(3):
        first = int(np.flatnonzero(table.ended[:, game])[0])
        total = table.rewards[: first + 1, game].sum(0)
        assert total.sum() == pytest.approx(0, abs=1e-4)
        winner = int(total.argmax())
        assert total[winner] >= ranks - 1e-4
        lead = (total[winner] - ranks) / shaping
        assert lead == pytest.approx(round(lead), abs=1e-3)


def test_advantages_are_those_of_each_seats_own_decisions(ppo: Any, table: Any) -> None:
    """With lambda 1 and values of 0, an advantage is all that the seat still gets."""
    table.settings.trace = 1.0
    table.values.zero_()
    advantages, is_known = ppo.estimate(table, np.zeros(3, np.float32))
    for game in range(3):
        ends = np.flatnonzero(table.ended[:, game])
        for step in range(0, int(ends[0]) + 1, 7):
            seat = table.seats[step, game]
            assert is_known[step, game]
            expected = table.rewards[step : ends[0] + 1, game, seat].sum()
            assert advantages[step, game] == pytest.approx(expected, abs=1e-4)


def test_a_decision_without_an_outcome_yet_is_not_learnt_from(ppo: Any, table: Any) -> None:
    _, is_known = ppo.estimate(table, np.zeros(3, np.float32))
    due = table.info["seat"]
    for game in range(3):
        for seat in (0, 1):
            last = np.flatnonzero(table.seats[:, game] == seat)[-1]
            is_answered = seat == due[game] or table.ended[last:, game].any()
            assert is_known[last, game] == is_answered


def test_an_update_makes_good_moves_likelier(torch: Any, ppo: Any, table: Any) -> None:
    network = ppo.Network(32)
    settings = ppo.Settings(epochs=4, minibatch=64, entropy=0.0)
    generator = torch.Generator().manual_seed(3)
    data = table.decisions(network)
    with torch.no_grad():
        data.chances = network(data.cells, data.masks)[0].gather(1, data.moves[:, None])[:, 0]
    data.advantages = torch.where(torch.arange(len(data.moves)) % 2 == 0, 1.0, -1.0)
    ppo.update(network, torch.optim.Adam(network.parameters(), lr=1e-3), data, settings, generator)
    with torch.no_grad():
        change = network(data.cells, data.masks)[0].gather(1, data.moves[:, None])[:, 0] - data.chances
    assert change[data.advantages > 0].mean() > 0.01
    assert change[data.advantages < 0].mean() < -0.01
