"""The benchmark of the search's constants: losses by the judgement of a long search, and its wrong options."""

from __future__ import annotations

import sys

import pytest

import constants
from edokko.game import Game


def test_a_move_loses_what_the_best_one_gains_over_it() -> None:
    decision = constants.Decision(Game(4, seed=1), {3: 0.5, 7: 0.2, 9: 0.4}, best=3)
    assert [round(decision.loss(move), 9) for move in (3, 9, 7)] == [0, 0.1, 0.3]
    assert decision.loss(11) == decision.loss(7), "a move without a visit counts as the worst one"


def test_every_decision_has_the_loss_of_a_legal_move() -> None:
    sample = list(constants.decisions(3, "champion:40sims", 4, seed=5))
    assert [len(decision.game.legal_moves) > 1 for decision in sample] == [True] * 3
    lost, milliseconds = constants.losses("champion:20sims", sample, 5)
    assert milliseconds > 0
    for decision, loss in zip(sample, lost, strict=True):
        assert loss in [decision.loss(move.number) for move in decision.game.legal_moves]


@pytest.mark.parametrize(
    ("words", "problem"),
    [(["greedy"], "greedy: not a player that searches"), (["champion:9sims", "--decisions", "0"], "--decisions: 0")],
)
def test_wrong_options_are_refused(
    words: list[str], problem: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["constants.py", *words])
    with pytest.raises(SystemExit) as end:
        constants.main()
    assert end.value.code == 2
    assert problem in capsys.readouterr().err
