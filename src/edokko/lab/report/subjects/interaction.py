"""10: what a move does to the others."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import FEWEST_CASES, Section
from edokko.lab.report.statistics.sums import sums
from edokko.lab.report.texts import texts_of

TEXTS = texts_of("interaction")
PARTNERS = ("shop", "own character", "another's character", "neutral")


def section(tables: RunTables) -> Section:
    """Return the section."""
    partners = _partners(tables)
    figures = [TEXTS.figure("partners", tables.games, partners, charts.columns("month", "deal_share", "partner"))]
    if tables.has("decisions"):
        changes, games = _changes(tables)
        figures.append(TEXTS.figure("changes", games, changes, charts.dots("move", "change", 0.0, "whose")))
    return TEXTS.section(_answer(tables), figures)


def _with_partner(tables: RunTables) -> pl.LazyFrame:
    shop, own, other, neutral = (pl.lit(name) for name in PARTNERS)
    partner = (
        pl.when(pl.col("card").is_null())
        .then(shop)
        .when(pl.col("owner").is_null())
        .then(neutral)
        .when(pl.col("owner") == pl.col("seat"))
        .then(own)
        .otherwise(other)
    )
    return tables.scan("deals").with_columns(partner.alias("partner"))


def _partners(tables: RunTables) -> pl.DataFrame:
    wide = sums(
        _with_partner(tables),
        ["month"],
        **{name: (pl.col("partner") == name).sum() for name in PARTNERS},
        deals=pl.len(),
    )
    parts = [
        wide.table(deals=wide.total(name), deal_share=wide.ratio(name, "deals", is_share=True)).with_columns(
            pl.lit(name).alias("partner")
        )
        for name in PARTNERS
        if wide.total(name).sum()
    ]
    return pl.concat(parts)


def _changes(tables: RunTables) -> tuple[pl.DataFrame, int]:
    rows = tables.scan("decisions").filter(pl.col("options") > 1)
    games = int(rows.select(pl.col("game").n_unique()).collect().item())
    cells = sums(
        rows.rename({"kind": "move_kind"}),
        ["move_kind"],
        moves=pl.len(),
        own=pl.col("own_change").cast(pl.Int64).sum(),
        others=pl.col("others_change").cast(pl.Int64).sum(),
    )
    moved = (cells.total("own") != 0) | (cells.total("others") != 0)
    cells = cells.select((cells.total("moves") >= FEWEST_CASES) & moved)
    parts = [
        cells.table(moves=cells.total("moves"), change=cells.ratio(name, "moves")).with_columns(
            pl.lit(label).alias("whose")
        )
        for name, label in (("own", "own score"), ("others", "all others"))
    ]
    frame = pl.concat(parts).rename({"move_kind": "move"})
    order = frame.filter(pl.col("whose") == "own score").select("move", pl.col("change").alias("_order"))
    return frame.join(order, on="move").sort("_order", "move", descending=[True, False]).drop("_order"), games


def _answer(tables: RunTables) -> str:
    totals = sums(
        _with_partner(tables),
        [],
        deals=pl.len(),
        others=(pl.col("partner") == PARTNERS[2]).sum(),
        people=(pl.col("partner") != PARTNERS[0]).sum(),
        gifts=(pl.col("others") > 0).sum(),
    )
    return (
        f"{wording.share_of(totals.ratio('others', 'people', is_share=True))} of the deals with characters are with "
        f"another player's and give it experience; {wording.share_of(totals.ratio('gifts', 'deals', is_share=True))} "
        "of all deals give something else to other players."
    )
