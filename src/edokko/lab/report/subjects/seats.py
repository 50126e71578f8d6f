"""1: the advantage of a seat."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import Section
from edokko.lab.report.names import ordinal
from edokko.lab.report.statistics.many import differing
from edokko.lab.report.statistics.sums import Estimate, Sums, sums
from edokko.lab.report.texts import texts_of

TEXTS = texts_of("seats")
ROTATED = (
    "In a block of games every player holds every seat once under the same chance, so the strength of players does not "
    "bias the comparison."
)
FIXED = "Some players did not hold every seat equally often, so the strength of players biases the comparison."
BIAS = "Not every player held every seat equally often. A seat also shows the strength of those who sat there."


def section(tables: RunTables) -> Section:
    """Return the section."""
    by_seat = seat_sums(tables)
    wins, scores = by_seat.ratio("wins", "games", is_share=True), by_seat.ratio("score", "games")
    even = 1 / tables.players
    frame = by_seat.table(games=by_seat.total("games"), win_share=wins, score=scores)
    frame = frame.with_columns(pl.Series("seat", [ordinal(seat) for seat in frame["seat"]]))
    figures = (
        TEXTS.figure(
            "wins",
            tables.games,
            frame.select("seat", "games", "win_share", "win_share_low", "win_share_high"),
            charts.dots("seat", "win_share", even),
            even=even,
        ),
        TEXTS.figure(
            "scores",
            tables.games,
            frame.select("seat", "games", "score", "score_low", "score_high"),
            charts.dots("seat", "score"),
        ),
    )
    is_rotated = _is_rotated(tables)
    answer = _answer(wins, frame, even) + ("" if is_rotated else f" {BIAS}")
    return TEXTS.section(answer, figures, players=ROTATED if is_rotated else FIXED)


def _is_rotated(tables: RunTables) -> bool:
    """Return whether each player held every seat equally often."""
    held = tables.scan("seats").group_by("entry", "seat").len().collect(engine="streaming")
    by_player = held.group_by("entry").agg(pl.len().alias("seats"), pl.col("len").n_unique().alias("counts"))
    return bool(((by_player["seats"] == tables.players) & (by_player["counts"] == 1)).all())


def seat_sums(tables: RunTables) -> Sums:
    """Return games, wins and score by seat."""
    frame = tables.scan("seats").select("group", "seat", "win", "score")
    return sums(frame, ["seat"], games=pl.len(), wins=pl.col("win").sum(), score=pl.col("score").sum())


def _answer(wins: Estimate, frame: pl.DataFrame, even: float) -> str:
    best, worst = int(wins.value.argmax()), int(wins.value.argmin())
    if not len(differing(frame, "win_share", even)):
        return f"No seat is measurably better or worse than the even share of {wording.share(even)}."
    return (
        f"The {ordinal(best)} wins most, {wording.share_of(wins, best)} of its games; the {ordinal(worst)} least, "
        f"{wording.share_of(wins, worst)}. An even share is {wording.share(even)}."
    )
