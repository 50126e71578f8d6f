"""``edokko lab months``: positions at the beginning of months with the results of their games, to train on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.inputs import FileName
from edokko.cli.laboratory import plans
from edokko_research.commands.samples import run_chunks
from edokko.cli.problems import Problem
from edokko.cli.tables import number

if TYPE_CHECKING:
    from edokko_research.months.job import MonthsJob

GAMES, DEVIATIONS = 10_000, 6


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("months", help=catalogue.text("help-lab-months"), short_help=catalogue.text("help-lab-months-short"))
    @click.argument("folder", metavar="OUT", type=FileName(catalogue, is_written=True))
    @options.count(catalogue, "--games", "help-lab-months-games", GAMES)
    @options.file(catalogue, "--network", "help-lab-months-network", is_written=False)
    @options.percent(catalogue, "--deviations", "help-lab-months-deviations", DEVIATIONS)
    @_simulations(catalogue, "--simulations", "help-lab-months-simulations")
    @_simulations(catalogue, "--between", "help-lab-months-between")
    @_simulations(catalogue, "--side-lines", "help-lab-months-side-lines")
    @options.seed(catalogue, "help-lab-seed")
    @options.workers(catalogue, "help-lab-workers", "--jobs")
    @click.option("--ray", metavar="ADDRESS", help=catalogue.text("help-lab-ray"))
    @options.language(catalogue)
    def months(
        folder: str,
        games: int,
        network: str | None,
        deviations: int,
        simulations: int,
        between: int,
        side_lines: int,
        seed: int | None,
        workers: int,
        ray: str | None,
    ) -> None:
        if ray is not None and options.is_given("workers"):
            raise Problem(catalogue.text("problem-lab-ray-workers"))
        with plans.problems():
            from edokko_research.months.job import MonthsJob
            from edokko_research.months.plan import months_plan

            path = _network(network, simulations)
            digest = "" if path is None else _hash(catalogue, path, needs_policy=side_lines > 0)
            plan = months_plan(games, digest, deviations, seed or 0, simulations, between, side_lines)
            _make(catalogue, MonthsJob(plan, Path(folder), path), workers, ray)

    return months


def _simulations(catalogue: Catalogue, name: str, message: str) -> options.Option:
    """Return an option for a number of simulations, 0 by default."""
    return click.option(name, type=click.IntRange(0), default=0, metavar="N", help=catalogue.text(message))


def _network(name: str | None, simulations: int) -> Path | None:
    from edokko.players.champion.stored import SHIPPED

    if name is not None:
        return Path(name)
    return SHIPPED if simulations else None


def _hash(catalogue: Catalogue, path: Path, *, needs_policy: bool) -> str:
    """Return the hash of a network's file after reading it."""
    from edokko.players.champion.stored import NetworkError, file_hash, read_network

    try:
        if read_network(path).policy is None and needs_policy:
            raise Problem(catalogue.text("problem-lab-months-policy", file=str(path)))
        return file_hash(path)
    except NetworkError as error:
        raise Problem(str(error)) from None


def _make(catalogue: Catalogue, job: MonthsJob, workers: int, ray: str | None) -> None:
    reports, seconds = run_chunks(catalogue, job, workers, ray)
    played = sum(report.games for report in reports)
    facts: dict[str, Any] = {"folder": str(job.folder), "games": job.plan.games}
    if played:
        click.echo(catalogue.text("lab-months-done", rate=number(played / seconds, 1), **facts))
    else:
        click.echo(catalogue.text("lab-months-there", **facts))
