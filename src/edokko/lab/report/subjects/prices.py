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
    "Logistic regression, a season at a time, of whether an affordable offer was taken on the mon that the seat "
    "would pay; each card has its own level and all cards of the season share the slope. The half price is where "
    "half of the offers are taken. The even price is where the card is taken as often as the mean card of its "
    "season; against the cost in the components it says cheap or dear. Only one card can be hired in a turn, so half "
    "prices are low, and those outside of the prices seen are extrapolated."
)
NEEDS = ("games", "offers")
HIGHEST = 20
"""Prices above this count as this."""


@dataclass(frozen=True, slots=True)
class Demand:
    """How often the cards of a season are taken at each price.

    Attributes:
        cards: their ids.
        taken, offered: ``(groups, cards, prices)``; price 0 is column 0.
        printed: the cost of each card.
    """

    cards: list[str]
    taken: Array
    offered: Array
    printed: Array


def section(tables: Tables) -> Section:
    """Return the section."""
    parts = {season: price_table(demand(tables, season), card_names(tables.components)) for season in SEASONS}
    figures = tuple(
        Figure(
            season,
            f"Characters of {season}: even price less cost, in mon. Right of the line a card looks cheap, left of it "
            "dear.",
            tables.games,
            part,
            lambda data: charts.dots(data, "card", "worth_over_cost", 0.0),
            lack_of(tables.games) or lack_of_cases(int(part["offered"].sum()), tables.games, "offers"),
            f"{part['offered'].sum():,} offers",
        )
        for season, part in parts.items()
    )
    return Section("prices", QUESTION, _answer(pl.concat(parts.values())), METHOD, figures)


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
    shown = (
        counts.group_by("id")
        .agg(pl.col("offered").sum())
        .filter(pl.col("offered") >= FEWEST_CASES)["id"]
        .sort()
        .to_list()
    )
    counts = counts.filter(pl.col("id").is_in(shown))
    groups = counts[GROUP].unique().sort().to_list()
    taken, offered = np.zeros((2, len(groups), len(shown), HIGHEST + 1))
    printed = np.zeros(len(shown))
    for row in counts.iter_rows(named=True):
        place = groups.index(row[GROUP]), shown.index(row["id"]), row["price"]
        taken[place] += row["taken"]
        offered[place] += row["offered"]
        printed[place[1]] = row["printed"]
    return Demand(shown, taken, offered, printed)


def price_table(found: Demand, names: dict[str, str]) -> pl.DataFrame:
    """Return a row for each card: counts, half price, even price, and the even price less the cost in the components."""
    prices = np.arange(HIGHEST + 1.0)
    taken, offered = replicates_of(found.taken), replicates_of(found.offered)
    fits = [logistic(part, shown, prices) for part, shown in zip(taken, offered, strict=True)]
    half = jackknife(np.array([_price(*fit, 0.5) for fit in fits]))
    even = jackknife(
        np.array([_price(*fit, _mean(part, shown)) for fit, part, shown in zip(fits, taken, offered, strict=True)])
    )
    worth = Estimate(even.value - found.printed, even.low - found.printed, even.high - found.printed)
    seen = [np.flatnonzero(row) for row in offered[0]]
    frame = pl.DataFrame(
        [
            pl.Series("card", [names.get(card, card) for card in found.cards], dtype=pl.String),
            pl.Series("id", found.cards, dtype=pl.String),
            pl.Series("offered", offered[0].sum(axis=1).astype(int))
            if len(fits)
            else pl.Series("offered", [], pl.Int64),
            pl.Series("taken_share", taken[0].sum(axis=1) / np.maximum(offered[0].sum(axis=1), 1)),
            pl.Series("cost", found.printed),
            *worth.columns("worth_over_cost"),
            *even.columns("even_price"),
            *half.columns("half_price"),
            pl.Series("lowest_price_seen", [int(row[0]) for row in seen], dtype=pl.Int64),
            pl.Series("highest_price_seen", [int(row[-1]) for row in seen], dtype=pl.Int64),
        ]
    )
    return frame.sort("worth_over_cost", descending=True)


def _price(levels: Array, slope: Array, share: float) -> Array:
    """Return the price at which each card is taken with a chance; not a number if prices do not matter."""
    if not len(levels) or slope[0] > -1e-3:
        return np.full(len(levels), np.nan)
    return np.asarray((np.log(share / (1 - share)) - levels) / slope[0])


def _mean(taken: Array, offered: Array) -> float:
    share = float(taken.sum() / max(offered.sum(), 1))
    return min(max(share, 1e-6), 1 - 1e-6)


def _answer(frame: pl.DataFrame) -> str:
    sure = frame.filter(pl.col("worth_over_cost").is_not_nan())
    cheap = sure.filter(pl.col("worth_over_cost_low") > 0).sort("worth_over_cost", descending=True).head(3)
    dear = sure.filter(pl.col("worth_over_cost_high") < 0).sort("worth_over_cost").head(3)
    if not len(cheap) and not len(dear):
        return (
            "No price stands out: each card is taken about as often as its season's mean at its cost in the components."
        )
    parts = []
    for word, rows in (("cheap", cheap), ("dear", dear)):
        if len(rows):
            cards = [
                f"{row['card']} ({wording.signed(row['worth_over_cost'])} mon)" for row in rows.iter_rows(named=True)
            ]
            parts.append(f"{wording.listed(cards)} look {word}")
    return "; ".join(parts) + ", measured by how often they are taken."
