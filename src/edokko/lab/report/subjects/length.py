"""14: how long and how close games are."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import Section
from edokko.lab.report.statistics.sums import sums
from edokko.lab.report.texts import texts_of

TEXTS = texts_of("length")
SUBJECTS = (("decisions", "decisions", 4), ("winning_score", "score", 5), ("margin", "margin", 2))
CLOSE = 3
"""A margin of at most so many IKI is close."""


def section(tables: RunTables) -> Section:
    """Return the section."""
    games = tables.scan("games")
    totals = sums(
        games,
        [],
        games=pl.len(),
        decisions=pl.col("decisions").sum(),
        branching=pl.col("branching").cast(pl.Int64).sum(),
        score=pl.col("score").cast(pl.Int64).sum(),
        margin=pl.col("margin").cast(pl.Int64).sum(),
        close=(pl.col("margin") <= CLOSE).sum(),
    )
    figures = tuple(
        TEXTS.figure(name, tables.games, _counts(games, column, step), charts.histogram(column, "share", step))
        for name, column, step in SUBJECTS
    )
    answer = (
        f"A game takes {wording.number_of(totals.ratio('decisions', 'games'))} decisions with "
        f"{wording.number_of(totals.ratio('branching', 'decisions'))} choices each. The winner has "
        f"{wording.number_of(totals.ratio('score', 'games'))} IKI, "
        f"{wording.number_of(totals.ratio('margin', 'games'))} more than the second; "
        f"{wording.share_of(totals.ratio('close', 'games', is_share=True))} of the games end within {CLOSE} IKI."
    )
    return TEXTS.section(answer, figures)


def _counts(games: pl.LazyFrame, column: str, step: int) -> pl.DataFrame:
    binned = games.select("group", (pl.col(column).cast(pl.Int64) // step * step).alias(column))
    cells = sums(binned, [column], games=pl.len())
    share = cells.estimate(lambda games: games / games.sum(axis=1, keepdims=True))
    return cells.table(games=cells.total("games"), share=share)
