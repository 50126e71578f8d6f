"""2: where points come from, and which source decides the margin."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import Section
from edokko.lab.report.names import plain
from edokko.lab.report.statistics.sums import sums
from edokko.lab.report.statistics.variance import less_mean
from edokko.lab.report.texts import texts_of
from edokko.rules.scoring import LINES

TEXTS = texts_of("points")
SAMPLE = 20_000
"""The games whose flows are read."""
PART = "part_"
MOST_SOURCES = 8
"""The sources that a figure tells apart."""
REST = "all else"
PLACES = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}


def section(tables: RunTables) -> Section:
    """Return the section."""
    frame, parts, games = _parts(tables)
    by_place = _by_place(frame, parts)
    shares = _margin_shares(frame, parts, tables.players)
    figures = (
        TEXTS.figure("by_place", games, _largest(by_place), charts.bars("place", "points", "source")),
        TEXTS.figure("margin", games, shares, charts.dots("source", "margin_share", 0.0)),
    )
    return TEXTS.section(_answer(by_place, shares), figures, games=games)


def _parts(tables: RunTables) -> tuple[pl.LazyFrame, list[str], int]:
    """Return the seats with a column for each source of points, the sources, and the number of games."""
    lines = [f"points_{line}" for line in LINES]
    if not tables.has("flows"):
        names = [f"{PART}{line}" for line in LINES]
        frame = tables.scan("seats").select("game", "group", "entry", "place", "score", *lines)
        return frame.rename(dict(zip(lines, names, strict=True))), names, tables.games
    seats, games = tables.sample("seats", SAMPLE)
    flows, _ = tables.sample("flows", SAMPLE)
    track = _track(flows)
    rest = seats.select("game", "group", "seat", "entry", "place", "score", *lines).rename(
        {line: f"{PART}{line.removeprefix('points_')}" for line in lines}
    )
    names = [name for name in track.columns if name.startswith(PART)]
    joined = rest.join(track.lazy(), on=["game", "seat"], how="left").with_columns(pl.col(names).fill_null(0))
    # What is not explained by a flow stays with the track: nothing, unless a table is cut.
    joined = joined.with_columns((pl.col(f"{PART}track") - pl.sum_horizontal(names)).alias(f"{PART}track"))
    others = [f"{PART}{line}" for line in LINES if line != "track"]
    return joined.collect().lazy(), [*names, *others, f"{PART}track"], games


def _track(flows: pl.LazyFrame) -> pl.DataFrame:
    iki = flows.filter(pl.col("resource") == "iki").group_by("game", "seat", "reason").agg(pl.col("amount").sum())
    wide = iki.collect(engine="streaming").pivot("reason", index=["game", "seat"], values="amount")
    return wide.rename({name: f"{PART}{name}" for name in wide.columns if name not in ("game", "seat")}).fill_null(0)


def _name(part: str) -> str:
    return plain(part.removeprefix(PART))


def _by_place(frame: pl.LazyFrame, parts: list[str]) -> pl.DataFrame:
    totals = sums(frame, ["place"], seats=pl.len(), **{part: pl.col(part).sum() for part in parts})
    rows = []
    for part in parts:
        estimate = totals.ratio(part, "seats")
        if not estimate.value.any():
            continue
        table = totals.table(seats=totals.total("seats"), points=estimate)
        rows.append(table.with_columns(pl.lit(_name(part)).alias("source")))
    frame_ = pl.concat(rows).with_columns(pl.col("place").replace_strict(PLACES))
    order = frame_.group_by("source").agg(pl.col("points").abs().mean().alias("_mean"))
    return (
        frame_.join(order, on="source").sort("_mean", "source", "place", descending=[True, False, False]).drop("_mean")
    )


def _largest(by_place: pl.DataFrame) -> pl.DataFrame:
    """Put all but the largest sources together; the rest has no interval."""
    names = by_place["source"].unique(maintain_order=True).to_list()
    if len(names) <= MOST_SOURCES:
        return by_place
    small = by_place.filter(pl.col("source").is_in(names[MOST_SOURCES - 1 :]))
    rest = small.group_by("place", maintain_order=True).agg(pl.col("seats").first(), pl.col("points").sum())
    rest = rest.with_columns(
        pl.lit(None, pl.Float64).alias("points_low"),
        pl.lit(None, pl.Float64).alias("points_high"),
        pl.lit(REST).alias("source"),
    )
    return pl.concat(
        [by_place.filter(pl.col("source").is_in(names[: MOST_SOURCES - 1])), rest.select(by_place.columns)]
    )


def _margin_shares(frame: pl.LazyFrame, parts: list[str], players: int) -> pl.DataFrame:
    def product(column: str) -> pl.Expr:
        return (pl.col(column) * pl.col("score")).sum() - pl.col(column).sum() * pl.col("score").sum() / players

    frame = frame.with_columns(less_mean(name, "entry") for name in (*parts, "score"))
    games = frame.group_by("game", "group").agg(
        *(product(part).alias(part) for part in parts), product("score").alias("_all")
    )
    totals = sums(games, [], _all=pl.col("_all").sum(), **{part: pl.col(part).sum() for part in parts})
    estimates = {part: totals.ratio(part, "_all").columns("margin_share") for part in parts}
    rows = [pl.DataFrame([pl.Series("source", [_name(part)]), *columns]) for part, columns in estimates.items()]
    return pl.concat(rows).filter(pl.col("margin_share") != 0).sort("margin_share", descending=True)


def _answer(by_place: pl.DataFrame, shares: pl.DataFrame) -> str:
    winners = by_place.filter(pl.col("place") == "1st").sort("points", descending=True).head(2)
    sources = wording.listed([f"{row['source']} ({row['points']:.1f} IKI)" for row in winners.iter_rows(named=True)])
    top = shares.row(0, named=True)
    return (
        f"Winners get most from {sources}. What separates the players is above all {top['source']}: "
        f"{wording.share(top['margin_share'])} of the variance of the margin."
    )
