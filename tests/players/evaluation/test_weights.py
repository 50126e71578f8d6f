"""The weights of the evaluation."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from edokko.players.evaluation.weights import LARGEST, Weights, shipped


def test_the_shipped_weights_are_complete_and_shared() -> None:
    assert shipped() is shipped()
    text = files("edokko.players.evaluation").joinpath("weights.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text).keys() == Weights.cells.keys()
    assert all(0 <= number <= LARGEST for _, number in shipped().items())


def test_some_weights_are_changed_and_the_shipped_ones_stay() -> None:
    before = shipped().copy()
    assert Weights.of({"joker": 1}).joker == 1
    assert shipped() == before


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"luck": 1}, "there is no weight 'luck'; weights: mon_late"),
        ({"joker": -1}, "weight joker: -1 is not a whole number from 0"),
        ({"joker": 1.5}, "weight joker: 1.5"),
        ({"joker": True}, "weight joker: True"),
        ({"joker": LARGEST + 1}, "weight joker"),
    ],
)
def test_impossible_weights_are_refused(numbers: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Weights.of(numbers)
