"""The search space of tuning: tuned numbers, ranges, and numbers that stay constant."""

from __future__ import annotations

import pytest

from edokko.players.evaluation.weights import LARGEST, Weights, shipped
from edokko.players.search import data
from edokko.players.search.data import Settings
from edokko_research.tune.space import REACH, space_of_constants, space_of_weights


def test_the_starting_parameters_give_the_starting_numbers() -> None:
    space = space_of_weights(shipped(), {})
    assert space.all(space.start) == dict(shipped().items())
    constants = space_of_constants(data.settings(), {})
    assert constants.all(constants.start) == dict(data.settings().items())


def test_numbers_stay_in_their_ranges_at_both_ends() -> None:
    for space in (space_of_weights(shipped(), {}), space_of_constants(data.settings(), {})):
        for number in space.numbers:
            low, high = number.of(number.low), number.of(number.high)
            assert low <= number.of(number.start) <= high
            assert low >= 0
            assert high <= number.most
            assert high <= number.start * REACH + 0.5
            assert low >= number.start / REACH - 0.5


def test_a_shorter_reach_keeps_numbers_nearer() -> None:
    for number in space_of_weights(shipped(), {}, 1.2).numbers:
        assert number.low == pytest.approx(number.start / 1.2)
        assert number.high == pytest.approx(number.start * 1.2)


def test_weights_are_integers_and_a_weight_of_0_may_become_1() -> None:
    space = space_of_weights(Weights.of({"joker": 0, "fire_guard": LARGEST}), {})
    low = space.all({number.name: number.low for number in space.numbers})
    high = space.all({number.name: number.high for number in space.numbers})
    assert all(isinstance(number, int) for number in (*low.values(), *high.values()))
    assert space.all(space.start)["joker"] == 0
    assert (low["joker"], high["joker"], high["fire_guard"]) == (0, 1, LARGEST)
    Weights.of(low)
    Weights.of(high)


def test_shares_end_at_one() -> None:
    space = space_of_constants(data.changed({"win_share": 0.9}), {})
    assert space.tuned({number.name: number.high for number in space.numbers})["win_share"] == 1


def test_a_fixed_weight_stays_constant() -> None:
    space = space_of_weights(shipped(), {"joker": 500.0})
    assert "joker" not in space.start
    assert space.all(space.start)["joker"] == 500


def test_switches_and_zeros_stay_constant() -> None:
    begin = data.changed({"first_play": 0})
    tuned = set(space_of_constants(begin, {}).start)
    assert tuned == {"exploration", "prior_temperature", "prior_uniform", "win_share"}
    assert not {name for name in tuned if Settings.cells[name].type.startswith("i")}


@pytest.mark.parametrize(
    ("fixed", "message"),
    [({"jokr": 1}, "no weight 'jokr'"), ({"joker": 0.5}, "0.5 is not a whole number"), ({"joker": -1}, "-1 is not")],
)
def test_an_invalid_fixed_weight_is_refused(fixed: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        space_of_weights(shipped(), fixed)


def test_an_unknown_constant_is_refused() -> None:
    with pytest.raises(ValueError, match="no constant 'explore'"):
        space_of_constants(data.settings(), {"explore": 1})


def test_fixing_every_number_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing is left to tune"):
        space_of_weights(shipped(), dict(shipped().items()))
