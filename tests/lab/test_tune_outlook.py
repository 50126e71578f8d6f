"""The outlook read off positions."""

from __future__ import annotations

import numpy as np
import pytest

from edokko.lab.tune.outlook_fit import HELD_OUT, MONTHS, fit, win_chances
from edokko.lab.tune.positions import EVERY, Positions, play_positions
from edokko.players.search.outlook import STAGES
from edokko.players.search.outlook import win_chances as engines_chances
from edokko.players.weights import shipped
from edokko.rules.state import NEW_YEAR

PLAYERS = 3


def artificial(games: int, months: tuple[int, ...] = (3, 9)) -> tuple[Positions, np.ndarray, np.ndarray, np.ndarray]:
    """Positions whose law is known, one a game: base, slope and spread by month."""
    random = np.random.default_rng(4)
    base = random.uniform(0, 60, (MONTHS, STAGES))
    slope, spread = random.uniform(0.4, 1, MONTHS), random.uniform(4, 12, MONTHS)
    month = random.choice(months, games)
    stage = random.integers(0, STAGES, (games, PLAYERS))
    worth = random.uniform(20, 80, (games, PLAYERS))
    expected = base[month[:, None], stage] + slope[month][:, None] * worth
    chances = np.array([win_chances(one[None], spread[at])[0] for one, at in zip(expected, month, strict=True)])
    winner = (chances.cumsum(axis=1) < random.random(games)[:, None]).sum(axis=1)
    totals = expected + random.normal(0, 5, expected.shape)
    return Positions(worth, stage, month, np.arange(games), totals, winner), base, slope, spread


def test_the_fit_recovers_the_coefficients_that_made_the_positions() -> None:
    positions, base, slope, spread = artificial(20_000)
    found = fit(positions)
    for month in (3, 9):
        assert found.base[month] == pytest.approx(base[month], abs=1.0)
        assert found.slope[month] == pytest.approx(slope[month], abs=0.02)
        assert found.spread[month] == pytest.approx(spread[month], rel=0.1)
    for one in found.quality:
        assert one.error == pytest.approx(5, abs=0.3)
        assert one.log_loss < one.uniform == pytest.approx(np.log(PLAYERS))
    assert [one.month for one in found.quality] == [3, 9, None]
    assert found.quality[-1].positions == 20_000 // HELD_OUT


def test_months_without_positions_take_those_of_the_month_after() -> None:
    found = fit(artificial(2000)[0])
    assert found.slope[:4].tolist() == [found.slope[3]] * 4
    assert found.slope[4:10].tolist() == [found.slope[9]] * 6
    assert found.spread[10:].tolist() == [found.spread[9]] * (NEW_YEAR - 9)


def test_a_stage_that_never_happens_lies_on_the_line_of_the_others() -> None:
    positions = artificial(2000, months=(3,))[0]
    positions = positions.among((positions.stage != 2).all(axis=1))
    found = fit(positions)
    others = np.delete(found.base[3], 2)
    assert others.min() < found.base[3][2] < others.max()


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
    return play_positions(2, 12, 3, shipped(), 10)


def test_positions_are_those_of_whole_games(played: Positions) -> None:
    assert set(played.game) == set(range(12))
    assert set(played.month) <= set(range(NEW_YEAR + 1))
    assert {1, 6, 12} <= set(played.month)
    assert played.worth.shape == played.stage.shape == (len(played.month), 2)
    assert set(played.stage.ravel()) <= set(range(STAGES))
    assert played.totals.shape == (12, 2)
    assert (played.totals[range(12), played.winner] == played.totals.max(axis=1)).all()
    assert len(played.month) < 12 * 400 / EVERY


def test_positions_do_not_depend_on_the_workers(played: Positions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko.lab.tune.positions.CHUNK", 5)
    told: list[int] = []
    again = play_positions(2, 12, 3, shipped(), 10, 2, told.append)
    assert told == [5, 10, 12]
    # Which decisions are looked at depends on a game's place among those handed out together.
    assert again.totals.tolist() == played.totals.tolist()
    assert again.winner.tolist() == played.winner.tolist()


def test_an_outlook_of_real_games_expects_more_of_a_better_evaluation(played: Positions) -> None:
    found = fit(played)
    outlook = found.outlook()
    assert np.isfinite(outlook.base).all()
    assert outlook.slope[12] > 0.3
    assert all(0.5 <= spread <= 100 for spread in outlook.spread)
