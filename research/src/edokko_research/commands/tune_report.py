"""The output of ``edokko tune``: tables for the screen, and the comments at the top of its files."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from edokko.catalogue import Catalogue
from edokko.cli.tables import print_table
from edokko_research.tune.verdict import START, TRIAL

if TYPE_CHECKING:
    from edokko_research.tune.outlook_fit import Fit, Quality
    from edokko_research.tune.study import Study
    from edokko_research.tune.verdict import Finalist, Verdict

WIDTH = 118
"""The width of a comment without its sign, in columns. Command lines are not wrapped, so that they can be copied."""


def header_of(catalogue: Catalogue, command: str, study: Study, verdict: Verdict) -> list[str]:
    """Return the comments of tuned numbers: what they are, the run, and its results."""
    plan = study.plan
    trials = catalogue.text(
        "tune-header-trials",
        trials=len(study.trials),
        games=plan.rounds * plan.table.players,
        chosen=_name(catalogue, verdict.winner),
    )
    what = catalogue.text(f"tune-header-{plan.what}")
    return [*wrap(what, WIDTH), command, *wrap(" ".join([trials, *_sentences(catalogue, verdict)]), WIDTH)]


def show_verdict(catalogue: Catalogue, study: Study, verdict: Verdict) -> None:
    """Print the finalists and the verdict."""
    rows = [
        (_name(catalogue, finalist), f"{outcome.value:.2f}", f"{outcome.margin:.2f}", _percent(outcome.win_share))
        for finalist, outcome in verdict.validation
    ]
    trials, games = len(study.trials), verdict.games
    click.echo(catalogue.text("tune-finalists", trials=trials, games=games, seed=hex(study.plan.seed)))
    print_table(map(catalogue.text, ("tune-numbers", "tune-value", "tune-margin", "tune-win-share")), rows)
    for sentence in _sentences(catalogue, verdict):
        click.echo(sentence)


def header_of_outlook(catalogue: Catalogue, command: str, fit: Fit) -> list[str]:
    """Return the comments of an outlook: what it is, the run, and its quality."""
    total = fit.quality[-1]
    error, loss, uniform = f"{total.error:.1f}", f"{total.log_loss:.3f}", f"{total.uniform:.3f}"
    quality = catalogue.text("tune-header-quality", error=error, loss=loss, uniform=uniform)
    return [*wrap(catalogue.text("tune-header-outlook"), WIDTH), command, *wrap(quality, WIDTH)]


def show_quality(catalogue: Catalogue, quality: Sequence[Quality]) -> None:
    """Print the quality of an outlook, month by month."""
    rows = []
    for row in quality:
        month = catalogue.text("tune-all-months") if row.month is None else str(row.month)
        rows.append((month, f"{row.positions}", f"{row.error:.1f}", f"{row.log_loss:.3f}", f"{row.uniform:.3f}"))
    titles = ("tune-month", "tune-positions", "tune-error", "tune-log-loss", "tune-uniform")
    print_table(map(catalogue.text, titles), rows, left=())


def _name(catalogue: Catalogue, finalist: Finalist) -> str:
    if finalist.origin == TRIAL:
        return catalogue.text("tune-origin-trial", number=str(finalist.trial))
    return catalogue.text(f"tune-origin-{finalist.origin}")


def _sentences(catalogue: Catalogue, verdict: Verdict) -> list[str]:
    """Return the verdict in sentences."""
    if verdict.winner.origin == START:
        return [catalogue.text("tune-verdict-start")]
    mean, low, high = (f"{number:+.2f}" for number in verdict.gain)
    message = "tune-verdict-better" if verdict.is_better else "tune-verdict-open"
    return [
        catalogue.text(message, games=verdict.games, gain=mean, low=low, high=high),
        catalogue.text(
            "tune-verdict-figures",
            margin=f"{verdict.outcome.margin:+.2f}",
            share=_percent(verdict.outcome.win_share),
            start_margin=f"{verdict.start.margin:+.2f}",
            start_share=_percent(verdict.start.win_share),
        ),
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
