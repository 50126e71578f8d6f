"""The fit of the outlook to positions."""

from __future__ import annotations

from operator import mul

import numpy as np
import pytest

from edokko.game import Game
from edokko.players import player
from edokko.players.evaluation.outlook import (
    EVALUATION,
    FEATURE_COUNT,
    FEATURES,
    IKI_TRACK,
    SQUARE,
    expected_final,
    observe,
    outlook_for,
)
from edokko.players.evaluation.outlook import win_chances as engines_chances
from edokko.players.evaluation.weights import shipped
from edokko.players.evaluation.worth import appraise
from edokko.rules.state import NEW_YEAR, SQUARES
from edokko_research.tune.outlook_fit import HELD_OUT, MONTHS, fit, win_chances
from edokko_research.tune.positions import Positions, play_positions

PLAYERS = 3


def artificial(games: int, months: tuple[int, ...] = (3, 9)) -> tuple[Positions, np.ndarray, np.ndarray, np.ndarray]:
    """Draw positions from a known model, one for each game; also return its base, weight and spread by month."""
    random = np.random.default_rng(4)
    base, spread = random.uniform(0, 60, MONTHS), random.uniform(4, 12, MONTHS)
    weight = random.uniform(-1, 1, (MONTHS, FEATURE_COUNT))
    month = random.choice(months, games)
    features = random.uniform(0, 10, (games, PLAYERS, FEATURE_COUNT))
    expected = base[month][:, None] + np.einsum("gpf,gf->gp", features, weight[month])
    chances = np.array([win_chances(row[None], spread[at])[0] for row, at in zip(expected, month, strict=True)])
    winner = (chances.cumsum(axis=1) < random.random(games)[:, None]).sum(axis=1)
    totals = expected + random.normal(0, 5, expected.shape)
    return Positions(features, month, np.arange(games), totals, winner), base, weight, spread


def test_the_fit_recovers_the_coefficients_that_made_the_positions() -> None:
    positions, base, weight, spread = artificial(20_000)
    fitted = fit(positions)
    for month in (3, 9):
        assert fitted.base[month] == pytest.approx(base[month], abs=2.0)
        assert fitted.weight[month] == pytest.approx(weight[month], abs=0.05)
        assert fitted.spread[month] == pytest.approx(spread[month], rel=0.1)
    for quality in fitted.quality:
        assert quality.error == pytest.approx(5, abs=0.3)
        assert quality.log_loss < quality.uniform == pytest.approx(np.log(PLAYERS))
    assert [quality.month for quality in fitted.quality] == [3, 9, None]
    assert fitted.quality[-1].positions == 20_000 // HELD_OUT


def test_months_without_positions_copy_the_next_fitted_month() -> None:
    fitted = fit(artificial(2000)[0])
    assert fitted.weight[:4].tolist() == [fitted.weight[3].tolist()] * 4
    assert fitted.weight[4:10].tolist() == [fitted.weight[9].tolist()] * 6
    assert fitted.spread[10:].tolist() == [fitted.spread[9]] * (NEW_YEAR - 9)


def test_a_constant_feature_gets_weight_0() -> None:
    positions = artificial(2000, months=(3,))[0]
    positions.features[:, :, 2] = 7.0
    assert fit(positions).weight[3][2] == 0


def test_too_few_games_are_refused() -> None:
    positions = artificial(50)[0]
    for mask in (positions.game < 3, positions.game % HELD_OUT != HELD_OUT - 1):
        with pytest.raises(ValueError, match="too few games"):
            fit(positions.subset(mask))


def test_the_chances_are_those_of_the_search() -> None:
    finals, wins = [80.0, 71.5, 66.0], [0.0] * 3
    engines_chances(3, finals, 7.0, wins)
    assert win_chances(np.array([finals]), 7.0)[0].tolist() == pytest.approx(wins)


@pytest.fixture(scope="module")
def sampled() -> Positions:
    """Return positions of games with a share of random moves."""
    return play_positions(2, 12, 3, "greedy", shipped(), 10)


def test_positions_are_the_beginnings_of_all_months_but_the_first(sampled: Positions) -> None:
    assert sampled.month.tolist() == list(range(2, NEW_YEAR + 1)) * 12
    assert sampled.game.tolist() == [game for game in range(12) for _ in range(2, NEW_YEAR + 1)]
    assert sampled.features.shape == (len(sampled.month), 2, len(FEATURES))
    assert sampled.totals.shape == (12, 2)
    assert (sampled.totals[range(12), sampled.winner] == sampled.totals.max(axis=1)).all()


def test_features_are_in_their_ranges(sampled: Positions) -> None:
    squares, track = sampled.features[:, :, SQUARE], sampled.features[:, :, IKI_TRACK]
    assert squares.min() >= 0
    assert squares.max() <= SQUARES
    assert (track <= sampled.finals).all()
    assert np.isfinite(sampled.features).all()


def test_positions_do_not_depend_on_the_workers(sampled: Positions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko_research.tune.positions.CHUNK", 5)
    counts: list[int] = []
    parallel = play_positions(2, 12, 3, "greedy", shipped(), 10, 2, counts.append)
    assert counts == [5, 10, 12]
    assert parallel.totals.tolist() == sampled.totals.tolist()
    assert parallel.winner.tolist() == sampled.winner.tolist()
    assert parallel.features.tolist() == sampled.features.tolist()


def test_the_planner_plays_other_games_than_the_greedy_player(sampled: Positions) -> None:
    assert play_positions(2, 12, 3, "planner", shipped(), 10).totals.tolist() != sampled.totals.tolist()


def test_an_outlook_of_real_games_is_finite_and_better_than_the_baseline() -> None:
    fitted = fit(play_positions(2, 300, 3, "greedy", shipped(), 10))
    outlook = fitted.outlook()
    assert np.isfinite(outlook.base).all()
    assert np.isfinite(outlook.weight).all()
    assert all(0.5 <= spread <= 100 for spread in outlook.spread)
    last = fitted.quality[-2]
    assert last.month == NEW_YEAR
    assert last.log_loss < last.uniform


def test_the_expected_final_score_is_the_linear_model() -> None:
    game = Game(2, seed=5)
    mover = player("greedy", 1)
    while game.month < 6:
        game.play(mover.choose(game))
    outlook, features = outlook_for(2), [0.0] * FEATURE_COUNT
    observe(game.tables, list(appraise(game.tables, shipped())), game.state, 0, features)
    by_hand = outlook.base[6] + sum(map(mul, outlook.weight[6], features))
    assert expected_final(outlook, 6, features) == pytest.approx(by_hand)
    assert features[EVALUATION] > 0
    assert 40 < by_hand < 160
