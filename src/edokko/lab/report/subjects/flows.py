"""11: flows of mon, rice, sandals, wood and koban by month."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import Section
from edokko.lab.report.names import plain
from edokko.lab.report.statistics.sums import sums
from edokko.lab.report.texts import texts_of

TEXTS = texts_of("flows")
RESOURCES = ("mon", "rice", "sandals", "wood", "koban")
MOST = 6
SAMPLE = 50_000
OTHER = "other"


def section(tables: RunTables) -> Section:
    """Return the section."""
    flows, games = tables.sample("flows", SAMPLE)
    flows = flows.filter(pl.col("resource").is_in(RESOURCES) & (pl.col("month") >= 1))
    sides = pl.when(pl.col("amount") > 0).then(pl.lit("gain")).otherwise(pl.lit("pay"))
    rows = flows.with_columns(sides.alias("side")).select("group", "resource", "month", "reason", "side", "amount")
    small = rows.group_by("group", "resource", "month", "reason", "side").agg(pl.col("amount").cast(pl.Int64).sum())
    frames = _by_reason(small.collect(engine="streaming"), tables, games)
    colours = charts.share_colours(frame["reason"] for frame in frames.values())
    figures = tuple(
        TEXTS.figure(
            "each",
            games,
            frame,
            charts.columns("month", "amount", "reason", colours),
            name=resource,
            resource=resource,
            title=resource.capitalize(),
        )
        for resource, frame in frames.items()
    )
    return TEXTS.section(_answer(frames["mon"]), figures, games=games, most=MOST)


def _by_reason(flows: pl.DataFrame, tables: RunTables, games: int) -> dict[str, pl.DataFrame]:
    """Return by resource: month, reason, side, and the mean amount for a seat."""
    per_group = tables.groups.filter(pl.col("game").rank("ordinal") <= games)["group"].value_counts()
    frames = {}
    for resource in RESOURCES:
        part = flows.filter(pl.col("resource") == resource)
        largest = (
            part.group_by("reason")
            .agg(pl.col("amount").abs().sum())
            .sort("amount", descending=True)["reason"]
            .head(MOST)
        )
        reason = pl.when(pl.col("reason").is_in(largest.implode())).then(pl.col("reason")).otherwise(pl.lit(OTHER))
        part = part.with_columns(reason.str.replace_all("_", " "))
        frames[resource] = _means(part, per_group, tables.players)
    return frames


def _means(part: pl.DataFrame, per_group: pl.DataFrame, players: int) -> pl.DataFrame:
    """Return mean amounts; every group counts all its seats, also those without a flow."""
    keys = part.select("month", "reason", "side").unique()
    whole = keys.join(per_group.select("group", pl.col("count").alias("_games")), how="cross")
    found = part.group_by("group", "month", "reason", "side").agg(pl.col("amount").sum())
    filled = whole.join(found, on=["group", "month", "reason", "side"], how="left")
    cells = sums(
        filled.lazy(),
        ["month", "side", "reason"],
        amount=pl.col("amount").fill_null(0).sum(),
        seats=pl.col("_games").cast(pl.Int64).sum() * players,
    )
    return cells.table(amount=cells.ratio("amount", "seats"))


def _answer(mon: pl.DataFrame) -> str:
    if not len(mon):
        return "The run has no flows of mon."
    total = mon.group_by("side", "reason").agg(pl.col("amount").sum())
    gains = total.filter(pl.col("side") == "gain").sort("amount", descending=True)
    pays = total.filter(pl.col("side") == "pay").sort("amount")
    gain, pay = float(gains["amount"].sum()), -float(pays["amount"].sum())
    return (
        f"A seat earns {wording.number(gain)} mon in a game and pays {wording.number(pay)}. Most come from "
        f"{plain(gains['reason'][0])} ({wording.number(gains['amount'][0])}) and go for {plain(pays['reason'][0])} "
        f"({wording.number(-pays['amount'][0])})."
    )
