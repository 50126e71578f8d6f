"""The outlook read off positions."""

from __future__ import annotations

from operator import mul

import numpy as np
import pytest

from edokko.game import Game
from edokko.lab.tune.outlook_fit import HELD_OUT, MONTHS, fit, win_chances
from edokko.lab.tune.positions import GREEDY, PLANNER, Positions, play_positions
from edokko.players import player
from edokko.players.appraisal import appraise
from edokko.players.features import EVALUATION, FEATURE_COUNT, FEATURES, SQUARE, TRACK, observe
from edokko.players.outlook import expected_final, outlook_for
from edokko.players.outlook import win_chances as engines_chances
from edokko.players.weights import shipped
from edokko.rules.state import NEW_YEAR, SQUARES

PLAYERS = 3


def artificial(games: int, months: tuple[int, ...] = (3, 9)) -> tuple[Positions, np.ndarray, np.ndarray, np.ndarray]:
    """Positions whose law is known, one a game: base, weight and spread by month."""
    random = np.random.default_rng(4)
    base, spread = random.uniform(0, 60, MONTHS), random.uniform(4, 12, MONTHS)
    weight = random.uniform(-1, 1, (MONTHS, FEATURE_COUNT))
    month = random.choice(months, games)
    features = random.uniform(0, 10, (games, PLAYERS, FEATURE_COUNT))
    expected = base[month][:, None] + np.einsum("gpf,gf->gp", features, weight[month])
    chances = np.array([win_chances(one[None], spread[at])[0] for one, at in zip(expected, month, strict=True)])
    winner = (chances.cumsum(axis=1) < random.random(games)[:, None]).sum(axis=1)
    totals = expected + random.normal(0, 5, expected.shape)
    return Positions(features, month, np.arange(games), totals, winner), base, weight, spread


def test_the_fit_recovers_the_coefficients_that_made_the_positions() -> None:
    positions, base, weight, spread = artificial(20_000)
    found = fit(positions)
    for month in (3, 9):
        assert found.base[month] == pytest.approx(base[month], abs=2.0)
        assert found.weight[month] == pytest.approx(weight[month], abs=0.05)
        assert found.spread[month] == pytest.approx(spread[month], rel=0.1)
    for one in found.quality:
        assert one.error == pytest.approx(5, abs=0.3)
        assert one.log_loss < one.uniform == pytest.approx(np.log(PLAYERS))
    assert [one.month for one in found.quality] == [3, 9, None]
    assert found.quality[-1].positions == 20_000 // HELD_OUT


def test_months_without_positions_take_those_of_the_month_after() -> None:
    found = fit(artificial(2000)[0])
    assert found.weight[:4].tolist() == [found.weight[3].tolist()] * 4
    assert found.weight[4:10].tolist() == [found.weight[9].tolist()] * 6
    assert found.spread[10:].tolist() == [found.spread[9]] * (NEW_YEAR - 9)


def test_a_feature_that_never_varies_counts_nothing() -> None:
    positions = artificial(2000, months=(3,))[0]
    positions.features[:, :, 2] = 7.0
    assert fit(positions).weight[3][2] == 0


def test_too_few_games_are_refused() -> None:
    positions = artificial(50)[0]
    for some in (positions.among(positions.game < 3), positions.among(positions.game % HELD_OUT != HELD_OUT - 1)):
        with pytest.raises(ValueError, match="too few games"):
            fit(some)


def test_the_chances_are_those_of_the_search() -> None:
    finals, wins = [80.0, 71.5, 66.0], [0.0] * 3
    engines_chances(3, finals, 7.0, wins)
    assert win_chances(np.array([finals]), 7.0)[0].tolist() == pytest.approx(wins)


@pytest.fixture(scope="module")
def played() -> Positions:
    """Positions of some games, with a share of random moves."""
    return play_positions(2, 12, 3, GREEDY, shipped(), 10)


def test_positions_are_the_beginnings_of_all_months_but_the_first(played: Positions) -> None:
    assert played.month.tolist() == list(range(2, NEW_YEAR + 1)) * 12
    assert played.game.tolist() == [game for game in range(12) for _ in range(2, NEW_YEAR + 1)]
    assert played.features.shape == (len(played.month), 2, len(FEATURES))
    assert played.totals.shape == (12, 2)
    assert (played.totals[range(12), played.winner] == played.totals.max(axis=1)).all()


def test_features_are_what_there_is_to_see(played: Positions) -> None:
    squares, track = played.features[:, :, SQUARE], played.features[:, :, TRACK]
    assert squares.min() >= 0
    assert squares.max() <= SQUARES
    assert (track <= played.final).all()
    assert np.isfinite(played.features).all()


def test_positions_do_not_depend_on_the_workers(played: Positions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko.lab.tune.positions.CHUNK", 5)
    told: list[int] = []
    again = play_positions(2, 12, 3, GREEDY, shipped(), 10, 2, told.append)
    assert told == [5, 10, 12]
    assert again.totals.tolist() == played.totals.tolist()
    assert again.winner.tolist() == played.winner.tolist()
    assert again.features.tolist() == played.features.tolist()


def test_the_planner_plays_other_games_than_the_greedy_player(played: Positions) -> None:
    assert play_positions(2, 12, 3, PLANNER, shipped(), 10).totals.tolist() != played.totals.tolist()


def test_an_outlook_of_real_games_is_finite_and_says_more_than_nothing() -> None:
    found = fit(play_positions(2, 300, 3, GREEDY, shipped(), 10))
    outlook = found.outlook()
    assert np.isfinite(outlook.base).all()
    assert np.isfinite(outlook.weight).all()
    assert all(0.5 <= spread <= 100 for spread in outlook.spread)
    last = found.quality[-2]
    assert last.month == NEW_YEAR
    assert last.log_loss < last.uniform


def test_the_search_expects_what_the_shipped_weights_say() -> None:
    game = Game(2, seed=5)
    mover = player("greedy", 1)
    while game.month < 6:
        game.play(mover.choose(game))
    outlook, features = outlook_for(2), [0.0] * FEATURE_COUNT
    observe(game.tables, appraise(game.tables, shipped()), game.state, 0, features)
    by_hand = outlook.base[6] + sum(map(mul, outlook.weight[6], features))
    assert expected_final(outlook, 6, features) == pytest.approx(by_hand)
    assert features[EVALUATION] > 0
    assert 40 < by_hand < 160
