"""4: prices: which cards look too cheap or too dear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from edokko.components import Components
from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import FEWEST_CASES, Figure, Section, lack_of_cases
from edokko.lab.report.names import SEASONS, card_names, seasons
from edokko.lab.report.statistics.many import differing
from edokko.lab.report.statistics.regression import logistic
from edokko.lab.report.statistics.sums import GROUP, Array, Estimate, jackknife, replicates_of, share_of
from edokko.lab.report.texts import texts_of

TEXTS = texts_of("prices")
HIGHEST = 20
"""Prices above this count as this."""
REACH = 2
"""How far a price may lie outside of those seen."""
NO_PRICE = "No price stands out: each card is taken about as often as the mean of its season."
LEAST_SLOPE = 1e-3
"""A slope that is not more negative says that prices do not matter."""


@dataclass(frozen=True, slots=True)
class Demand:
    """How often the cards of a season are taken at each price, and the cost of each in the components.

    The counts are ``(groups, cards, prices)``; price 0 is column 0.
    """

    cards: list[str]
    taken: Array
    offered: Array
    cost: Array


def section(tables: RunTables) -> Section:
    """Return the section."""
    names = card_names(tables.components)
    parts = {season: price_table(demand(tables, season), names) for season in SEASONS}
    figures = [_taken(tables, season, part) for season, part in parts.items()]
    everything = pl.concat(parts.values())
    drawn = everything.filter(pl.col("worth_over_cost").is_not_nan())
    even = drawn.sort("beyond", "worth_over_cost", "taken_share", descending=True)
    figures.append(
        TEXTS.figure("even_prices", tables.games, even, charts.dots("card", "worth_over_cost", 0.0, beyond="beyond"))
    )
    return TEXTS.section(_answer(everything, tables.components), figures, reach=REACH)


def _taken(tables: RunTables, season: str, part: pl.DataFrame) -> Figure:
    mean = float(part["season_share"][0]) if len(part) else 0.0
    offers = int(part["offered"].sum())
    return TEXTS.figure(
        "each",
        tables.games,
        part,
        charts.dots("card", "taken_share", mean),
        name=season,
        lack=lack_of_cases(offers, "offers"),
        cases=f"{offers:,} offers",
        season=season,
    )


def demand(tables: RunTables, season: str) -> Demand:
    """Return the demand for the characters of a season."""
    season_of = seasons(tables.components)
    cards = [card for card in tables.components.characters if season_of[card] == season]
    counts = (
        tables.scan("offers")
        .filter((pl.col("kind") == "character") & pl.col("affordable") & pl.col("id").is_in(cards))
        .group_by(GROUP, "id", pl.col("price").clip(0, HIGHEST), "printed")
        .agg(pl.len().alias("offered"), pl.col("taken").sum())
        .collect(engine="streaming")
    )
    totals = counts.group_by("id").agg(pl.col("offered").sum())
    shown = totals.filter(pl.col("offered") >= FEWEST_CASES)["id"].sort().to_list()
    counts = counts.filter(pl.col("id").is_in(shown))
    groups = counts[GROUP].unique().sort().to_list()
    taken, offered = np.zeros((2, len(groups), len(shown), HIGHEST + 1))
    cost = np.zeros(len(shown))
    for row in counts.iter_rows(named=True):
        place = groups.index(row[GROUP]), shown.index(row["id"]), row["price"]
        taken[place] += row["taken"]
        offered[place] += row["offered"]
        cost[place[1]] = row["printed"]
    return Demand(shown, taken, offered, cost)


def price_table(season: Demand, names: dict[str, str]) -> pl.DataFrame:
    """Return a row for each card: counts, share taken, half price, even price, and the even price less the cost."""
    taken, offered = replicates_of(season.taken), replicates_of(season.offered)
    prices = np.arange(HIGHEST + 1.0)
    fits = [logistic(part, shown, prices) for part, shown in zip(taken, offered, strict=True)]
    means = [_mean(part, shown) for part, shown in zip(taken, offered, strict=True)]
    with np.errstate(invalid="ignore"):
        share = share_of(jackknife(taken.sum(axis=2) / offered.sum(axis=2)), offered[0].sum(axis=1))
    seen = [np.flatnonzero(row) for row in offered[0]]
    lowest, highest = (np.array([float(row[end]) for row in seen]) for end in (0, -1))
    half = _near(jackknife(np.array([_price(*fit, 0.5) for fit in fits])), lowest, highest)
    far = jackknife(np.array([_price(*fit, mean) for fit, mean in zip(fits, means, strict=True)]))
    even, beyond = _near(far, lowest, highest), _beyond(far.value, lowest, highest)
    edge = np.where(beyond == 0, even.value, np.clip(far.value, lowest - REACH, highest + REACH))
    worth = Estimate(edge - season.cost, even.low - season.cost, even.high - season.cost)
    frame = pl.DataFrame(
        [
            pl.Series("card", [names.get(card, card) for card in season.cards], dtype=pl.String),
            pl.Series("id", season.cards, dtype=pl.String),
            pl.Series("offered", offered[0].sum(axis=1).astype(np.int64)),
            *share.columns("taken_share"),
            pl.Series("season_share", np.full(len(season.cards), means[0])),
            pl.Series("cost", season.cost),
            *worth.columns("worth_over_cost"),
            pl.Series("beyond", beyond),
            *even.columns("even_price"),
            *half.columns("half_price"),
            pl.Series("lowest_price_seen", lowest.astype(np.int64)),
            pl.Series("highest_price_seen", highest.astype(np.int64)),
        ]
    )
    return frame.sort("taken_share", descending=True)


def _price(levels: Array, slope: Array, share: float) -> Array:
    """Return the price at which each card is taken with a chance; not a number if prices do not matter."""
    if slope[0] > -LEAST_SLOPE:
        return np.full(len(levels), np.nan)
    return np.asarray((np.log(share / (1 - share)) - levels) / slope[0])


def _near(prices: Estimate, lowest: Array, highest: Array) -> Estimate:
    """Keep the prices near those seen."""
    is_near = _beyond(prices.value, lowest, highest) == 0
    value, low, high = (np.where(is_near, part, np.nan) for part in (prices.value, prices.low, prices.high))
    return Estimate(value, low, high)


def _beyond(prices: Array, lowest: Array, highest: Array) -> npt.NDArray[np.int64]:
    """Return 1 where a price lies too far above those seen to be told, -1 where it lies too far below."""
    with np.errstate(invalid="ignore"):
        return (prices > highest + REACH).astype(np.int64) - (prices < lowest - REACH).astype(np.int64)


def _mean(taken: Array, offered: Array) -> float:
    share = float(taken.sum() / max(offered.sum(), 1))
    return min(max(share, 1e-6), 1 - 1e-6)


def _answer(frame: pl.DataFrame, shipped: Components) -> str:
    """Name the cards that are hired most and least often; first those whose cost an overlay has changed."""
    own = {card: character.cost for card, character in shipped.characters.items()}
    usual = pl.col("id").replace_strict(own, return_dtype=pl.Float64)
    clear = differing(frame, "taken_share", "season_share").with_columns(
        usual.alias("usual"), (pl.col("taken_share") / pl.col("season_share")).alias("ratio")
    )
    clear = clear.with_columns((pl.col("cost") != pl.col("usual")).alias("changed"))
    cheap = clear.filter(pl.col("ratio") > 1).sort("changed", "ratio", descending=True).head(3)
    dear = clear.filter(pl.col("ratio") < 1).sort("changed", "ratio", descending=[True, False]).head(3)
    named = {
        word: [_named(row) for row in rows.iter_rows(named=True)] for word, rows in (("cheap", cheap), ("dear", dear))
    }
    parts = [
        f"{wording.listed(cards)} look{'s' if len(cards) == 1 else ''} {word}" for word, cards in named.items() if cards
    ]
    return "; ".join(parts) + ", by how often they are hired when they could be." if parts else NO_PRICE


def _named(row: dict[str, Any]) -> str:
    change = f", at cost {row['cost']:g} instead of {row['usual']:g}" if row["changed"] else ""
    return f"{row['card']} ({wording.share(row['taken_share'])}{change})"
