"""The output of ``edokko-research tune``: tables for the screen, and the comments at the top of its files."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from edokko.cli.tables import print_table
from edokko_research.tune.verdict import CENTRE, CENTRES, START, TRIAL

if TYPE_CHECKING:
    from edokko_research.tune.outlook_fit import Fit, Quality
    from edokko_research.tune.study import Study
    from edokko_research.tune.verdict import Finalist, Verdict

WIDTH = 118
"""The width of a comment without its sign, in columns. Command lines are not wrapped, so that they can be copied."""


WHAT = {
    "weights": "How the evaluation weighs what a seat has, in hundredths of an IKI. Found by play:",
    "search": "The constants of the search. Found by play:",
}
OUTLOOK = """\
What one unit of each feature adds to the final score, in IKI, by month (0, the setup, to 13, New Year). Learnt from \
games:"""
ORIGINS = {
    START: "the start",
    CENTRE: "the centre of the last generation",
    CENTRES: "the mean of the last centres",
}


def header_of(command: str, study: Study, verdict: Verdict) -> list[str]:
    """Return the comments of tuned numbers: what they are, the run, and its results."""
    plan = study.plan
    games = plan.rounds * plan.table.players
    trials = f"{len(study.trials)} trials of {games} games. Chosen: {_name(verdict.winner)}."
    return [*wrap(WHAT[plan.what], WIDTH), command, *wrap(" ".join([trials, *_sentences(verdict)]), WIDTH)]


def show_verdict(study: Study, verdict: Verdict) -> None:
    """Print the finalists and the verdict."""
    rows = [
        (_name(finalist), f"{outcome.value:.2f}", f"{outcome.margin:.2f}", _percent(outcome.win_share))
        for finalist, outcome in verdict.validation
    ]
    trials, games = len(study.trials), verdict.games
    click.echo(f"{trials} trials, seed {hex(study.plan.seed)}. On {games} fresh games each:")
    print_table(("numbers", "value", "margin", "wins"), rows)
    for sentence in _sentences(verdict):
        click.echo(sentence)


def header_of_outlook(command: str, fit: Fit) -> list[str]:
    """Return the comments of an outlook: what it is, the run, and its quality."""
    total = fit.quality[-1]
    quality = (
        f"On held-out games the final score is {total.error:.1f} IKI off (root mean square), and the log-loss of the "
        f"winner is {total.log_loss:.3f} (uniform guess: {total.uniform:.3f})."
    )
    return [*wrap(OUTLOOK, WIDTH), command, *wrap(quality, WIDTH)]


def show_quality(quality: Sequence[Quality]) -> None:
    """Print the quality of an outlook, month by month."""
    rows = []
    for row in quality:
        month = "all" if row.month is None else str(row.month)
        rows.append((month, f"{row.positions}", f"{row.error:.1f}", f"{row.log_loss:.3f}", f"{row.uniform:.3f}"))
    print_table(("month", "positions", "error", "log-loss", "uniform"), rows, left=())


def _name(finalist: Finalist) -> str:
    if finalist.origin == TRIAL:
        return f"trial {finalist.trial}"
    return ORIGINS[finalist.origin]


def _sentences(verdict: Verdict) -> list[str]:
    """Return the verdict in sentences."""
    if verdict.winner.origin == START:
        return ["No candidate did better than the start."]
    mean, low, high = (f"{number:+.2f}" for number in verdict.gain)
    found = "Better than the start by" if verdict.is_better else "Not shown to be better than the start:"
    own, start = (f"{one.margin:+.2f} IKI and {_percent(one.win_share)}" for one in (verdict.outcome, verdict.start))
    return [
        f"{found} {mean} a game, on {verdict.games} other games (95 % interval {low} to {high}).",
        f"Margin {own} wins; the start {start}.",
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
