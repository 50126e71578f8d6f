"""7: the race: expected result by month, changes of the lead, and when it is decided."""

from __future__ import annotations

import polars as pl

from edokko.components.model import MONTHS
from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import FEWEST_CASES, Section
from edokko.lab.report.statistics.sums import sums
from edokko.lab.report.texts import texts_of

TEXTS = texts_of("race")
BIN = 5
SHOWN = (3, 6, 9, 12)
"""The months whose leads are drawn."""
SAMPLE = 50_000


def section(tables: RunTables) -> Section:
    """Return the section."""
    months, games = tables.sample("months", SAMPLE)
    seats, _ = tables.sample("seats", SAMPLE)
    leaders = _leaders(months, seats)
    by_month = sums(
        leaders,
        ["month"],
        games=pl.len(),
        wins=(pl.col("leader") == pl.col("winner")).sum(),
        changes=pl.col("changed").sum(),
        decided=pl.col("decided").sum(),
    )
    wins, decided = (by_month.ratio(name, "games", is_share=True) for name in ("wins", "decided"))
    changes = by_month.ratio("changes", "games", is_share=True)
    race = by_month.table(games=by_month.total("games"), leader_wins_share=wins, change_share=changes)
    end = by_month.table(games=by_month.total("games"), decided_share=decided)
    leads = _leads(months, seats, tables.players)
    total = sums(leaders, [], changes=pl.col("changed").sum(), games=pl.col("game").n_unique())
    mean = total.ratio("changes", "games")
    figures = (
        TEXTS.figure("leader", games, race, charts.lines("month", "leader_wins_share", reference=1 / tables.players)),
        TEXTS.figure("decided", games, end, charts.lines("month", "decided_share")),
        TEXTS.figure("lead", games, leads, charts.lines("lead", "win_share", "after_month", 1 / tables.players, "Q")),
    )
    late = end.filter(pl.col("decided_share") >= 0.5)["month"].to_list()
    end_of = "New Year" if min(late, default=0) > MONTHS else f"month {min(late, default=0)}"
    answer = (
        f"The lead changes {wording.number_of(mean)} times in a game. Half of the games are decided by the end of "
        f"{end_of}; who leads after month 6 wins {_at(race, 6)} of the games, after month 9, {_at(race, 9)}."
    )
    return TEXTS.section(answer, figures)


def _at(race: pl.DataFrame, month: int) -> str:
    row = race.filter(pl.col("month") == month)
    return wording.share(row["leader_wins_share"][0]) if len(row) else wording.MISSING


def _leaders(months: pl.LazyFrame, seats: pl.LazyFrame) -> pl.LazyFrame:
    """Return a row for each game and month: leader, winner, whether the lead changed, whether all is decided."""
    winners = seats.filter("win").select("game", pl.col("seat").alias("winner"))
    rows = (
        months.filter((pl.col("place") == 1) & (pl.col("month") >= 1))
        .select("game", "group", "month", pl.col("seat").alias("leader"))
        .join(winners, on="game")
        .collect()
        .sort("game", "month")
    )
    wrong = pl.col("leader") != pl.col("winner")
    last = pl.col("month").filter(wrong).max().over("game").fill_null(0)
    return rows.with_columns(
        (pl.col("leader") != pl.col("leader").shift().over("game")).fill_null(False).alias("changed"),
        (pl.col("month") > last).alias("decided"),
    ).lazy()


def _leads(months: pl.LazyFrame, seats: pl.LazyFrame, players: int) -> pl.DataFrame:
    rows = (
        months.filter(pl.col("month").is_in(SHOWN))
        .join(seats.select("game", "seat", "win"), on=["game", "seat"])
        .with_columns((pl.col("score").cast(pl.Int64).sum().over("game", "month")).alias("_all"))
        .with_columns((pl.col("score") - (pl.col("_all") - pl.col("score")) / (players - 1)).alias("_lead"))
        .with_columns(((pl.col("_lead") / BIN).round() * BIN).cast(pl.Int32).alias("lead"))
    )
    cells = sums(rows, ["month", "lead"], seats=pl.len(), wins=pl.col("win").sum())
    cells = cells.select(cells.total("seats") >= FEWEST_CASES)
    table = cells.table(seats=cells.total("seats"), win_share=cells.ratio("wins", "seats", is_share=True))
    return table.with_columns(pl.format("month {}", "month").alias("after_month")).drop("month")
