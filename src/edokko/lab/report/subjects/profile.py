"""15: a player's profile, against everyone else at the same tables."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import Figure, Section
from edokko.lab.report.names import card_names, ordinal, plain
from edokko.lab.report.statistics.sums import Estimate, Sums, jackknife, sums
from edokko.lab.report.texts import texts_of
from edokko.rules.scoring import LINES

TEXTS = texts_of("profile")
MOST_RATES = 16
"""The most rows of a figure of habits."""


class NoSuchPlayer(ValueError):
    """No seat of the run has a player of this name; the text lists the players."""


def section(tables: RunTables, name: str) -> Section:
    """Return the profile of a player. Raises ``NoSuchPlayer`` if the name is not in the run."""
    seats = tables.scan("seats")
    names = seats.select(pl.col("entry").unique().sort()).collect()["entry"].to_list()
    if name not in names:
        raise NoSuchPlayer(f"no player is called {name!r}; there are: {', '.join(names[:20])}")
    mine = seats.filter(pl.col("entry") == name)
    games = int(mine.select(pl.col("game").n_unique()).collect().item())
    here = seats.join(mine.select("game").unique(), on="game").with_columns((pl.col("entry") == name).alias("mine"))
    figures = [
        TEXTS.figure("points", games, _points(here), charts.dots("line", "points_difference", 0.0), player=name),
        TEXTS.figure("seats", games, _by_seat(mine), charts.dots("seat", "win_share", 1 / tables.players), player=name),
        *_habits(tables, name, games),
    ]
    totals = sums(mine, [], games=pl.len(), wins=pl.col("win").sum(), score=pl.col("score").cast(pl.Int64).sum())
    answer = (
        f"{name} won {wording.share_of(totals.ratio('wins', 'games', is_share=True))} of {games:,} games with "
        f"{tables.players} players and has {wording.number_of(totals.ratio('score', 'games'))} IKI on average."
    )
    return TEXTS.section(answer, figures, player=name)


def _points(here: pl.LazyFrame) -> pl.DataFrame:
    columns = {"score": "score", **{f"points_{line}": plain(line) for line in LINES}}
    cells = sums(here, ["mine"], seats=pl.len(), **{name: pl.col(name).cast(pl.Int64).sum() for name in columns})
    rows = []
    for column, line in columns.items():
        if len(cells.keys) < 2:
            break
        difference = _difference(cells, column)
        own = float(cells.ratio(column, "seats").value[1])
        rows.append(
            pl.DataFrame(
                [pl.Series("line", [line]), pl.Series("own_mean", [own]), *difference.columns("points_difference")]
            )
        )
    return pl.concat(rows) if rows else pl.DataFrame(schema={"line": pl.String, "points_difference": pl.Float64})


def _difference(cells: Sums, column: str) -> Estimate:
    """Return the mean of the player less that of the others; the keys are ``False`` and ``True``."""
    means = cells.quotient(column, "seats")
    return jackknife(means[:, 1] - means[:, 0])


def _by_seat(mine: pl.LazyFrame) -> pl.DataFrame:
    cells = sums(mine, ["seat"], games=pl.len(), wins=pl.col("win").sum())
    frame = cells.table(games=cells.total("games"), win_share=cells.ratio("wins", "games", is_share=True))
    return frame.with_columns(pl.Series("seat", [ordinal(seat) for seat in frame["seat"]]))


def _habits(tables: RunTables, name: str, games: int) -> list[Figure]:
    """Return what the player does more or less often than the others, for the tables that exist."""
    cards = card_names(tables.components)
    sources: dict[str, tuple[str, str, Callable[[pl.LazyFrame], pl.LazyFrame]]] = {
        "slots": ("turns", "boats", lambda rows: _named(rows, pl.col("slot"))),
        "squares": ("turns", "stops", lambda rows: _named(rows, pl.format("square {}", "square"))),
        "cards": (
            "hires",
            "hires",
            lambda rows: _named(
                rows.filter(pl.col("month") > 0), pl.col("card").replace_strict(cards, default=pl.col("card"))
            ),
        ),
    }
    figures = []
    for habit, (table, words, read) in sources.items():
        if not tables.has(table):
            continue
        frame = _rates(tables, name, read(tables.scan(table)))
        figures.append(
            TEXTS.figure(
                "habit",
                games,
                frame,
                charts.dots("what", "times_difference", 0.0),
                name=habit,
                player=name,
                words=words,
            )
        )
    return figures


def _named(rows: pl.LazyFrame, what: pl.Expr) -> pl.LazyFrame:
    return rows.select("game", "seat", what.alias("what")).filter(pl.col("what").is_not_null())


def _rates(tables: RunTables, name: str, rows: pl.LazyFrame) -> pl.DataFrame:
    """Return how often something happens in a game of the player, less that of the others."""
    seats = tables.scan("seats").select("game", "group", "seat", (pl.col("entry") == name).alias("mine"))
    seats = seats.filter(pl.col("mine").any().over("game")).collect().lazy()
    counts = seats.join(rows, on=["game", "seat"])
    whole = seats.select("group", "mine").collect().group_by("group", "mine").len("seats")
    found = counts.group_by("group", "mine", "what").agg(pl.len().alias("times")).collect()
    filled = whole.join(found.select("what").unique(), how="cross").join(
        found, on=["group", "mine", "what"], how="left"
    )
    wide = filled.with_columns(pl.col("times").fill_null(0))
    both = sums(wide.lazy(), ["what", "mine"], times=pl.col("times").sum(), seats=pl.col("seats").sum())
    means = both.quotient("times", "seats")
    if both.keys["mine"].n_unique() != 2:
        return pl.DataFrame(schema={"what": pl.String, "own_times": pl.Float64, "times_difference": pl.Float64})
    others, own = means[:, ::2], means[:, 1::2]
    frame = pl.DataFrame(
        [
            both.keys["what"].gather_every(2),
            pl.Series("own_times", own[0]),
            *jackknife(own - others).columns("times_difference"),
        ]
    )
    largest = frame.sort(pl.col("times_difference").abs(), descending=True).head(MOST_RATES)
    return largest.sort("times_difference", descending=True)
