"""DuckDB reads a run in place, and the ten views answer what they say."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest

from edokko.lab.data.plan_form import PlanError
from edokko.lab.data.schema import TABLES
from edokko.lab.data.sql import connect, views
from tests.helpers.runs import played, rows


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab") / "it's a run"
    return played(folder, entries="greedy", games=12, players=[2, 4], editions=["2021", "2015"], chunk=6)


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("lab") / "run", games=6, tables=["games", "seats"])


def test_duckdb_and_polars_read_the_same_rows(run: Path) -> None:
    connection = connect(run)
    for name, table in TABLES.items():
        if name == "decisions":
            continue
        ours = rows(run, name)
        key = ", ".join(("edition", "players", *table.key))
        theirs = connection.sql(f"SELECT {', '.join(ours.columns)} FROM {name} ORDER BY {key}").fetchall()
        assert theirs == ours.rows(), name


def test_editions_are_texts_and_players_numbers(run: Path) -> None:
    assert connect(run).sql("SELECT DISTINCT edition, players FROM games ORDER BY ALL").fetchall() == [
        ("2015", 2),
        ("2015", 4),
        ("2021", 2),
        ("2021", 4),
    ]


def test_there_are_ten_views_with_rows_for_every_condition(run: Path) -> None:
    assert len(views()) == 10
    connection = connect(run)
    for view in views():
        assert view.meaning.endswith(".")
        assert set(view.needs) <= set(TABLES)
        conditions = connection.sql(f"SELECT DISTINCT edition, players FROM {view.name}").fetchall()
        assert len(conditions) == 4, view.name


def test_a_run_lacks_the_views_whose_tables_it_lacks(summary: Path) -> None:
    names = {
        row[0] for row in connect(summary).sql("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
    }
    assert names == {"games", "seats", "seat_advantage", "entries", "points"}


def test_the_views_count_what_the_tables_hold(run: Path) -> None:
    connection = connect(run)
    seats = rows(run, "seats").filter((pl.col("edition") == "2021") & (pl.col("players") == 4))
    [row] = connection.sql(
        "SELECT seats, win_share, score FROM entries WHERE edition = '2021' AND players = 4"
    ).fetchall()
    assert row == (48, 0.25, pytest.approx(seats["score"].mean()))
    [shares] = connection.sql(
        "SELECT sum(win_share), sum(games) FROM seat_advantage WHERE edition = '2021' AND players = 4"
    ).fetchall()
    assert shares == (pytest.approx(1), 48)
    [openings] = connection.sql(
        "SELECT sum(seats * win_share), sum(seats * expected_win_share) FROM openings "
        "WHERE edition = '2021' AND players = 4"
    ).fetchall()
    assert openings[1] == pytest.approx(openings[0])
    lines = "track + types + fish + pouches + buildings + koban + wood + mon"
    for score, total in connection.sql(f"SELECT score, {lines} FROM points").fetchall():
        assert score == pytest.approx(total)
    [taken] = connection.sql("SELECT sum(games * taken_share) FROM card_rates WHERE kind = 'building'").fetchall()
    assert taken[0] == pytest.approx(rows(run, "builds").height)
    [taken] = connection.sql("SELECT sum(taken), sum(offers) FROM hire_prices").fetchall()
    offers = rows(run, "offers")
    assert taken == (offers["taken"].sum(), offers.height)
    assert connection.sql("SELECT sum(seats) FROM openings").fetchall()[0][0] == rows(run, "seats").height
    assert connection.sql("SELECT sum(turns) FROM street").fetchall()[0][0] == rows(run, "turns").height
    assert connection.sql("SELECT sum(reached) FROM fire_map").fetchall()[0][0] == rows(run, "fires").height
    [flowed] = connection.sql(
        "SELECT sum(amount) FROM monthly_flows WHERE edition = '2021' AND players = 4 AND resource = 'rice'"
    ).fetchall()
    assert flowed[0] == pytest.approx(seats["rice"].mean())
    led = connection.sql("SELECT led FROM race WHERE month = 13 AND final_place = 1").fetchall()
    assert led == [(1.0,)] * 4


@pytest.mark.parametrize("holds", [False, True])
def test_a_folder_without_rows_is_a_sentence(tmp_path: Path, holds: bool) -> None:
    if holds:
        (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(PlanError, match="the run has no rows yet" if holds else "the folder holds no run"):
        connect(tmp_path)


def test_a_chunk_that_is_half_written_is_not_read(tmp_path: Path, run: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(run, folder)
    before = connect(folder).execute("SELECT count(*) FROM seats").fetchone()
    last = sorted(folder.glob("games/*/*/*.parquet"))[-1]
    games = pl.read_parquet(last, hive_partitioning=False)
    last.unlink()
    after = connect(folder).execute("SELECT count(*) FROM seats").fetchone()
    players = int(last.parent.name.removeprefix("players="))
    assert after == (before[0] - len(games) * players,)
    for path in folder.glob("games/*/*/*.parquet"):
        path.unlink()
    (folder / "games").rename(tmp_path / "elsewhere")
    # Without the table the run has other tables, whose chunks are whole.
    assert connect(folder).execute("SELECT count(*) FROM seats").fetchone() == before


def test_the_errors_of_seats_are_over_blocks(tmp_path: Path) -> None:
    """In a block every player holds every seat once under one chance: so its games are not independent."""
    folder = played(tmp_path / "run", entries=["greedy", "random"], players=2, games=120, tables=["games", "seats"])
    found = {
        row[0]: row[1:]
        for row in connect(folder).sql("SELECT seat, win_error, margin_error FROM seat_advantage").fetchall()
    }
    joined = rows(folder, "seats").join(rows(folder, "games").select("game", "block"), on="game")
    for seat in (0, 1):
        own = joined.filter(pl.col("seat") == seat)
        sums = own.group_by("block").agg(pl.col("win").sum(), pl.col("margin").sum())
        for name, error in zip(("win", "margin"), found[seat], strict=True):
            values = sums[name].cast(pl.Float64) / 2  # two games a block
            assert error == pytest.approx(values.std() / len(values) ** 0.5)
        games = own["win"].cast(pl.Float64)
        assert found[seat][0] < 0.8 * games.std() / len(games) ** 0.5  # type: ignore[operator]
