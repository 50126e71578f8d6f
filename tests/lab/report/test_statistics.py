"""The statistics of reports, against planted values and against plain formulas."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from edokko.lab.report.statistics.regression import Design, least_squares, logistic
from edokko.lab.report.statistics.sums import GROUPS, group_of, jackknife, replicates_of, sums
from edokko.lab.report.statistics.variance import parts_of


def grouped(block: np.ndarray, **columns: np.ndarray) -> pl.DataFrame:
    return pl.DataFrame({"block": block, **columns}).with_columns(group_of(pl.col("block")).alias("group"))


def test_blocks_fall_into_groups_of_about_one_size_and_games_of_a_block_into_one() -> None:
    frame = grouped(np.repeat(np.arange(8000), 4))
    assert frame.group_by("block").agg(pl.col("group").n_unique())["group"].unique().to_list() == [1]
    counts = frame["group"].value_counts()["count"]
    assert len(counts) == GROUPS
    assert counts.max() <= 1.05 * counts.min()  # type: ignore[operator]


def test_neighbouring_blocks_of_a_repeating_schedule_spread_over_all_groups() -> None:
    blocks = pl.DataFrame({"block": np.arange(12_000)}).with_columns(group_of(pl.col("block")).alias("group"))
    for start in range(6):  # every sixth block has the same line-up
        counts = blocks.filter(pl.col("block") % 6 == start)["group"].value_counts()["count"]
        assert len(counts) == GROUPS
        assert counts.max() <= 1.2 * counts.min()  # type: ignore[operator]


def test_the_jackknife_of_a_mean_is_its_standard_error() -> None:
    values = np.random.default_rng(3).normal(5, 2, 40)
    found = jackknife(replicates_of(np.stack([values, np.ones(40)], axis=1))[:, 0] / np.array([40.0, *[39.0] * 40]))
    assert found.value == pytest.approx(values.mean())
    assert found.half == pytest.approx(2.0227 * values.std(ddof=1) / np.sqrt(40), rel=1e-4)


def test_a_single_group_has_no_interval() -> None:
    found = jackknife(replicates_of(np.ones((1, 3))))
    assert np.isnan(found.low).all()
    assert np.isnan(found.high).all()


def test_intervals_of_correlated_rows_cover_the_truth_as_often_as_they_say() -> None:
    """Rows of one block share half of their variance; an interval that ignored that would cover in 80 % of them."""
    hits, tries = 0, 400
    for seed in range(tries):
        generator = np.random.default_rng(seed)
        block = np.repeat(np.arange(200), 4)
        value = np.repeat(generator.normal(0, 1, 200), 4) + generator.normal(0, 1, 800)
        found = sums(grouped(block, value=value).lazy(), [], total=pl.col("value").sum(), rows=pl.len()).ratio(
            "total", "rows"
        )
        hits += int(found.low[0] <= 0 <= found.high[0])
    assert 0.92 <= hits / tries <= 0.98


def test_sums_count_a_missing_key_of_a_group_as_zero() -> None:
    frame = pl.DataFrame({"group": [0, 0, 1], "key": ["a", "b", "a"], "value": [1, 2, 3]})
    found = sums(frame.lazy(), ["key"], total=pl.col("value").sum())
    assert found.keys["key"].to_list() == ["a", "b"]
    assert found.replicates["total"].tolist() == [[4, 2], [3, 0], [1, 2]]


# --- regressions


def test_least_squares_is_that_of_the_whole_matrix() -> None:
    generator = np.random.default_rng(5)
    rows = 3000
    kind, number = generator.integers(0, 4, rows), generator.normal(0, 1, rows)
    outcome = np.array([0.0, 2.0, -1.0, 0.5])[kind] + 3 * number + generator.normal(0, 1, rows)
    frame = grouped(np.arange(rows), kind=kind.astype(str), number=number, outcome=outcome)
    fit = least_squares(frame, Design(("outcome",), ("kind",), ("number",)))
    matrix = np.column_stack([np.ones(rows), kind == 1, kind == 2, kind == 3, number])
    expected, *_ = np.linalg.lstsq(matrix, outcome, rcond=None)
    assert fit.estimates["outcome"].value == pytest.approx(expected, abs=1e-6)
    error = np.sqrt(np.diag(np.linalg.inv(matrix.T @ matrix)))  # the noise has variance 1
    assert fit.estimates["outcome"].half == pytest.approx(2.02 * error, rel=0.35)
    effects = fit.effects("kind")
    assert effects["kind"].to_list() == ["1", "2", "3"]
    assert effects["outcome"].to_list() == pytest.approx(expected[1:4], abs=1e-6)


def test_the_first_level_can_be_chosen() -> None:
    frame = grouped(np.arange(400), kind=np.tile(["a", "b"], 200), outcome=np.tile([1.0, 4.0], 200))
    effects = least_squares(frame, Design(("outcome",), ("kind",)), {"kind": "b"}).effects("kind")
    assert effects["kind"].to_list() == ["a"]
    assert effects["outcome"][0] == pytest.approx(-3, abs=1e-6)


def test_the_logistic_regression_finds_planted_prices() -> None:
    generator = np.random.default_rng(11)
    prices, halves, slope = np.arange(8.0), np.array([2.0, 4.5, 7.0]), -0.8
    offered = np.full((3, 8), 4000.0)
    chance = 1 / (1 + np.exp(-slope * (prices[None, :] - halves[:, None])))
    levels, found = logistic(generator.binomial(4000, chance).astype(float), offered, prices)
    assert found[0] == pytest.approx(slope, abs=0.03)
    assert -levels / found[0] == pytest.approx(halves, abs=0.1)


def test_the_logistic_regression_solves_its_equations() -> None:
    """At the maximum the expected number of takers is the observed one but for the prior of one in two offers."""
    taken, offered, prices = (
        np.array([[30.0, 10.0], [5.0, 1.0]]),
        np.array([[50.0, 40.0], [20.0, 20.0]]),
        np.array([1.0, 2.0]),
    )
    levels, slope = logistic(taken, offered, prices)
    chance = 1 / (1 + np.exp(-(levels[:, None] + slope[0] * prices)))
    middle = offered @ prices / offered.sum(axis=1)
    prior = 1 - 2 / (1 + np.exp(-(levels + slope[0] * middle)))
    assert (taken - offered * chance).sum(axis=1) + prior == pytest.approx(np.zeros(2), abs=1e-6)
    centred = prices[None, :] - middle[:, None]
    assert ((taken - offered * chance) * centred).sum() == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("count", [0.0, 50.0])
def test_a_card_that_nobody_or_everybody_takes_keeps_the_estimates_finite(count: float) -> None:
    levels, slope = logistic(np.array([[count, count], [25.0, 15.0]]), np.full((2, 2), 50.0), np.array([1.0, 2.0]))
    assert np.isfinite(levels).all()
    assert slope[0] < 0


# --- parts of the variance


def results(skill: float, seat: float, deal: float, fire: float, rest: float) -> pl.DataFrame:
    """Make up a row for each seat of 6,000 games in blocks of four seats and players."""
    generator = np.random.default_rng(7)
    blocks, players = 1500, 4
    game = np.arange(blocks * players)
    player = (np.arange(players)[None, :] + game[:, None]) % players
    losses = generator.integers(0, 3, player.shape).astype(float)
    spread = np.array([-1.0, -1.0, 1.0, 1.0])
    score = skill * spread[player] + seat * spread[None, :] + fire * losses
    score += deal * generator.normal(0, 1, (blocks, players))[game // players] + rest * generator.normal(
        0, 1, player.shape
    )
    score, losses = score - score.mean(axis=1, keepdims=True), losses - losses.mean(axis=1, keepdims=True)
    return grouped(
        np.repeat(game // players, players),
        game=np.repeat(game, players),
        seat=np.tile(np.arange(players), len(game)),
        entry=player.ravel().astype(str),
        result=score.ravel(),
        losses=losses.ravel(),
    )


PLANTED: list[tuple[str, Callable[[], pl.DataFrame]]] = [
    ("players", lambda: results(3, 0, 0, 0, 1)),
    ("seat", lambda: results(0, 3, 0, 0, 1)),
    ("deal", lambda: results(0, 0, 3, 0, 1)),
    ("fires", lambda: results(0, 0, 0, 3, 1)),
]


@pytest.mark.parametrize(("part", "rows"), PLANTED)
def test_a_planted_part_is_found_where_it_is(part: str, rows: Callable[[], pl.DataFrame]) -> None:
    shares = parts_of(rows()).shares
    planted = {"players": 9.0, "seat": 9.0, "deal": 9 * 0.75, "fires": 9 * 0.75 * 2 / 3}[part]
    assert float(shares[part].value) == pytest.approx(planted / (planted + 0.75), abs=0.02)
    for other in {"players", "seat", "deal", "fires"} - {part}:
        assert abs(float(shares[other].value)) < 0.02
    assert sum(float(share.value) for share in shares.values()) == pytest.approx(1)


def test_without_a_second_game_of_a_block_the_deal_is_not_told_from_the_rest() -> None:
    rows = results(0, 0, 3, 0, 1).with_columns(pl.col("game").alias("block"))
    assert "deal" not in parts_of(rows).shares


def test_players_of_a_single_block_have_an_interval() -> None:
    rows = results(3, 0, 0, 0, 1)
    visitors = rows.with_columns(
        pl.when(pl.col("block") < 5).then(pl.format("{} of {}", "entry", "block")).otherwise("entry").alias("entry")
    )
    for share in parts_of(visitors).shares.values():
        assert np.isfinite([share.value, share.low, share.high]).all()
    whole = parts_of(rows).shares["players"]
    assert float(parts_of(visitors).shares["players"].value) == pytest.approx(float(whole.value), abs=0.02)


def test_players_of_one_game_each_have_no_share() -> None:
    rows = results(0, 0, 0, 0, 1)
    strangers = rows.with_columns(pl.format("{} in {}", "seat", "game").alias("entry"))
    shares = parts_of(strangers).shares
    assert float(shares["players"].value) == 0
    assert float(shares["rest"].value) == pytest.approx(1, abs=0.05)


def test_players_who_keep_their_seats_get_the_seats_share() -> None:
    rows = results(3, 0, 0, 0, 1)
    fixed = rows.with_columns(pl.col("seat").cast(pl.String).alias("entry"))
    score = pl.when(pl.col("seat") < 2).then(3.0).otherwise(-3.0)
    shares = parts_of(fixed.with_columns((score + pl.col("losses")).alias("result"))).shares
    assert float(shares["players"].value) > 0.8
    assert float(shares["seat"].value) == pytest.approx(0, abs=0.01)
    assert float(shares["rest"].value) == pytest.approx(0, abs=0.01)
