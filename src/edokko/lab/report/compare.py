"""13: the comparison of two runs: differences, effect sizes, and the games needed to be sure of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from edokko.lab.intervals import student
from edokko.lab.report import charts, wording
from edokko.lab.report.data import OWN_BLOCK, NotARun, RunTables
from edokko.lab.report.figure import FEWEST_CASES, Section
from edokko.lab.report.names import card_names, plain
from edokko.lab.report.statistics.many import differing
from edokko.lab.report.statistics.sums import GROUPS, Array, Estimate, Sums, jackknife, sums
from edokko.lab.report.texts import texts_of
from edokko.lab.simulation.summary import Z_95
from edokko.rules.scoring import LINES

TITLE = "Two runs of IKI compared"
TEXTS = texts_of("compare")
PAIRED = "Both runs deal the same chance, so blocks of the same number are compared with each other."
INDEPENDENT = "The runs do not deal the same chance, so their errors add up."
POWER = 0.8416
"""The normal quantile of the chance, four in five, to find a true difference."""
MOST_CARDS = 20
CLOSE = 3


@dataclass(frozen=True, slots=True)
class Quantity:
    """A mean over the games or seats of a table: the expression of a row, and the rows that count, by default all."""

    name: str
    table: str
    value: pl.Expr
    where: pl.Expr | None = None


QUANTITIES = (
    Quantity("winner's score", "games", pl.col("score")),
    Quantity("winner's margin", "games", pl.col("margin")),
    Quantity(f"share of games within {CLOSE} IKI", "games", (pl.col("margin") <= CLOSE).cast(pl.Int8)),
    Quantity("decisions in a game", "games", pl.col("decisions")),
    Quantity("score of a seat", "seats", pl.col("score")),
    *(Quantity(f"points from {plain(line)}", "seats", pl.col(f"points_{line}")) for line in LINES),
    Quantity("share won by the first seat", "seats", pl.col("win").cast(pl.Int8), pl.col("seat") == 0),
    Quantity("firefighting at the end", "seats", pl.col("fire")),
    Quantity("buildings on the board", "seats", pl.col("buildings")),
    Quantity("retired characters", "seats", pl.col("retired")),
)


def compare(first: RunTables, second: RunTables) -> Section:
    """Return the section that compares two parts of runs. Raises ``NotARun`` if their numbers of players differ."""
    if first.players != second.players:
        raise NotARun(f"games of {first.players} and of {second.players} players cannot be compared")
    is_paired = share_chance(first, second)
    rows = [_row(quantity, first, second, is_paired) for quantity in QUANTITIES]
    frame = pl.DataFrame(rows, orient="row")
    games = min(first.games, second.games)
    figures = [TEXTS.figure("quantities", games, frame, charts.dots("quantity", "effect", 0.0))]
    cards = pl.DataFrame()
    if first.has("offers") and second.has("offers"):
        cards = _cards(first, second, is_paired)
        figures.append(
            TEXTS.figure(
                "cards", games, _largest(cards), charts.dots("card", "taken_share_difference", 0.0), most=MOST_CARDS
            )
        )
    answer = f"{_cards_answer(cards)}{_answer(frame)}{_players_note(first, second)}"
    return TEXTS.section(answer, figures, pairing=PAIRED if is_paired else INDEPENDENT)


def share_chance(first: RunTables, second: RunTables) -> bool:
    """Return whether blocks of the same number in each part have the same seed, and both parts the same groups."""
    seeds = [tables.scan("games").select(OWN_BLOCK, "seed").unique().collect() for tables in (first, second)]
    both = seeds[0].join(seeds[1], on="block")
    same_groups = set(first.groups["group"].unique()) == set(second.groups["group"].unique())
    return same_groups and len(both) > 0 and bool((both["seed"] == both["seed_right"]).all())


def _row(quantity: Quantity, first: RunTables, second: RunTables, is_paired: bool) -> dict[str, str | float]:
    parts = [_sums(quantity, tables) for tables in (first, second)]
    means = [part.quotient("total", "rows") for part in parts]
    change = _difference(means[0], means[1], is_paired)
    values = [float(mean[0, 0]) for mean in means]
    spread = float(np.sqrt(np.mean([_variance(part) for part in parts])))
    games = (first.games + second.games) / 2
    difference, half = float(change.value[0]), float(change.half[0])
    scale = 1 / spread if spread > 0 else 0.0
    return {
        "quantity": quantity.name,
        "first": values[0],
        "second": values[1],
        "difference": difference,
        "difference_low": float(change.low[0]),
        "difference_high": float(change.high[0]),
        "effect": difference * scale,
        "effect_low": float(change.low[0]) * scale,
        "effect_high": float(change.high[0]) * scale,
        "games_needed": games_needed(difference, half / student(GROUPS), games),
    }


def games_needed(difference: float, error: float, games: float) -> float:
    """Return how many games a run needs to find a true difference of this size; infinite if there is none.

    ``error`` is the standard error that runs of ``games`` games have.
    """
    return float("inf") if difference == 0 else float(np.ceil(games * ((Z_95 + POWER) * error / difference) ** 2))


def _sums(quantity: Quantity, tables: RunTables) -> Sums:
    rows = tables.scan(quantity.table)
    rows = rows if quantity.where is None else rows.filter(quantity.where)
    value = quantity.value.cast(pl.Float64)
    return sums(rows, [], total=value.sum(), square=(value**2).sum(), rows=pl.len())


def _variance(part: Sums) -> float:
    total, square, rows = (float(part.total(name)[0]) for name in ("total", "square", "rows"))
    return max(square / rows - (total / rows) ** 2, 0.0)


def _difference(first: Array, second: Array, is_paired: bool) -> Estimate:
    """Return the second less the first, ``(1 + groups, keys)`` each."""
    if is_paired:
        return jackknife(second - first)
    parts = jackknife(first), jackknife(second)
    half = np.sqrt(parts[0].half ** 2 + parts[1].half ** 2)
    value = parts[1].value - parts[0].value
    return Estimate(value, value - half, value + half)


def _cards(first: RunTables, second: RunTables, is_paired: bool) -> pl.DataFrame:
    offers = [tables.scan("offers").filter("affordable") for tables in (first, second)]
    parts = [sums(rows, ["id"], offered=pl.len(), taken=pl.col("taken").sum()) for rows in offers]
    enough = [set(part.keys["id"].filter(pl.Series(part.total("offered") >= FEWEST_CASES))) for part in parts]
    both = sorted(enough[0] & enough[1])
    chosen = [part.select(part.keys["id"].is_in(both).to_numpy()) for part in parts]
    ratios = [part.quotient("taken", "offered") for part in chosen]
    change = _difference(ratios[0], ratios[1], is_paired)
    names = card_names(first.components)
    return pl.DataFrame(
        [
            pl.Series("card", [names.get(card, card) for card in both], dtype=pl.String),
            pl.Series("first_taken_share", ratios[0][0]),
            pl.Series("second_taken_share", ratios[1][0]),
            *change.columns("taken_share_difference"),
        ]
    )


def _largest(cards: pl.DataFrame) -> pl.DataFrame:
    largest = cards.sort(pl.col("taken_share_difference").abs(), descending=True).head(MOST_CARDS)
    return largest.sort("taken_share_difference", descending=True)


def _cards_answer(cards: pl.DataFrame) -> str:
    """Name the cards whose share of offers taken differs most: they are nearest to a cause."""
    if not len(cards):
        return ""
    clear = differing(cards, "taken_share_difference").sort(pl.col("taken_share_difference").abs(), descending=True)
    if not len(clear):
        return "No card is taken measurably more or less often. "
    named = [
        f"{row['card']} ({wording.share(row['first_taken_share'])} and {wording.share(row['second_taken_share'])})"
        for row in clear.head(3).iter_rows(named=True)
    ]
    others = f" and {len(clear) - 3} more cards" if len(clear) > 3 else ""
    return f"Of the offers that could be paid, players take another share of {wording.listed(named)}{others}. "


def _players_note(first: RunTables, second: RunTables) -> str:
    if not (first.has("seats") and second.has("seats")) or first.entries == second.entries:
        return ""
    players = " and ".join(wording.listed(tables.entries[:4]) for tables in (first, second))
    return f" Different players play in the two runs ({players}), so a difference may be theirs."


def _answer(frame: pl.DataFrame) -> str:
    sure = differing(frame, "effect").sort(pl.col("effect").abs(), descending=True)
    if not len(sure):
        return "No quantity differs measurably between the two runs."
    largest = [
        f"{row['quantity']} ({wording.number(row['first'], 2)} and {wording.number(row['second'], 2)})"
        for row in sure.head(3).iter_rows(named=True)
    ]
    return f"{len(sure)} of {len(frame)} quantities differ; most of all {wording.listed(largest)}."
