"""6: styles: clusters of final holdings, and how they meet."""

from __future__ import annotations

import numpy as np
import polars as pl

from edokko import extras
from edokko.components.model import TYPES
from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import FEWEST_CASES, Section, lack_of
from edokko.lab.report.statistics.equal import gain, held_equal
from edokko.lab.report.statistics.many import differing
from edokko.lab.report.statistics.sums import Array, sums
from edokko.lab.report.texts import NAMES, texts_of

TEXTS = texts_of("styles")
CLUSTERS = 5
SAMPLE = 25_000
"""The games whose seats are clustered."""
ALIKE = "All seats end with much the same holdings."
STANDS_OUT = 0.35
"""A holding that is so many standard deviations above the mean names a style."""
HOLDINGS = {
    **{f"type_{kind}": NAMES["types"][kind] for kind in TYPES},
    "buildings": "buildings",
    "fish": "fish",
    "pipes": "pipes",
    "pouches": "pouches",
    "koban": "koban",
    "fire": "firefighting",
}


def section(tables: RunTables) -> Section:
    """Return the section."""
    rows, games = tables.sample("seats", SAMPLE)
    seats = (
        rows.select("game", "group", "seat", "entry", "win", "place", "score", *HOLDINGS).sort("game", "seat").collect()
    )
    lack = lack_of(games)
    if lack:
        return TEXTS.section(lack, count=CLUSTERS)
    table = _standardised(seats)
    if len(np.unique(table, axis=0)) < CLUSTERS:
        return TEXTS.section(ALIKE, count=CLUSTERS)
    kmeans = extras.lab("scipy.cluster.vq").kmeans2
    centres, labels = kmeans(table, CLUSTERS, seed=np.random.default_rng(1), minit="++")
    names = _names(centres)
    seats = seats.with_columns(pl.Series("style", [names[label] for label in labels]))
    shares = _shares(seats)
    figures = (
        TEXTS.figure("styles", games, shares, charts.dots("style", "win_share_effect", 0.0)),
        TEXTS.figure(
            "holdings", games, _holdings(seats), charts.heat("style", "holding", "deviations", 0.0, "mean", height=360)
        ),
        TEXTS.figure("meetings", games, _meetings(seats), charts.heat("against", "style", "ahead_share_effect", 0.0)),
    )
    return TEXTS.section(_answer(shares), figures, count=CLUSTERS)


def _answer(shares: pl.DataFrame) -> str:
    often = shares.sort("seat_share").row(-1, named=True)
    most = f"The most frequent style is “{often['style']}” ({wording.share(often['seat_share'])} of the seats)"
    clear = differing(shares, "win_share_effect")
    if not len(clear) or clear["win_share_effect"][0] <= 0:
        return f"{most}; no style wins measurably more than the same players win on average."
    return (
        f"{most}; “{clear['style'][0]}” wins most, {wording.points(clear['win_share_effect'][0])} against what the "
        "same players win on average."
    )


def _standardised(seats: pl.DataFrame) -> Array:
    values = seats.select(pl.col(list(HOLDINGS)).cast(pl.Float64)).to_numpy()
    spread = values.std(axis=0)
    return np.asarray((values - values.mean(axis=0)) / np.where(spread > 0, spread, 1))


def _names(centres: Array) -> list[str]:
    """Name the clusters by what stands out; equal names get a number."""
    holdings = list(HOLDINGS.values())
    names: list[str] = []
    for centre in centres:
        order = [place for place in np.argsort(-centre) if centre[place] >= STANDS_OUT][:2]
        name = " and ".join(holdings[place] for place in order) or "a bit of everything"
        names.append(name if name not in names else f"{name} {sum(known.startswith(name) for known in names) + 1}")
    return names


def _shares(seats: pl.DataFrame) -> pl.DataFrame:
    cells = held_equal(seats.lazy(), ["style"], ["entry"], "win")
    scores = sums(seats.lazy(), ["style"], seats=pl.len(), score=pl.col("score").cast(pl.Int64).sum())
    return cells.table(
        seats=cells.total("cases"),
        seat_share=cells.estimate(lambda cases: cases / cases.sum(axis=1, keepdims=True)),
        win_share=cells.ratio("total", "cases", is_share=True),
        win_share_effect=gain(cells),
        score=scores.ratio("score", "seats"),
    ).sort("win_share_effect", descending=True)


def _holdings(seats: pl.DataFrame) -> pl.DataFrame:
    cells = sums(
        seats.lazy(), ["style"], seats=pl.len(), **{name: pl.col(name).cast(pl.Int64).sum() for name in HOLDINGS}
    )
    parts = []
    for name, holding in HOLDINGS.items():
        spread = float(seats.select(pl.col(name).cast(pl.Float64).std()).item()) or 1.0
        mean = float(seats.select(pl.col(name).cast(pl.Float64).mean()).item())
        table = cells.table(mean=cells.ratio(name, "seats"))
        parts.append(
            table.with_columns(pl.lit(holding).alias("holding"), ((pl.col("mean") - mean) / spread).alias("deviations"))
        )
    return pl.concat(parts)


def _meetings(seats: pl.DataFrame) -> pl.DataFrame:
    own = seats.lazy().select("game", "group", "seat", "entry", "style", "place")
    other = own.select(
        "game",
        pl.col("seat").alias("_seat"),
        pl.col("entry").alias("_entry"),
        pl.col("style").alias("against"),
        pl.col("place").alias("_place"),
    )
    pairs = own.join(other, on="game").filter(pl.col("seat") != pl.col("_seat"))
    pairs = pairs.with_columns((pl.col("place") < pl.col("_place")).alias("ahead"))
    cells = held_equal(pairs, ["style", "against"], ["entry", "_entry"], "ahead")
    cells = cells.select(cells.total("cases") >= FEWEST_CASES)
    return cells.table(
        pairs=cells.total("cases"),
        ahead_share=cells.ratio("total", "cases", is_share=True),
        ahead_share_effect=gain(cells),
    )
