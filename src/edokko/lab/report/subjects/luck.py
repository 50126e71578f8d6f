"""8: luck against skill."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import Figure, Section
from edokko.lab.report.statistics.sums import sums
from edokko.lab.report.statistics.variance import Parts, parts_of
from edokko.lab.report.texts import NAMES, texts_of

TEXTS = texts_of("luck")
SAMPLE = 200_000


def section(tables: RunTables) -> Section:
    """Return the section."""
    rows, games = results(tables)
    parts = parts_of(rows)
    frame = pl.concat(
        pl.DataFrame([pl.Series("part", [NAMES["parts"][name]]), *share.columns("variance_share")])
        for name, share in parts.shares.items()
    )
    figure = TEXTS.figure(
        "parts", games, frame, charts.dots("part", "variance_share", 0.0), cases=f"{rows['block'].n_unique():,} blocks"
    )
    answer, note = _answer(parts, is_mixed=tables.is_mixed), _note(tables, rows, parts)
    return TEXTS.section(answer, [figure, *_players(tables)], note=note)


def _players(tables: RunTables) -> list[Figure]:
    """Return the share of games that each player won; nothing where one player takes all seats."""
    seats = tables.scan("seats")
    by_player = sums(
        seats, ["entry"], seats=pl.len(), wins=pl.col("win").sum(), score=pl.col("score").cast(pl.Int64).sum()
    )
    if len(by_player.keys) == 1:
        return []
    frame = by_player.table(
        seats=by_player.total("seats"),
        win_share=by_player.ratio("wins", "seats", is_share=True),
        score=by_player.ratio("score", "seats"),
    )
    return [
        TEXTS.figure(
            "players",
            tables.games,
            frame.rename({"entry": "player"}).sort("win_share", descending=True),
            charts.dots("player", "win_share", 1 / tables.players),
        )
    ]


def results(tables: RunTables) -> tuple[pl.DataFrame, int]:
    """Return the rows of :func:`parts_of`, and the number of games."""
    seats, games = tables.sample("seats", SAMPLE)
    rows = seats.select("game", "group", "seat", "entry", pl.col("score").cast(pl.Float64))
    rows = rows.join(tables.groups.lazy().select("game", "block"), on="game")
    if tables.has("fires"):
        fires, _ = tables.sample("fires", SAMPLE)
        burnt = fires.filter((pl.col("outcome") == "burnt") & pl.col("seat").is_not_null())
        burnt = burnt.group_by("game", "seat").agg(pl.len().cast(pl.Float64).alias("losses"))
        rows = rows.join(burnt, on=["game", "seat"], how="left").with_columns(pl.col("losses").fill_null(0.0))
    else:
        rows = rows.with_columns(pl.lit(0.0).alias("losses"))
    means = rows.group_by("game").agg(pl.col("score").mean().alias("_score"), pl.col("losses").mean().alias("_losses"))
    rows = rows.join(means, on="game").with_columns(
        (pl.col("score") - pl.col("_score")).alias("result"), (pl.col("losses") - pl.col("_losses")).alias("losses")
    )
    return rows.select("group", "block", "game", "seat", "entry", "result", "losses").collect(engine="streaming"), games


def _note(tables: RunTables, rows: pl.DataFrame, parts: Parts) -> str:
    notes = []
    if rows["entry"].n_unique() == 1:
        notes.append("All seats are played by one player here, so skill has no share.")
    seats = rows.group_by("entry").agg(pl.col("seat").n_unique())["seat"]
    if rows["entry"].n_unique() > 1 and seats.min() == 1:
        notes.append("A player kept one seat in all games, so the player's share contains the seat's.")
    if "deal" not in parts.shares:
        notes.append(
            "No chance was dealt twice here, so the deal is part of the rest; a run of several players with rotating "
            "seats tells them apart."
        )
    if not tables.has("fires"):
        notes.append("The run has no table of fires, so they are part of the deal.")
    return " ".join(notes)


def _answer(parts: Parts, *, is_mixed: bool) -> str:
    shares = {name: float(share.value) for name, share in parts.shares.items()}
    kinds = [name for name in ("seat", "deal", "fires") if name in shares]
    words = wording.listed([{"seat": "seats", "deal": "the deal", "fires": "losses to fires"}[name] for name in kinds])
    rest = "decisions" if "deal" in shares else "the deal and decisions, which this run cannot tell apart"
    deviation = f"A score typically lies {wording.number(float(parts.deviation.value))} IKI from the mean of its table."
    others = 1 - shares["players"]
    if is_mixed and others > 0:
        return (
            f"Between equal players, {words} explain {wording.share(sum(shares[name] for name in kinds) / others)} of "
            f"the variance of the results, and {wording.share(shares['rest'] / others)} are left to {rest}. Who plays "
            f"is {wording.share(shares['players'])} of the whole: so far the players of this run differ. It is not a "
            f"property of the game. {deviation}"
        )
    return (
        f"{words.capitalize()} explain {wording.share(sum(shares[name] for name in kinds))} of the variance of the "
        f"results, who plays {wording.share(shares['players'])}; {wording.share(shares['rest'])} are left to {rest}. "
        f"{deviation}"
    )
