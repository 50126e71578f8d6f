"""What the commands that make samples share: the progress of their chunks, and of decisions also options and report."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.inputs import FileName
from edokko.cli.laboratory import plans
from edokko.cli.problems import Problem
from edokko.cli.tables import number

if TYPE_CHECKING:
    from edokko.lab.data.play import Report
    from edokko.lab.data.run import Job
    from edokko_research.decisions.plan import SamplePlan

HASTY, PLANNER = "hasty", "planner"


@dataclass(frozen=True, slots=True)
class Sizes:
    """The default numbers of a sample."""

    decisions: int
    candidates: int
    playouts: int


def command(catalogue: Catalogue, name: str, purpose: str, sizes: Sizes) -> click.Command:
    """Return a command that makes a sample.

    Args:
        catalogue: the language.
        name: the name of the command.
        purpose: the purpose of its samples (:mod:`edokko_research.decisions.plan`).
        sizes: its default numbers.
    """

    @click.command(name, help=catalogue.text(f"help-lab-{name}"), short_help=catalogue.text(f"help-lab-{name}-short"))
    @click.argument("folder", metavar="OUT", type=FileName(catalogue, is_written=True))
    @options.count(catalogue, "--decisions", "help-lab-sample-decisions", sizes.decisions)
    @options.count(catalogue, "--candidates", "help-lab-sample-candidates", sizes.candidates, least=2)
    @options.count(catalogue, "--playouts", "help-lab-sample-playouts", sizes.playouts, least=2)
    @click.option(
        "--policy",
        type=click.Choice((HASTY, PLANNER)),
        default=HASTY,
        show_default=True,
        help=catalogue.text("help-lab-sample-policy"),
    )
    @options.seed(catalogue, "help-lab-seed")
    @options.workers(catalogue, "help-lab-workers", "--jobs")
    @click.option("--ray", metavar="ADDRESS", help=catalogue.text("help-lab-ray"))
    @options.language(catalogue)
    def make(
        folder: str,
        decisions: int,
        candidates: int,
        playouts: int,
        policy: str,
        seed: int | None,
        workers: int,
        ray: str | None,
    ) -> None:
        if ray is not None and options.is_given("workers"):
            raise Problem(catalogue.text("problem-lab-ray-workers"))
        with plans.problems():
            from edokko_research.decisions.plan import sample_plan

            plan = sample_plan(purpose, decisions, candidates, playouts, policy, seed or 0)
            _make(catalogue, plan, Path(folder), workers, ray)

    return make


def _make(catalogue: Catalogue, plan: SamplePlan, folder: Path, workers: int, ray: str | None) -> None:
    from edokko_research.decisions.job import SampleJob

    reports, seconds = run_chunks(catalogue, SampleJob(plan, folder), workers, ray)
    siblings = sum(report.rows["siblings"] for report in reports)
    facts: dict[str, Any] = {"folder": str(folder), "decisions": plan.games * plan.per_game}
    if siblings:
        facts["rate"] = number(siblings * plan.playouts / seconds)
        click.echo(catalogue.text("lab-sample-done", **facts))
    else:
        click.echo(catalogue.text("lab-sample-there", **facts))


def run_chunks(catalogue: Catalogue, job: Job[Any], workers: int, ray: str | None) -> tuple[list[Report], float]:
    """Make the missing chunks of a job and show the progress; return their reports and the seconds that they took.

    Args:
        catalogue: the language.
        job: the job.
        workers: how many chunks are made in parallel.
        ray: the address of a Ray cluster; ``None`` for this computer.
    """
    from edokko import extras
    from edokko.cli.progress import Progress
    from edokko.lab.data.run import run_job

    if ray is not None:
        extras.package("ray", "ray")
    job.begin()
    chunks, missing = job.plan.chunks, job.missing
    began = perf_counter()
    done: list[Report] = []
    with Progress(catalogue.text("lab-sample-progress"), chunks) as progress:
        progress.at(chunks - len(missing))
        with closing(run_job(job, workers=workers, ray=ray, in_threads=True)) as reports:
            for report in reports:
                done.append(report)
                progress.at(chunks - len(missing) + len(done))
    return done, perf_counter() - began
