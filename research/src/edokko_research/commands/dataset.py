"""``edokko-research dataset``: decisions of a player with observations and outcomes, as Parquet."""

from __future__ import annotations

from pathlib import Path

import click

from edokko.cli.tables import number
from edokko_research.commands import options
from edokko_research.commands.samples import run_chunks


@click.command(
    "dataset",
    short_help="Write decisions of a player, with observations and outcomes, for cloning.",
    help="Write decisions of PLAYER, which plays all seats of whole games, to the folder OUT: for each the "
    "observation, the legal moves, the move, the value of its search and the outcome of the game, in the table `moves` "
    "of Parquet files.\n\nThe same numbers and seed give the same data. A command that was stopped goes on where it "
    "was.",
)
@click.argument("player", metavar="PLAYER")
@click.argument("folder", metavar="OUT", type=options.FILE)
@options.games(6000)
@options.PLAYERS
@options.EDITION
@options.deviations(3, "The percentage of moves by chance; the rows have the player's choice.")
@options.seed("Fix all games.")
@options.workers("How many chunks to play in parallel.")
@options.ray()
def command(
    player: str,
    folder: Path,
    games: int,
    players: int,
    edition: str,
    deviations: int,
    seed: int,
    workers: int,
    ray: str | None,
) -> None:
    options.check_ray(ray)
    from edokko_research.dataset.job import DatasetJob, DatasetPlan

    with options.problems():
        plan = DatasetPlan.of(
            games=games, player=player, players=players, edition=edition, percent=deviations, seed=seed
        )
        reports, seconds = run_chunks(DatasetJob(plan, folder), workers, ray)
    if reports:
        rows = sum(report.rows["moves"] for report in reports)
        click.echo(f"{rows} decisions in {folder}, {number(rows / seconds)} a second.")
    else:
        click.echo(f"All {games} games are in {folder} already.")
