"""``edokko-research months``: positions at the beginning of months with the results of their games, to train on."""

from __future__ import annotations

from pathlib import Path

import click

from edokko.cli.tables import number
from edokko_research.commands import options
from edokko_research.commands.samples import run_chunks


def _simulations(name: str, what: str) -> options.Option:
    """Return an option for a number of simulations, 0 by default."""
    return click.option(name, type=click.IntRange(0), default=0, metavar="N", help=what)


@click.command(
    "months",
    short_help="Make training data: positions at the beginning of months, with the results of their games.",
    help="Make training data: computer players play whole games with a few moves by chance, and the position at the "
    "beginning of each month is kept with the final scores. OUT is a folder.\n\nThe same numbers, seed and network "
    "give the same data. A command that was stopped goes on where it was.",
)
@click.argument("folder", metavar="OUT", type=options.FILE)
@options.games(10_000)
@click.option(
    "--network",
    type=options.FILE,
    help="The network of the players. Default: planner plays without one, champion with its own.",
)
@options.deviations(6)
@_simulations("--simulations", "The simulations of a decision of champion. Default: 0, planner plays.")
@_simulations(
    "--between",
    "The simulations of decisions that do not begin a month. Default: 0, as many as at its beginning.",
)
@_simulations(
    "--side-lines",
    "The side lines of a month, whose ends are the positions. Default: 0, the months of the games themselves.",
)
@_simulations(
    "--finished",
    "The games, an even number, that finish the position of each side line; their mean scores are kept. Default: 0.",
)
@_simulations("--finishing", "The simulations of a decision of these games. Default: 0, which `--finished` refuses.")
@options.seed("Fix all games.")
@options.workers("How many chunks to play in parallel.")
@options.ray()
def command(
    folder: Path,
    games: int,
    network: Path | None,
    deviations: int,
    simulations: int,
    between: int,
    side_lines: int,
    finished: int,
    finishing: int,
    seed: int,
    workers: int,
    ray: str | None,
) -> None:
    options.check_ray(ray)
    from edokko.players.champion import NetworkError
    from edokko.players.champion.stored import SHIPPED
    from edokko_research.months.job import MonthsJob
    from edokko_research.months.plan import months_plan

    with options.problems(NetworkError):
        path = SHIPPED if network is None and simulations else network
        digest = "" if path is None else _hash(path)
        plan = months_plan(games, digest, deviations, seed, simulations, between, side_lines, finished, finishing)
        reports, seconds = run_chunks(MonthsJob(plan, folder, path), workers, ray)
    played = sum(report.games for report in reports)
    if played:
        click.echo(f"{plan.games} games in {folder}, {number(played / seconds, 1)} games a second.")
    else:
        click.echo(f"All {plan.games} games are in {folder} already.")


def _hash(path: Path) -> str:
    """Return the hash of a network's file after reading it."""
    from edokko.players.champion import file_hash, read_network

    read_network(path)
    return file_hash(path)
