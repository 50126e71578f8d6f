"""What a seat chose among in a turn, with what is known before the choice: the rows of the regressions on cards."""

from __future__ import annotations

import polars as pl

from edokko.lab.report.data import Tables
from edokko.lab.report.statistics.regression import Design, Fit, least_squares

NOTHING = "nothing"
"""The level of a choice that took none of the offers, such as income."""
SAMPLE = 20_000
"""The games that a regression reads."""
KINDS = (("character",), ("building",), ("fish", "pipe", "pouch"))
"""Offers that are choices of their own: a hire, a building, a purchase."""


def choices(tables: Tables, kinds: tuple[str, ...]) -> tuple[pl.DataFrame, int]:
    """Return a row for each turn in which a seat could take an offer of the kinds, and the number of games.

    The columns: ``choice`` (the id taken, or :data:`NOTHING`), ``month``, ``seat``, ``entry``, ``lead`` (the score
    at the end of the month before, less the mean of the table), ``mon`` (at the turn), ``win`` and ``margin``.
    """
    offers, games = tables.sample("offers", SAMPLE)
    months, _ = tables.sample("months", SAMPLE)
    seats, _ = tables.sample("seats", SAMPLE)
    turns = (
        offers.filter(pl.col("kind").is_in(kinds) & (pl.col("affordable") | pl.col("taken")))
        .group_by("game", "group", "month", "turn", "seat")
        .agg(pl.col("id").filter("taken").first().fill_null(NOTHING).alias("choice"), pl.col("mon").first())
    )
    before = months.group_by("game", "month").agg(pl.col("score").mean().alias("_mean"))
    standing = months.join(before, on=["game", "month"]).select(
        "game",
        "seat",
        (pl.col("month") + 1).cast(pl.Int64).alias("month"),
        (pl.col("score") - pl.col("_mean")).alias("lead"),
    )
    rows = (
        turns.with_columns(pl.col("month").cast(pl.Int64))
        .join(standing, on=["game", "seat", "month"])
        .join(seats.select("game", "seat", "entry", "win", "margin"), on=["game", "seat"])
        .with_columns(pl.col("month", "seat").cast(pl.String), pl.col("win").cast(pl.Float64))
    )
    return rows.collect(engine="streaming"), games


def adjust(frame: pl.DataFrame) -> Fit:
    """Return the effects of choices on winning and on the margin, adjusted for month, seat, player, lead and mon."""
    factors = ["choice", "month", "seat", "entry"]
    design = Design(("win", "margin"), [name for name in factors if frame[name].n_unique() > 1], ("lead", "mon"))
    return least_squares(frame, design, {"choice": NOTHING})
