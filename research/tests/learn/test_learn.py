"""PPO against a league: it learns, goes on after a stop as if it never was, and its network plays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
import torch

from edokko.lab.benchmark import make
from edokko.players.champion.network import POLICY_LAYERS
from edokko.players.champion.stored import shipped_network
from edokko_research.learn.model import Learner
from edokko_research.learn.ppo import Learning, LearningRecipe, league_of
from edokko_research.train.policy_fitting import logits_of
from helpers.command import research

LEAGUE = league_of("random", 2)
QUICK = LearningRecipe(opponents=LEAGUE, games=32, length=16, steps=32 * 16 * 6, units=16, minibatch=128)


def test_a_learner_that_begins_with_a_network_has_its_probabilities() -> None:
    policy = shipped_network().policy
    learning = Learning(replace(QUICK, units=128), policy)
    cells, masks = learning.seen["observation"], learning.seen["action_mask"]
    logs = learning.model(torch.from_numpy(cells.copy()), torch.from_numpy(masks == 1))[0].detach().numpy()
    rows, moves = np.nonzero(masks)
    logits = np.full(masks.shape, -np.inf)
    logits[rows, moves] = logits_of(policy, cells, rows, moves)
    chances = np.exp(logits - logits.max(1, keepdims=True))
    assert np.exp(logs) == pytest.approx(chances / chances.sum(1, keepdims=True), abs=2e-3)
    exported = learning.model.export()
    assert set(exported) == set(POLICY_LAYERS)
    for name, layer in exported.items():
        assert np.abs(np.asarray(layer, np.int64) - np.asarray(policy[name], np.int64)).max() <= 1


def test_a_stopped_training_goes_on_as_if_it_never_was(tmp_path: Path) -> None:
    told: list[dict[str, float]] = []
    whole = Learning(QUICK, None)
    whole.go_on(told.append)
    assert [figures["steps"] for figures in told] == [32 * 16 * number for number in range(1, 7)]

    again: list[dict[str, float]] = []
    for until in (2, 4, 6):
        part = Learning(QUICK, None)
        if until > 2:
            part.restore(tmp_path / "checkpoint.pt")
        part.go_on(again.append, until)
        part.save(tmp_path / "checkpoint.pt")
    assert _figures(again) == _figures(told)
    for one, other in zip(whole.model.parameters, part.model.parameters, strict=True):
        assert torch.equal(one, other)
    with pytest.raises(ValueError, match="the training began with other settings"):
        Learning(replace(QUICK, rate=0.1), None).restore(tmp_path / "checkpoint.pt")


def _figures(told: list[dict[str, float]]) -> list[dict[str, float]]:
    return [{name: value for name, value in each.items() if name != "cpu_seconds"} for each in told]


def test_a_league_is_read_from_words() -> None:
    assert (
        league_of("random, greedy*2,random*0.5,policy:net=a*b.npz*3", 3)
        == ({"random": 1.5, "greedy": 2.0, "policy:net=a*b.npz": 3.0},) * 2
    )


def test_advantages_are_sums_of_what_comes_until_the_end() -> None:
    learning = Learning(replace(QUICK, games=1, length=4, trace=0.5), None)
    rewards = np.array([[1.0], [2.0], [4.0], [8.0]], np.float32)
    ended = np.array([[False], [True], [False], [False]])
    values = np.array([[0.5], [1.0], [0.0], [2.0], [3.0]], np.float32)
    errors = [1 + 1.0 - 0.5, 2 - 1.0, 4 + 2.0 - 0.0, 8 + 3.0 - 2.0]
    expected = [errors[0] + 0.5 * errors[1], errors[1], errors[2] + 0.5 * errors[3], errors[3]]
    assert learning._advantages(rewards, ended, values)[:, 0].tolist() == pytest.approx(expected)


def test_rewards_add_up_to_the_rank_and_the_final_lead() -> None:
    learning = Learning(replace(QUICK, games=4, length=200, ranks=0.5, shaping=0.05), None)
    begun, seen = learning._leads(), list[Any]()

    def keep(*arrays: Any) -> Any:
        seen.extend(arrays)
        return torch.zeros(arrays[0].shape)

    with patch.object(learning, "_advantages", keep):
        learning._play()
    rewards, ended, _ = seen
    ends = [(step, game) for step, game in np.argwhere(ended).tolist()]
    checked = set()
    for (step, game), (paid, own, others) in zip(ends, learning.results, strict=True):
        if game not in checked:
            lead = own - others - begun[game]
            assert rewards[: step + 1, game].sum() == pytest.approx(0.5 * paid + 0.05 * lead, abs=1e-4)
            checked.add(game)
    assert checked == {0, 1, 2, 3}


def test_it_learns_to_beat_random_players() -> None:
    told: list[dict[str, float]] = []
    recipe = LearningRecipe(
        opponents=LEAGUE, games=64, length=64, steps=64 * 64 * 12, units=32, rate=2e-3, minibatch=512
    )
    Learning(recipe, None).go_on(told.append)
    assert told[-1]["score"] > told[1]["score"] + 8
    assert told[-1]["entropy"] < told[0]["entropy"]


def test_the_command_writes_a_network_that_plays(tmp_path: Path) -> None:
    words = ("learn", tmp_path / "out", "--players", "2", "--opponents", "random,greedy*0.5", "--units", "8")
    first = research(*words, "--steps", "20000")
    assert first.exit_code == 0, first.output
    assert "Network written" in first.output
    lines = (tmp_path / "out" / "curve.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("steps,won,score")
    assert len(lines) == 2
    assert make(f"policy:net={tmp_path / 'out' / 'network.npz'}", 1).name.startswith("policy")
    assert research(*words, "--steps", "20000").exit_code == 0
    wrong = research(*words, "--steps", "90000")
    assert (wrong.exit_code, "other settings" in wrong.output) == (2, True)
    other = research(*words, "--steps", "20000", "--start", tmp_path / "out" / "network.npz")
    assert (other.exit_code, "other settings" in other.output) == (2, True)
    (tmp_path / "out" / "checkpoint.pt").write_text("junk")
    broken = research(*words, "--steps", "20000")
    assert (broken.exit_code, "no checkpoint of a training" in broken.output) == (2, True)
    for opponents, message in (("stranger", "there is no player 'stranger'"), ("random*x", "opponents: 'random*x'")):
        result = research("learn", tmp_path / "new", "--opponents", opponents)
        assert (result.exit_code, message in result.output) == (2, True), result.output
    assert not (tmp_path / "new").exists()
    assert isinstance(Learner(1, 8), Learner)
