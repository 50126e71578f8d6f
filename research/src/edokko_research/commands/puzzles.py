"""``edokko-research puzzles``: a stock of puzzles from games of computer players."""

from __future__ import annotations

from pathlib import Path

import click

from edokko_research.commands import options

COUNT = 200


@click.command(
    "puzzles",
    short_help="Make puzzles from games of computer players.",
    help="Make puzzles: positions in which a deep search finds one line that is clearly best.\n\nComputer players play "
    "the games. The same seed and count give the same puzzles. A run that was stopped goes on where it was.",
)
@click.option("-o", "--output", "path", required=True, type=options.FILE, help="The file to write, a puzzle a line.")
@click.option(
    "--count",
    type=options.COUNT,
    default=COUNT,
    show_default=True,
    metavar="N",
    help="How many puzzles to make.",
)
@options.seed("Fix all games.")
def command(path: Path, count: int, seed: int) -> None:
    from edokko.cli.progress import Progress
    from edokko_research.puzzles.maker import LedgerError, make

    options.new_file(path)
    with options.problems(LedgerError), Progress("Puzzles", count) as progress:

        def show(games: int, found: int) -> None:
            progress.say(f"{games} games, {found} puzzles")
            progress.at(found)

        stock = make(path, count, seed, show)
    click.echo(f"{len(stock)} puzzles written: {path}")
