"""The command ``edokko-research soak``."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from edokko_research.commands import application
from edokko_research.soak import runner


def test_the_engines_are_compared_and_what_no_game_has_covered_is_named() -> None:
    result = CliRunner().invoke(application, ["soak", "--games", "1", "--players", "2", "--seed", "3"])
    assert result.exit_code == 0, result.output
    assert "Both engines agree: 1 game, " in result.output
    assert "Not covered, rare: " in result.output


def test_a_disagreement_is_named_and_ends_with_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: object) -> None:
        raise runner.CheckFailed("a planted difference")

    monkeypatch.setattr(runner._Pair, "play", fail)
    result = CliRunner().invoke(application, ["soak", "--games", "2", "--seed", "3"])
    assert result.exit_code == 1
    assert "They disagree: seed 0x" in result.output
    assert "The engines disagree in 2 of 2 games, seed 0x3." in result.output
