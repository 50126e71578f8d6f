"""Runs of several players, in which the player determines everything: no section credits what a strong player picks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from edokko.components import load
from edokko.lab.report import Run, open_run
from edokko.lab.report.page import heading_of, render
from edokko.lab.report.run import TOGETHER
from edokko.lab.report.statistics.equal import gain, held_equal
from edokko.lab.report.statistics.many import differing
from edokko.lab.report.statistics.sums import GROUPS
from edokko.lab.report.subjects.styles import HOLDINGS
from tests.lab.report import madeup

GAMES, PLAYERS = 2000, 4
LINE_UP = ("planner", "greedy", "greedy", "random")
STRENGTH = {"planner": 40.0, "greedy": 0.0, "random": -60.0}
STALLS = {"planner": (0.8, 0.1, 0.1), "greedy": (0.1, 0.7, 0.2), "random": (0.2, 0.2, 0.6)}
"""How often each player begins in A1, B1 and C1: the strong one nearly always in A1, which brings nothing."""


def write(folder: Path, table: str, **columns: object) -> None:
    place = folder / table / "edition=2021" / f"players={PLAYERS}"
    place.mkdir(parents=True)
    pl.DataFrame(columns).write_parquet(place / "0.parquet")


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("mixed") / "run"
    generator = np.random.default_rng(5)
    number = np.arange(GAMES)
    entry = np.array(LINE_UP)[(np.arange(PLAYERS)[None, :] + number[:, None]) % PLAYERS]
    noise = generator.normal(0, 25, entry.shape)
    score = np.rint(100 + np.vectorize(STRENGTH.__getitem__)(entry) + noise).astype(np.int64)
    place = (-(score + generator.random(score.shape) / 2)).argsort(axis=1).argsort(axis=1) + 1
    seat, game = np.tile(np.arange(PLAYERS, dtype=np.int8), GAMES), np.repeat(number, PLAYERS)
    who = entry.ravel()
    taste = np.array([generator.choice(3, p=STALLS[name]) for name in who])
    starts = [card for card, character in load().characters.items() if character.season == "start"][:3]
    write(
        folder, "games", game=number, block=number // PLAYERS, seed=number // PLAYERS, overlay=[""] * GAMES,
        decisions=number % 7 + 100, branching=number % 7 + 300, score=score.max(axis=1),
        margin=np.sort(score, axis=1)[:, -1] - np.sort(score, axis=1)[:, -2],
    )  # fmt: skip
    write(
        folder, "seats", game=game, seat=seat, entry=who, score=score.ravel(), place=place.ravel().astype(np.int8),
        win=place.ravel() == 1, margin=score.ravel(), points_track=score.ravel(),
        **{f"points_{line}": taste * 0 for line in ("types", "fish", "pouches", "buildings", "koban", "wood", "mon")},
        **{name: generator.poisson(1 + 2 * (taste == turn % 3)) for turn, name in enumerate(HOLDINGS)},
    )  # fmt: skip
    write(
        folder, "hires", game=game, seat=seat, month=np.zeros(game.size, np.int8),
        card=np.array(starts)[taste], room=np.array(["A1", "B1", "C1"])[taste],
    )  # fmt: skip
    write(
        folder, "turns", game=np.tile(game, 2), seat=np.tile(seat, 2), square=np.ones(2 * game.size, np.int8),
        month=np.repeat(np.array([1, 2], np.int8), game.size), slot=np.tile(taste + 1, 2),
    )  # fmt: skip
    return open_run(folder)


def test_an_opening_gets_no_credit_for_who_plays_it(mixed: Run) -> None:
    section = mixed.openings()
    tree = section.table("tree")
    stalls = tree.filter(pl.col("depth") == 2)
    pooled = stalls["win_share"]
    assert pooled.max() - pooled.min() > 0.3  # type: ignore[operator]
    assert not len(differing(tree, "win_share_effect"))
    assert tree["win_share_effect"].abs().max() < 0.05  # type: ignore[operator]
    assert section.answer.startswith("No start character wins measurably more or less than the same players win")
    assert "the same players win on average" in section.method


def test_a_style_gets_no_credit_for_who_plays_it(mixed: Run) -> None:
    section = mixed.styles()
    shares, meetings = section.table("styles"), section.table("meetings")
    assert shares["win_share"].max() - shares["win_share"].min() > 0.3  # type: ignore[operator]
    assert not len(differing(shares, "win_share_effect"))
    assert meetings["ahead_share"].max() - meetings["ahead_share"].min() > 0.3  # type: ignore[operator]
    assert not len(differing(meetings, "ahead_share_effect"))
    assert "no style wins measurably more" in section.answer


def test_an_opening_that_helps_every_player_is_found(tmp_path: Path, mixed: Run) -> None:
    rows = mixed.tables.scan("seats").join(
        mixed.tables.scan("hires").select("game", "seat", "room"), on=["game", "seat"]
    )
    helped = rows.with_columns((pl.col("win") | ((pl.col("room") == "B1") & (pl.col("game") % 5 == 0))).alias("win"))
    cells = held_equal(helped, ["room"], ["entry"], "win")
    frame = differing(cells.table(effect=gain(cells)), "effect")
    assert frame.filter(pl.col("effect") > 0)["room"].to_list() == ["B1"]


def test_luck_is_told_between_equal_players(mixed: Run) -> None:
    assert mixed.luck().answer.startswith("Between equal players, seats, the deal and losses to fires explain ")
    assert "so far the players of this run differ. It is not a property of the game." in mixed.luck().answer


def test_what_separates_players_leaves_out_how_strong_they_are(tmp_path: Path) -> None:
    """The strong player has more mon, which separates no others; fish separate the players in each game."""
    generator = np.random.default_rng(3)
    madeup.write_run(tmp_path / "run", 300)
    [path] = (tmp_path / "run").glob("seats/*/*/*.parquet")
    frame = pl.read_parquet(path)
    fish = generator.integers(0, 10, len(frame))
    mon = np.where(frame["entry"] == "strong", 50, 0)
    score = pl.Series("score", fish + mon)
    frame.with_columns(
        score, pl.Series("points_fish", fish), pl.Series("points_mon", mon), points_track=0
    ).write_parquet(path)
    shares = open_run(tmp_path / "run").points().table("margin")
    assert dict(zip(shares["source"], shares["margin_share"], strict=True))["fish"] == pytest.approx(1)


def test_a_mixed_run_says_so_at_the_top_and_in_the_sections_that_describe_all_players(
    mixed: Run, tmp_path: Path
) -> None:
    [note, _] = heading_of(mixed.tables).notes
    assert note.startswith("Several players play in this run.")
    html = render(heading_of(mixed.tables), [mixed.length()])
    assert html.index(note) < html.index("<main>")
    assert mixed.length().method.endswith(TOGETHER)
    assert TOGETHER not in mixed.openings().method
    [path] = (mixed.tables.folder).glob("seats/*/*/*.parquet")
    for table in ("games", "seats"):
        write(tmp_path / "equal", table, **pl.read_parquet(str(path).replace("seats", table)).to_dict(as_series=True))
    [path] = (tmp_path / "equal").glob("seats/*/*/*.parquet")
    pl.read_parquet(path).with_columns(entry=pl.lit("greedy")).write_parquet(path)
    equal = open_run(tmp_path / "equal")
    assert len(heading_of(equal.tables).notes) == 1
    assert TOGETHER not in equal.length().method


def test_a_player_with_one_game_is_not_compared_with_that_game() -> None:
    """Hundreds of people with a game each who are equally strong: the better opening is found all the same."""
    generator = np.random.default_rng(2)
    opening = generator.integers(0, 2, 3000)
    rows = pl.DataFrame(
        {
            "group": (np.arange(3000) % GROUPS).astype(np.uint8),
            "entry": [f"person {number}" for number in range(3000)],
            "opening": opening,
            "win": generator.random(3000) < 0.2 + 0.2 * opening,
        }
    )
    cells = held_equal(rows.lazy(), ["opening"], ["entry"], "win")
    assert np.diff(gain(cells).value) == pytest.approx(0.2, abs=0.04)


def test_of_many_estimates_without_any_effect_none_is_named() -> None:
    """Of 70 cards without an effect, some interval leaves out 0 in nearly every run; Holm names one in few runs."""
    generator = np.random.default_rng(1)
    uncorrected = named = 0
    for _ in range(100):
        value = generator.normal(0, 1, 70)
        frame = pl.DataFrame({"effect": value, "effect_low": value - 2.02, "effect_high": value + 2.02})
        uncorrected += bool(((frame["effect_low"] > 0) | (frame["effect_high"] < 0)).any())
        named += bool(len(differing(frame, "effect")))
    assert uncorrected > 80
    assert named <= 10


def test_estimates_are_compared_with_a_number_of_their_own() -> None:
    frame = pl.DataFrame({"share": [0.5, 0.5, 0.0], "share_low": [0.4, 0.4, 0.0], "share_high": [0.6, 0.6, 0.0]})
    frame = frame.with_columns(mean=pl.Series([0.1, 0.49, 0.0]))
    assert differing(frame, "share", "mean")["mean"].to_list() == [0.1]
