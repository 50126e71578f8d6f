"""The way from no data to two networks, with a hundredth of the games: what the policy network gains in decisions.

Each step is a command of docs/champion.md. Skipped where PyTorch is not installed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.command import research


def lab(*arguments: str | Path) -> str:
    """Run a command of the laboratory and return its output."""
    result = research(*map(str, arguments))
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_a_hundredth_of_the_training_lowers_regret(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    planned, value = tmp_path / "planned", tmp_path / "value.npz"
    searched, policy = tmp_path / "searched", tmp_path / "policy.npz"
    lab("months", planned, "--games", "440", "--seed", "1")
    lab("train", planned, "-o", value)
    lab("months", searched, "--games", "56", "--simulations", "64", "--network", value)
    lab("policy", searched, "--network", value, "-o", policy, "--epochs", "12")

    sample = tmp_path / "sample"
    lab("decisions", sample, "--decisions", "120", "--playouts", "100", "--seed", "3")
    judged = json.loads(lab("regret", sample, "random", f"policy:{policy}", "--json"))
    random, trained, _ = judged["all"]
    # The gain of random choices is 0.
    assert trained["gain"]["mean"] > trained["gain"]["error"]
    assert trained["loss"]["mean"] < random["loss"]["mean"]
