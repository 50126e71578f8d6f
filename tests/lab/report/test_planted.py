"""Sections of a report on a made-up run find what is planted in it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from edokko.lab.report import Run, open_run
from edokko.lab.report.names import card_names
from edokko.lab.report.subjects.cards import choices
from edokko.lab.report.texts import NAMES
from tests.lab.report import madeup


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("madeup") / "run"
    madeup.write_run(folder, 2000)
    return open_run(folder)


@pytest.fixture(scope="module")
def priced(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("priced") / "run"
    madeup.write_run(folder, 2000, price_demand=True)
    return open_run(folder)


def test_the_seats_differ_by_what_is_planted(run: Run) -> None:
    scores = run.seats().table("scores")
    assert np.diff(scores["score"]) == pytest.approx(np.diff(madeup.SEAT), abs=0.5)
    wins = run.seats().table()
    assert wins["win_share"].sum() == pytest.approx(1)
    assert wins["win_share"].to_list() == sorted(wins["win_share"], reverse=True)
    assert run.seats().answer.startswith("The first seat wins most")


def test_seats_without_an_advantage_are_not_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(madeup, "SEAT", (0.0, 0.0, 0.0))
    madeup.write_run(tmp_path / "run", 300, seed=4)
    section = open_run(tmp_path / "run").seats()
    shares = section.table()
    assert ((shares["win_share_low"] < 1 / 3) & (shares["win_share_high"] > 1 / 3)).all()
    assert section.answer.startswith("No seat is measurably better")


# --- cards, with strength and seat as confounders


def card_row(run: Run, card: str) -> dict[str, float]:
    name = card_names(run.tables.components)[card]
    return run.cards().table("characters_spring").row(by_predicate=pl.col("card") == name, named=True)


def test_the_effect_of_a_card_is_found(run: Run) -> None:
    good = card_row(run, madeup.GOOD_CARD)
    assert good["margin_effect"] == pytest.approx(madeup.CARD_EFFECT, abs=0.8)
    assert good["margin_effect_low"] < madeup.CARD_EFFECT < good["margin_effect_high"]
    assert good["win_share_effect_low"] > 0.05
    assert run.cards().answer.startswith("Among equal situations, taking these goes with the most wins: Carpenter")


def test_a_card_that_strong_players_take_gets_no_credit_for_their_strength(run: Run) -> None:
    idle = card_row(run, madeup.IDLE_CARD)
    frame, _ = choices(run.tables, ("character",))
    own = frame.filter(pl.col("choice") == madeup.IDLE_CARD)["margin"].mean()
    none = frame.filter(pl.col("choice") == "nothing")["margin"].mean()
    assert isinstance(own, float)
    assert isinstance(none, float)
    assert own - none > 3  # the naive comparison is far off
    assert idle["margin_effect_low"] < 0 < idle["margin_effect_high"]
    assert abs(idle["margin_effect"]) < 0.8


def test_offers_and_takers_are_counted(run: Run) -> None:
    offers = run.tables.scan("offers").collect()
    good = card_row(run, madeup.GOOD_CARD)
    mine = offers.filter(pl.col("id") == madeup.GOOD_CARD)
    assert (good["offered"], good["taken"]) == (len(mine), mine["taken"].sum())
    assert good["taken_share"] == pytest.approx(mine["taken"].mean())


# --- prices


def test_the_price_at_which_half_of_the_offers_are_taken_is_found(priced: Run) -> None:
    table = priced.prices().table("spring")
    for card, price in madeup.HALF_PRICES.items():
        row = table.row(by_predicate=pl.col("id") == card, named=True)
        assert row["half_price"] == pytest.approx(price, abs=0.2)
        assert row["half_price_low"] < row["half_price"] < row["half_price_high"]
        assert row["half_price_high"] - row["half_price_low"] < 0.6
        assert (row["lowest_price_seen"], row["highest_price_seen"]) == (0, 6)


def test_cheap_is_what_would_be_taken_as_often_as_the_mean_at_a_higher_price(priced: Run) -> None:
    table = priced.prices().table("spring").sort("id")
    gaps = table["even_price"] - table["half_price"]  # one slope: the same step for all
    assert gaps.to_numpy() == pytest.approx(np.full(4, gaps[0]), abs=1e-9)
    assert table["worth_over_cost"].to_numpy() == pytest.approx((table["even_price"] - table["cost"]).to_numpy())


def test_prices_that_do_not_vary_say_nothing(run: Run) -> None:
    assert run.prices().table("spring")["half_price"].is_nan().all()


# --- luck and skill


def test_the_parts_of_luck_and_skill_are_found(priced: Run) -> None:
    table = priced.luck().table()
    planted = madeup.planted_shares()
    for part, share in planted.items():
        row = table.row(by_predicate=pl.col("part") == NAMES["parts"][part], named=True)
        assert row["variance_share"] == pytest.approx(share, abs=0.025), part
        assert row["variance_share_low"] - 0.015 < share < row["variance_share_high"] + 0.015


def test_stronger_players_win_more(priced: Run) -> None:
    table = priced.luck().table("players")
    assert table["player"].to_list() == list(madeup.ENTRIES)
    assert np.diff(table["score"]) == pytest.approx(np.diff(madeup.SKILL), abs=0.5)
    assert table["win_share"].sum() == pytest.approx(1)


# --- length and race


def test_a_run_says_whether_the_players_rotated(run: Run, tmp_path: Path) -> None:
    assert run.seats().method.endswith("so the strength of players does not bias the comparison.")
    assert "strength" not in run.seats().answer
    madeup.write_run(tmp_path / "fixed", 100)
    [path] = (tmp_path / "fixed").glob("seats/*/*/*.parquet")
    pl.read_parquet(path).with_columns(entry=pl.format("player {}", "seat")).write_parquet(path)
    section = open_run(tmp_path / "fixed").seats()
    assert "does not bias" not in section.method
    assert section.answer.endswith("A seat also shows the strength of those who sat there.")


def test_length_is_counted(run: Run) -> None:
    table = run.length().table("decisions")
    assert table["share"].sum() == pytest.approx(1)
    assert table["games"].sum() == run.tables.games
    expected = (100 + np.arange(2000) % 7) // 4 * 4
    assert dict(zip(table["decisions"], table["games"], strict=True)) == {
        int(start): 3 * int((expected == start).sum()) for start in set(expected)
    }


def test_the_leader_of_a_month_is_the_first_of_that_month(run: Run) -> None:
    months = run.tables.scan("months").filter((pl.col("month") == 2) & (pl.col("place") == 1)).collect()
    winners = run.tables.scan("seats").filter("win").collect()
    joined = months.join(winners, on="game")
    expected = (joined["seat"] == joined["seat_right"]).mean()
    row = run.race().table("leader").row(by_predicate=pl.col("month") == 2, named=True)
    assert row["leader_wins_share"] == pytest.approx(expected)


# --- decisions


def test_the_loss_of_greedy_is_found_where_it_is_planted(tmp_path: Path) -> None:
    madeup.write_run(tmp_path / "run", 100)
    madeup.decisions(tmp_path / "run", 200)
    section = open_run(tmp_path / "run").decisions()
    losses = section.table("loss")
    assert losses["decision"].to_list() == ["income or hire", "boat"]
    assert losses["greedy_loss"].to_list() == pytest.approx([2, 0])
    assert losses["loss"].to_list() == pytest.approx([1, 0])
    assert losses["greedy_loss_low"][0] < 2 < losses["greedy_loss_high"][0]
    assert losses["options"].to_list() == [5, 5]
    assert section.table("close")["close_share"].to_list() == [0, 1]
    assert "“income or hire”: 2.00 IKI" in section.answer


def test_a_greedy_move_that_the_evaluator_did_not_try_is_no_move_without_loss(tmp_path: Path) -> None:
    madeup.write_run(tmp_path / "run", 100)
    frame = madeup.decisions(tmp_path / "run", 200)
    path = tmp_path / "run" / "decisions" / "edition=2021" / "players=3" / "0.parquet"
    hidden = (pl.col("phase") == "way_of_life") | (pl.col("game") % 4 == 1)
    frame.with_columns(pl.when(~hidden).then("greedy_loss").alias("greedy_loss")).write_parquet(path)
    section = open_run(tmp_path / "run").decisions()
    losses = section.table("loss")
    assert losses["decision"].to_list() == ["income or hire"]
    assert losses["greedy_loss"].to_list() == pytest.approx([4 * 100 / 150])
    assert losses["greedy_moves"].to_list() == [150]
    assert section.table("close").height == 2
    assert "“income or hire”: 2.67 IKI" in section.answer


def test_decisions_without_an_evaluator_say_so(tmp_path: Path) -> None:
    madeup.write_run(tmp_path / "run", 100)
    frame = madeup.decisions(tmp_path / "run", 200)
    path = tmp_path / "run" / "decisions" / "edition=2021" / "players=3" / "0.parquet"
    frame.with_columns(loss=pl.lit(None, pl.Float32)).write_parquet(path)
    assert open_run(tmp_path / "run").decisions().answer.startswith("The run has decisions, but no evaluator")
