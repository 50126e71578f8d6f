"""The comparison of two runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from edokko.lab.report import NotARun, open_run
from edokko.lab.report.compare import compare, games_needed, share_chance
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
