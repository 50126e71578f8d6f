"""A fault that a designer plants in the numbers is the first thing that a report and a comparison say."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from edokko.lab.report import Run, open_run
from edokko.lab.report.compare import compare
from tests.helpers.runs import played
from tests.helpers.terminal import edokko
from tests.lab.report import madeup

GAMES = 120
TABLES = ["games", "seats", "months", "cards", "offers"]
OVERLAYS = ("shipped", "free")
FIRST = "Of the offers that could be paid, players take another share of Kabuki Actor ("


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with the shipped numbers and with a Kabuki Actor that costs 0 instead of 9."""
    place = tmp_path_factory.mktemp("fault")
    (place / "free.toml").write_text("characters.kabuki_actor.cost = 0\n")
    overlays = {"shipped": "", "free": str(place / "free.toml")}
    return played(place / "run", entries="greedy", games=GAMES, seed=1, tables=TABLES, overlays=overlays)


def test_the_report_says_it_first(folder: Path) -> None:
    run = open_run(folder, overlay="free")
    assert run.headline.startswith("Kabuki Actor (")
    assert "at cost 0 instead of 9" in run.headline
    assert run.prices().answer == run.headline
    assert "Kabuki Actor" not in open_run(folder, overlay="shipped").headline


def test_the_comparison_says_it_first(folder: Path) -> None:
    first, second = (open_run(folder, overlay=name).tables for name in OVERLAYS)
    section = compare(first, second)
    assert section.answer.startswith(FIRST)
    assert section.table("cards")["card"][0] == "Kabuki Actor"


def test_a_card_that_nearly_all_players_take_has_nothing_to_be_compared_with(folder: Path) -> None:
    section = open_run(folder, overlay="free").cards()
    assert "Kabuki Actor" not in section.table("characters_winter")["card"]
    nearly = section.answer[section.answer.index("Nearly all players take ") :]
    assert "Kabuki Actor" in nearly
    assert nearly.endswith("there is nothing to compare with.")


def test_the_commands_say_it_before_anything_else(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    report = edokko("lab", "report", str(folder), "--overlay", "free", "-o", str(page))
    assert report.stdout.startswith("Kabuki Actor (")
    html = page.read_text(encoding="utf-8")
    assert html.index("at cost 0 instead of 9)") < html.index('<dl class="facts">')
    comparison = edokko("lab", "compare", str(folder), str(folder), "--overlay", "shipped", "--against", "free")
    assert comparison.stdout.startswith(
        "Of the offers that could be paid, players take another share of Kabuki Actor ("
    )


# --- an even price beyond the prices seen, in a made-up run whose demand is known


@pytest.fixture(scope="module")
def priced(tmp_path_factory: pytest.TempPathFactory) -> Run:
    place = tmp_path_factory.mktemp("free") / "run"
    madeup.write_run(place, 400, price_demand=True, has_free_card=True)
    return open_run(place)


def test_an_even_price_beyond_those_seen_is_drawn_at_the_edge_with_an_arrow(priced: Run) -> None:
    figure = priced.prices().figure("even_prices")
    first = figure.frame.row(0, named=True)
    assert (first["id"], first["beyond"]) == (madeup.FREE_CARD, 1)
    assert first["worth_over_cost"] == 2  # it was offered for 0 only, and a price may lie 2 mon outside of those seen
    assert first["even_price"] != first["even_price"]  # no guess in the data
    assert figure.frame.filter(pl.col("beyond") == 0)["even_price"].is_not_nan().all()
    marks = [layer for layer in figure.chart().to_dict()["layer"] if "shape" in layer["encoding"]]
    assert len(marks) == 1
    assert marks[0]["encoding"]["shape"]["scale"]["range"][2] == "triangle-right"


def test_a_card_that_looks_dear_beyond_the_prices_seen_has_an_arrow_to_the_left(tmp_path: Path) -> None:
    madeup.write_run(tmp_path / "run", 400, price_demand=True, has_free_card=True)
    [path] = (tmp_path / "run").glob("offers/*/*/*.parquet")
    free = pl.col("id") == madeup.FREE_CARD
    offers = pl.read_parquet(path).with_columns(
        taken=pl.when(free).then(pl.col("game") % 40 == 0).otherwise("taken"),
        price=pl.when(free).then(pl.lit(6, pl.Int16)).otherwise("price"),
        printed=pl.when(free).then(pl.lit(6, pl.Int32)).otherwise("printed"),
    )
    offers.write_parquet(path)
    last = open_run(tmp_path / "run").prices().table("even_prices").row(-1, named=True)
    assert (last["id"], last["beyond"], last["worth_over_cost"]) == (madeup.FREE_CARD, -1, -2)
