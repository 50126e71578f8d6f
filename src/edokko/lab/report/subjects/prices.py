"""4: prices: which cards look too cheap or too dear."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import Tables
from edokko.lab.report.figure import FEWEST_CASES, Figure, Section
from edokko.lab.report.names import SEASONS, card_names, seasons
from edokko.lab.report.statistics.regression import logistic
from edokko.lab.report.statistics.sums import GROUP, Array, Estimate, jackknife, replicates_of
from edokko.lab.report.thresholds import lack_of, lack_of_cases

QUESTION = "Which characters look too cheap or too dear?"
METHOD = (
    "How often a character is hired when it could be, against the mean of its season. A logistic regression for each "
    "season explains a hire by the mon that the seat would pay, with a level for each card and one slope. The half "
    "price is where half of the offers are taken, the even price where the card is taken as often as the mean of its "
    "season. A price more than {reach} mon outside of those seen is left out, because it would be a guess. Players "
    "who hardly look at prices have no such prices at all."
)
NEEDS = ("games", "offers")
HIGHEST = 20
"""Prices above this count as this."""
REACH = 2
"""How far a price may lie outside of those seen."""
LEAST_SLOPE = 1e-3
"""A slope that is not more negative says that prices do not matter."""


@dataclass(frozen=True, slots=True)
class Demand:
    """How often the cards of a season are taken at each price.

    Attributes:
        cards: their ids.
        taken, offered: ``(groups, cards, prices)``; price 0 is column 0.
        cost: of each card in the components.
    """

    cards: list[str]
    taken: Array
    offered: Array
    cost: Array


def section(tables: Tables) -> Section:
    """Return the section."""
    names = card_names(tables.components)
    parts = {season: price_table(demand(tables, season), names) for season in SEASONS}
    figures = [_taken(tables, season, part) for season, part in parts.items()]
    everything = pl.concat(parts.values())
    even = everything.filter(pl.col("worth_over_cost").is_not_nan()).sort("worth_over_cost", descending=True)
    figures.append(
        Figure(
            "even_prices",
            "Even price less the cost, in mon, with the 95 % interval: right of the line a card looks cheap, left of "
            "it dear. Cards without an even price near the prices seen are left out.",
            tables.games,
            even,
            lambda data: charts.dots(data, "card", "worth_over_cost", 0.0),
            lack_of(tables.games) or ("" if len(even) else "No card has an even price near the prices seen."),
            is_wide=True,
        )
    )
    return Section("prices", QUESTION, _answer(everything), METHOD.format(reach=REACH), tuple(figures))


def _taken(tables: Tables, season: str, part: pl.DataFrame) -> Figure:
    mean = float(part["season_share"][0]) if len(part) else 0.0
    offers = int(part["offered"].sum())
    return Figure(
        season,
        f"Characters of {season}: share of affordable offers that are taken, with the 95 % interval. The line is "
        "their mean.",
        tables.games,
        part,
        lambda data: charts.dots(data, "card", "taken_share", mean),
        lack_of_cases(offers, tables.games, "offers"),
        f"{offers:,} offers",
    )


def demand(tables: Tables, season: str) -> Demand:
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
        share = jackknife(taken.sum(axis=2) / offered.sum(axis=2))
    seen = [np.flatnonzero(row) for row in offered[0]]
    lowest, highest = (np.array([float(row[end]) for row in seen]) for end in (0, -1))
    half = _near(jackknife(np.array([_price(*fit, 0.5) for fit in fits])), lowest, highest)
    even = _near(
        jackknife(np.array([_price(*fit, mean) for fit, mean in zip(fits, means, strict=True)])), lowest, highest
    )
    worth = Estimate(even.value - season.cost, even.low - season.cost, even.high - season.cost)
    frame = pl.DataFrame(
        [
            pl.Series("card", [names.get(card, card) for card in season.cards], dtype=pl.String),
            pl.Series("id", season.cards, dtype=pl.String),
            pl.Series("offered", offered[0].sum(axis=1).astype(np.int64)),
            *share.columns("taken_share"),
            pl.Series("season_share", np.full(len(season.cards), means[0])),
            pl.Series("cost", season.cost),
            *worth.columns("worth_over_cost"),
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
    with np.errstate(invalid="ignore"):
        is_near = (prices.value >= lowest - REACH) & (prices.value <= highest + REACH)
    value, low, high = (np.where(is_near, part, np.nan) for part in (prices.value, prices.low, prices.high))
    return Estimate(value, low, high)


def _mean(taken: Array, offered: Array) -> float:
    share = float(taken.sum() / max(offered.sum(), 1))
    return min(max(share, 1e-6), 1 - 1e-6)


def _answer(frame: pl.DataFrame) -> str:
    ratio = pl.col("taken_share") / pl.col("season_share")
    cheap = frame.filter(pl.col("taken_share_low") > pl.col("season_share")).sort(ratio, descending=True).head(3)
    dear = frame.filter(pl.col("taken_share_high") < pl.col("season_share")).sort(ratio).head(3)
    if not len(cheap) and not len(dear):
        return "No price stands out: each card is taken about as often as the mean of its season."
    parts = []
    for word, rows in (("cheap", cheap), ("dear", dear)):
        if len(rows):
            cards = [f"{row['card']} ({wording.share(row['taken_share'])})" for row in rows.iter_rows(named=True)]
            parts.append(f"{wording.listed(cards)} look{'s' if len(rows) == 1 else ''} {word}")
    return "; ".join(parts) + ", by how often they are hired when they could be."
