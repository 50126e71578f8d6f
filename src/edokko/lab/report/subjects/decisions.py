"""9: which decisions matter."""

from __future__ import annotations

import polars as pl

from edokko.lab.report import charts, wording
from edokko.lab.report.data import RunTables
from edokko.lab.report.figure import FEWEST_CASES, Figure, Section
from edokko.lab.report.names import DECISIONS
from edokko.lab.report.statistics.sums import sums

QUESTION = "Which decisions matter?"
METHOD = (
    "An evaluator gives every legal move an expected margin. A decision is close if another move lies within 1 IKI "
    "of the best; the loss of a move is how much worse it is than the best one. Only decisions with at least two "
    "moves that the evaluator was asked about count. The loss of greedy is the mean over the decisions in which the "
    "evaluator tried its move; a move that it did not even try is probably worse."
)
NEEDS = ("games", "decisions")
NO_VALUES = "The run has decisions, but no evaluator was asked about them."


def section(tables: RunTables) -> Section:
    """Return the section."""
    asked = tables.scan("decisions").filter(pl.col("loss").is_not_null() & (pl.col("options") > 1))
    games = int(asked.select(pl.col("game").n_unique()).collect().item())
    if not games:
        return Section("decisions", QUESTION, NO_VALUES, METHOD)
    cells = sums(
        asked.with_columns(_named(pl.col("phase")).alias("decision")),
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
        Figure(
            "loss",
            "Mean loss of the player greedy against the evaluator's best move by kind of decision, in IKI of "
            "expected margin, with its 95 % interval.",
            games,
            _judged(frame),
            lambda data: charts.dots(data, "decision", "greedy_loss", 0.0),
            "" if len(_judged(frame)) else "The evaluator tried too few moves of greedy to say.",
            basis,
        ),
        Figure(
            "close",
            "Share of decisions in which another move lies within 1 IKI of the best, with its 95 % interval.",
            games,
            frame.sort("close_share"),
            lambda data: charts.dots(data, "decision", "close_share"),
            cases=basis,
        ),
    )
    return Section("decisions", QUESTION, _answer(frame), METHOD, figures)


def _named(phase: pl.Expr) -> pl.Expr:
    return phase.replace_strict(DECISIONS, default=phase.str.replace_all("_", " "))


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
