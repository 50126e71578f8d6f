"""The way from the shipped file to two new networks, with a hundredth of the games: what a policy gains in decisions.

Each step is a command of docs/champion.md. Skipped where PyTorch is not installed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from edokko.players.champion.stored import SHIPPED
from helpers.command import research


def lab(*arguments: str | Path) -> str:
    """Run a command of the laboratory and return its output."""
    result = research(*map(str, arguments))
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_a_hundredth_of_the_training_lowers_regret(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    more, searched, value, policy = (tmp_path / name for name in ("more", "searched", "value.npz", "policy.npz"))
    lab("months", more, "--games", "30", "--simulations", "16", "--between", "4", "--side-lines", "2")
    lab("train", more, "--start", SHIPPED, "-o", value)
    lab("months", searched, "--games", "56", "--simulations", "64", "--network", value)
    lab("policy", searched, "--network", value, "-o", policy, "--epochs", "12")

    sample = tmp_path / "sample"
    lab("decisions", sample, "--decisions", "120", "--playouts", "100", "--seed", "3")
    judged = json.loads(lab("regret", sample, "random", f"policy:{policy}", "--json"))
    random, trained, _ = judged["all"]
    # The gain of random choices is 0.
    assert trained["gain"]["mean"] > trained["gain"]["error"]
    assert trained["loss"]["mean"] < random["loss"]["mean"]
