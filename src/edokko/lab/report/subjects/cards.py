"""3: one row for each character, building and good."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import FEWEST_CASES, Section
from edokko.lab.report.names import SEASONS, card_names, kinds, seasons
from edokko.lab.report.statistics.many import differing
from edokko.lab.report.statistics.regression import Design, Fit, least_squares
from edokko.lab.report.statistics.sums import sums
from edokko.lab.report.texts import texts_of

NOTHING = "nothing"
"""The level of a choice that took none of the offers, such as income."""
SAMPLE = 20_000
"""The games that a regression reads."""
KINDS = (("character",), ("building",), ("fish", "pipe", "pouch"))
"""Offers that are choices of their own: a hire, a building, a purchase."""


def choices(tables: RunTables, kinds: tuple[str, ...]) -> tuple[pl.DataFrame, int]:
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


TEXTS = texts_of("cards")


COLUMNS = {"choice": "id"} | {
    f"{outcome}{end}": f"{name}{end}"
    for outcome, name in (("win", "win_share_effect"), ("margin", "margin_effect"))
    for end in ("", "_low", "_high")
}
"""By column of the regression: its name in the data."""
EFFECTS = {name: pl.String if name == "id" else pl.Float64 for name in COLUMNS.values()}
NEARLY_ALL = 0.9
"""A card that is taken in so large a share of its offers leaves no players to compare its takers with."""
LEAST = 0.001
"""An effect that is smaller is not worth a sentence."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The rows of all cards, and the number of games behind the regressions."""

    frame: pl.DataFrame
    games: int


def section(tables: RunTables) -> Section:
    """Return the section."""
    cards = rows(tables)
    frame = cards.frame.filter(_has_both())
    figures = tuple(
        TEXTS.figure(
            "each",
            cards.games,
            part,
            charts.dots("card", "win_share_effect", 0.0),
            name=name,
            cases=f"{part['taken'].sum():,} takers",
            what=caption,
        )
        for name, caption, part in _parts(frame)
    )
    answer = _answer(frame, cards.frame.filter(~_has_both()))
    return TEXTS.section(answer, figures, games=cards.games, all=NEARLY_ALL)


def _parts(frame: pl.DataFrame) -> list[tuple[str, str, pl.DataFrame]]:
    people = frame.filter(pl.col("kind") == "character")
    parts = [
        (f"characters_{season}", f"Characters of {season}", people.filter(pl.col("season") == season))
        for season in SEASONS
    ]
    goods = frame.filter(pl.col("kind").is_in(["fish", "pipe", "pouch"]))
    return [
        *parts,
        ("buildings", "Buildings", frame.filter(pl.col("kind") == "building")),
        ("goods", "Fish, pipes and pouches", goods),
    ]


def rows(tables: RunTables) -> Cards:
    """Return one row for each card that was offered: counts, and adjusted effects where enough takers are."""
    seen, effects = _seen(tables), []
    games = tables.games
    for group in KINDS:
        frame, games = choices(tables, group)
        enough = frame.group_by("choice").len().filter(pl.col("len") >= FEWEST_CASES)["choice"].to_list()
        frame = frame.filter(pl.col("choice").is_in(enough))
        if frame["choice"].n_unique() > 1 and NOTHING in enough:
            effects.append(adjust(frame).effects("choice").rename(COLUMNS))
    table = seen.join(pl.concat([pl.DataFrame(schema=EFFECTS), *effects]), on="id", how="inner")
    return Cards(table.sort("win_share_effect", descending=True), games)


def _seen(tables: RunTables) -> pl.DataFrame:
    """Return by card: turns on offer, times taken, month, price, and the raw results of the takers."""
    results = tables.scan("seats").select("game", "seat", "win", "margin")
    offers = sums(
        tables.scan("offers").filter(pl.col("kind") != "start"),
        ["id"],
        offered=pl.col("affordable").sum(),
        taken=pl.col("taken").sum(),
    )
    table = offers.table(
        offered=offers.total("offered"),
        taken=offers.total("taken"),
        taken_share=offers.ratio("taken", "offered", is_share=True),
    )
    taken = (
        tables.scan("offers").filter("taken").join(results, on=["game", "seat"])
        .group_by("id")
        .agg(
            pl.col("month").mean().alias("mean_month"),
            pl.col("price").mean().alias("mean_price"),
            pl.col("win").mean().alias("takers_win_share"),
            pl.col("margin").mean().alias("takers_margin"),
        )
        .collect(engine="streaming")
    )  # fmt: skip
    names, kind, season = card_names(tables.components), kinds(tables.components), seasons(tables.components)
    described = [
        pl.col("id").replace_strict(names, default=pl.col("id")).alias("card"),
        pl.col("id").replace_strict(kind, default="").alias("kind"),
        pl.col("id").replace_strict(season, default="").alias("season"),
    ]
    return table.join(taken, on="id", how="left").select(*described, *table.columns, *taken.columns[1:])


def _has_both() -> pl.Expr:
    """Whether enough players took a card and enough declined it."""
    declined = pl.col("offered") - pl.col("taken")
    return (pl.min_horizontal("taken", declined) >= FEWEST_CASES) & (pl.col("taken_share") < NEARLY_ALL)


def _answer(frame: pl.DataFrame, without: pl.DataFrame) -> str:
    clear = differing(frame, "win_share_effect")
    best = clear.filter(pl.col("win_share_effect") >= LEAST).head(3)
    harmful = clear.filter(pl.col("win_share_effect") < 0)
    worst = f"; {harmful['card'][-1]} goes with the fewest" if len(harmful) else ""
    best_cards = [f"{row['card']} ({wording.points(row['win_share_effect'])})" for row in best.iter_rows(named=True)]
    first = (
        f"Among equal situations, taking these goes with the most wins: {wording.listed(best_cards)}{worst}."
        if best_cards
        else "No card is measurably better than taking none in the same situation."
    )
    taken = without.filter(pl.col("taken_share") >= NEARLY_ALL)
    popular = taken.sort(pl.col("kind") == "character", "offered", descending=True)["card"].to_list()
    if not popular:
        return first
    others = [f"{len(popular) - 3} more"] if len(popular) > 3 else []
    named = wording.listed([*popular[:3], *others])
    return f"{first} Nearly all players take {named}: there is nothing to compare with."
