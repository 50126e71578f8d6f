"""9: which decisions matter."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import FEWEST_CASES, Section
from edokko.lab.report.statistics.sums import sums
from edokko.lab.report.texts import NAMES, texts_of

TEXTS = texts_of("decisions")
NO_VALUES = "The run has decisions, but no evaluator was asked about them."


def section(tables: RunTables) -> Section:
    """Return the section."""
    asked = tables.scan("decisions").filter(pl.col("loss").is_not_null() & (pl.col("options") > 1))
    games = int(asked.select(pl.col("game").n_unique()).collect().item())
    if not games:
        return TEXTS.section(NO_VALUES)
    phase = pl.col("phase")
    name = phase.replace_strict(NAMES["decisions"], default=phase.str.replace_all("_", " "))
    cells = sums(
        asked.with_columns(name.alias("decision")),
        ["decision"],
        decisions=pl.len(),
        close=(pl.col("near") > 1).sum(),
        loss=pl.col("loss").sum(),
        greedy_loss=pl.col("greedy_loss").sum(),
        greedy_moves=pl.col("greedy_loss").count(),
        options=pl.col("options").cast(pl.Int64).sum(),
        near=pl.col("near").cast(pl.Int64).sum(),
    )
    cells = cells.select(cells.total("decisions") >= FEWEST_CASES)
    frame = cells.table(
        decisions=cells.total("decisions"),
        options=cells.ratio("options", "decisions"),
        options_within_1_iki=cells.ratio("near", "decisions"),
        close_share=cells.ratio("close", "decisions", is_share=True),
        loss=cells.ratio("loss", "decisions"),
        greedy_moves=cells.total("greedy_moves"),
        greedy_loss=cells.ratio("greedy_loss", "greedy_moves"),
    )
    basis = f"{int(cells.total('decisions').sum()):,} decisions"
    figures = (
        TEXTS.figure("loss", games, _judged(frame), charts.dots("decision", "greedy_loss", 0.0), cases=basis),
        TEXTS.figure("close", games, frame.sort("close_share"), charts.dots("decision", "close_share"), cases=basis),
    )
    return TEXTS.section(_answer(frame), figures)


def _judged(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the kinds of decision with enough judged moves of greedy, the largest loss first."""
    return frame.filter(pl.col("greedy_moves") >= FEWEST_CASES).sort("greedy_loss", descending=True)


def _answer(frame: pl.DataFrame) -> str:
    if not len(frame):
        return "Too few decisions to say."
    clear, judged = frame.sort("close_share").row(0, named=True), _judged(frame)
    quick = (
        f"A quick choice costs most at the decision “{judged['decision'][0]}”: "
        f"{wording.number(judged['greedy_loss'][0], 2)} IKI each time. "
        if len(judged)
        else ""
    )
    return (
        f"{quick}The clearest decisions are “{clear['decision']}”, where only {wording.share(clear['close_share'])} "
        "have a second move that is nearly as good."
    )
