"""``edokko-research decisions``: held-out decisions with many playouts of each candidate, to judge players by."""

from __future__ import annotations

from pathlib import Path

import click

from edokko.cli.tables import number
from edokko_research.commands import options
from edokko_research.commands.samples import run_chunks

HASTY, PLANNER = "hasty", "planner"
DECISIONS, CANDIDATES, PLAYOUTS = 2000, 8, 1000


@click.command(
    "decisions",
    short_help="Make a benchmark of decisions whose candidate moves are played out many times.",
    help="Make a benchmark: decisions from games of computer players, each with up to eight candidate moves that are "
    "played out to the end of the game many times. OUT is a folder.\n\nThe same numbers and seed give the same "
    "benchmark. A command that was stopped goes on where it was.",
)
@click.argument("folder", metavar="OUT", type=options.FILE)
@click.option(
    "--decisions",
    type=options.COUNT,
    default=DECISIONS,
    show_default=True,
    metavar="N",
    help="How many decisions to make, rounded up to whole games.",
)
@click.option(
    "--candidates",
    type=click.IntRange(2),
    default=CANDIDATES,
    show_default=True,
    metavar="N",
    help="How many candidate moves a decision has at most.",
)
@click.option(
    "--playouts",
    type=click.IntRange(2),
    default=PLAYOUTS,
    show_default=True,
    metavar="N",
    help="How often to play out each candidate move.",
)
@click.option(
    "--policy",
    type=click.Choice((HASTY, PLANNER)),
    default=HASTY,
    show_default=True,
    help="The policy that plays the playouts. planner is far slower.",
)
@options.seed("Fix all games.")
@options.workers("How many chunks to play in parallel.")
@options.ray()
def command(
    folder: Path, decisions: int, candidates: int, playouts: int, policy: str, seed: int, workers: int, ray: str | None
) -> None:
    options.check_ray(ray)
    from edokko_research.decisions.job import SampleJob
    from edokko_research.decisions.plan import BENCHMARK, sample_plan

    with options.problems():
        plan = sample_plan(BENCHMARK, decisions, candidates, playouts, policy, seed)
        reports, seconds = run_chunks(SampleJob(plan, folder), workers, ray)
    siblings = sum(report.rows["siblings"] for report in reports)
    made = plan.games * plan.per_game
    if siblings:
        click.echo(f"{made} decisions in {folder}, {number(siblings * plan.playouts / seconds)} playouts a second.")
    else:
        click.echo(f"All {made} decisions are in {folder} already.")
