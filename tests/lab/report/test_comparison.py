"""The comparison of two runs, and the search for costs."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from edokko.components import load, parse_overlay
from edokko.lab.report import NotARun, open_run
from edokko.lab.report.calibrate import Costs, Trial, best, calibrate, overlay_text, substitutes
from edokko.lab.report.compare import compare, games_needed, share_chance
from edokko.lab.report.names import seasons
from tests.helpers.runs import played
from tests.lab.report import madeup


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    madeup.write_run(tmp_path / "first", 400, seed=1)
    return tmp_path


def row(frame: pl.DataFrame, quantity: str) -> dict[str, float]:
    return frame.row(by_predicate=pl.col("quantity") == quantity, named=True)


def test_a_run_does_not_differ_from_itself(folder: Path) -> None:
    tables = open_run(folder / "first").tables
    frame = compare(tables, tables).table()
    assert (frame["difference"] == 0).all()
    assert frame["games_needed"].is_infinite().all()


def test_a_planted_difference_is_found_with_its_effect_size(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(madeup, "SEAT", (8.0, 0.0, -3.0))  # the first seat has five more: the mean rises by 5/3
    madeup.write_run(folder / "second", 400, seed=2)
    first, second = (open_run(folder / name).tables for name in ("first", "second"))
    scores = row(compare(first, second).table(), "score of a seat")
    assert scores["difference_low"] < 5 / 3 < scores["difference_high"]
    spread = first.scan("seats").select(pl.col("score").std()).collect().item()
    assert scores["effect"] == pytest.approx(scores["difference"] / spread, rel=0.05)
    seat = row(compare(first, second).table(), "share won by the first seat")
    assert seat["effect_low"] > 0
    assert "share won by the first seat (" in compare(first, second).answer
    constant = row(compare(first, second).table(), "points from fish")
    assert (constant["difference"], constant["effect"]) == (0, 0)


def test_pairs_of_blocks_with_the_same_chance_make_the_interval_shorter(folder: Path) -> None:
    madeup.write_run(folder / "second", 400, seed=1)  # the same games
    first, second = (open_run(folder / name).tables for name in ("first", "second"))
    assert share_chance(first, second)
    assert row(compare(first, second).table(), "score of a seat")["difference_high"] == 0
    madeup.write_run(folder / "third", 400, seed=3)
    third = open_run(folder / "third").tables
    assert not share_chance(first, third)
    scores = row(compare(first, third).table(), "score of a seat")
    assert scores["difference_high"] - scores["difference_low"] > 0.3


def test_two_overlays_of_one_run_are_compared_in_pairs(tmp_path: Path) -> None:
    (tmp_path / "dear.toml").write_text("characters.carpenter.cost = 12\n")
    overlays = {"shipped": "", "dear": str(tmp_path / "dear.toml")}
    folder = played(tmp_path / "run", games=60, players=2, tables=["games", "seats"], overlays=overlays)
    first, second = (open_run(folder, overlay=name).tables for name in overlays)
    assert first.groups["block"].min() != second.groups["block"].min()
    assert share_chance(first, second)
    assert first.groups["group"].to_list() == second.groups["group"].to_list()
    assert "compared with each other" in compare(first, second).method


def test_the_games_needed_find_the_difference_in_four_of_five_cases() -> None:
    generator = np.random.default_rng(2)
    needed = games_needed(0.3, np.sqrt(2 / 100), 100)  # two runs of 100 values with variance 1
    assert needed == pytest.approx(175, abs=1)
    size, tries = int(needed), 4000
    change = generator.normal(0.3, np.sqrt(2 / size), tries)
    assert (np.abs(change) > 1.96 * np.sqrt(2 / size)).mean() == pytest.approx(0.8, abs=0.02)


def test_tables_of_different_numbers_of_players_do_not_compare(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = open_run(folder / "first").tables
    monkeypatch.setattr(type(first), "players", property(lambda self: 3 if self is first else 4))
    with pytest.raises(NotARun, match="of 3 and of 4 players cannot be compared"):
        compare(first, open_run(folder / "first").tables)


# --- calibration


def market(costs: Costs) -> pl.DataFrame:
    """Return the shares of a made-up market: the desire for a card is its place in the season, less half its cost."""
    season = seasons(load())
    rows = []
    for card, cost in costs.items():
        place = [other for other in costs if season[other] == season[card]].index(card)
        chance = 1 / (1 + np.exp(-(0.25 * place - 0.5 * cost)))
        rows.append({"id": card, "season": season[card], "offered": 10_000, "taken": round(10_000 * chance)})
    share = pl.col("taken") / pl.col("offered")
    return pl.DataFrame(rows).with_columns(share=share, share_low=share - 0.01, share_high=share + 0.01)


def test_only_substitutes_change() -> None:
    costs = substitutes(load())
    assert len(costs) == 55
    assert "monk" not in costs  # its cost is printed
    assert "salt_peddler" not in costs  # never hired


def test_the_search_evens_out_how_often_cards_are_hired() -> None:
    history = calibrate(dict.fromkeys(substitutes(load()), 4), market, 12)
    assert history[0].spread > 0.9
    assert best(history).spread < 0.3  # costs are whole numbers
    assert {cost for each in history for cost in each.costs.values()} <= set(range(1, 13))


def test_the_search_stops_where_nothing_changes() -> None:
    even = market(dict.fromkeys(substitutes(load()), 4)).with_columns(pl.lit(2000).alias("taken"))
    assert len(calibrate(dict.fromkeys(substitutes(load()), 4), lambda costs: even, 9)) == 1


def test_the_overlay_has_the_costs_the_evidence_and_the_warning() -> None:
    history = calibrate(substitutes(load()), market, 5)
    trial = Trial("greedy", 4, 100, "2021", 7, 1)
    text = overlay_text(history, trial, load(), "edokko lab calibrate -o costs.toml")
    assert text.startswith(
        "# Hiring costs calibrated by edokko: OUR calibration, NOT the printed numbers of the game.\n"
    )
    values = tomllib.loads(text)["characters"]
    assert {card: value["cost"] for card, value in values.items()} == best(history).costs
    loaded = load("2021", parse_overlay(text.encode(), "costs.toml"))
    assert loaded.characters["carpenter"].cost == best(history).costs["carpenter"]
    line = next(line for line in text.splitlines() if line.startswith("characters.carpenter"))
    assert line.count("%") == 6  # shares with both ends, before and after
    assert max(map(len, text.splitlines())) <= 140
