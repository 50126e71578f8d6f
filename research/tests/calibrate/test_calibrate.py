"""``edokko-research calibrate``: the search for costs, its overlay, and its errors."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from edokko.components import load, parse_overlay, read_overlay
from edokko.lab.report.names import seasons
from edokko_research.calibrate import searching
from edokko_research.calibrate.searching import Costs, Trial, best, calibrate, overlay_text, substitutes
from helpers.command import research


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
    text = overlay_text(history, trial, load(), "edokko-research calibrate -o costs.toml")
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


# --- the command


def test_the_command_writes_an_overlay_and_says_whose_numbers_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Trial] = []

    def measure_with(trial: Trial, components: object) -> object:
        seen.append(trial)
        return market

    monkeypatch.setattr(searching, "measure_with", measure_with)
    file = tmp_path / "costs.toml"
    line = ("calibrate", "--player", "greedy", "--games", "50", "-o", file)
    ended = research(*line, "--rounds", "4")
    assert ended.exit_code == 0, ended.stderr
    assert seen == [Trial("greedy", 4, 50, "2021", 0, 1)]
    assert ended.stdout.endswith("These costs are our calibration, not the printed numbers.\n")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Hiring costs calibrated by edokko: OUR calibration, NOT the printed numbers")
    command = "--player greedy --players 4 --games 50 --rounds 4 --edition 2021 --seed 0 -o costs.toml"
    assert f"\n# edokko-research calibrate {command}\n" in text
    shipped, calibrated = load(), load("2021", read_overlay(file))
    assert any(calibrated.characters[card].cost != cost for card, cost in substitutes(shipped).items())

    again = research(*line, "--rounds", "1")
    assert (again.exit_code, again.stdout) == (2, "")
    assert again.stderr == f"edokko: {file} exists already; choose another name, or replace the file with --force.\n"
    assert file.read_text(encoding="utf-8") == text
    assert research(*line, "--rounds", "1", "--force").exit_code == 0
    assert file.read_text(encoding="utf-8") != text


def test_the_command_measures_the_games_that_it_plays(tmp_path: Path) -> None:
    file = tmp_path / "costs.toml"
    line = ("calibrate", "--player", "greedy", "--players", "2", "--games", "4", "--rounds", "2", "-o", file)
    ended = research(*line)
    assert ended.exit_code == 0, ended.stderr
    assert "Round 2: spread " in ended.stderr
    assert len(tomllib.loads(file.read_text(encoding="utf-8"))["characters"]) == 55
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "costs.txt"), "--output costs.txt: expected a name that ends in .toml."),
        (("-o", "no/costs.toml"), "no/costs.toml: there is no folder no"),
        (("-o", "folder.toml", "--force"), "folder.toml exists already."),
        (("--player", "stranger", "-o", "costs.toml"), "--player: there is no player 'stranger'; players: "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.toml").mkdir()
    ended = research("calibrate", *arguments)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"edokko: {message}")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.toml"]
