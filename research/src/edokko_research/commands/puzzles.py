"""``edokko lab puzzles``: a stock of puzzles from games of computer players."""

from __future__ import annotations

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.problems import Problem

COUNT = 200


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command(
        "puzzles", help=catalogue.text("help-lab-puzzles"), short_help=catalogue.text("help-lab-puzzles-short")
    )
    @options.output(catalogue, "help-lab-puzzles-output")
    @options.count(catalogue, "--count", "help-lab-puzzles-count", COUNT)
    @options.seed(catalogue, "help-lab-seed")
    @options.language(catalogue)
    def puzzles(file: str, count: int, seed: int | None) -> None:
        from edokko.cli.progress import Progress
        from edokko_research.puzzles.maker import LedgerError, make

        path = options.new_file(catalogue, file, "problem-lab-puzzles-exists")
        with Progress(catalogue.text("lab-puzzles-progress"), count) as progress:

            def show(games: int, found: int) -> None:
                progress.say(catalogue.text("lab-puzzles-game", games=games, found=found))
                progress.at(found)

            try:
                stock = make(path, count, seed or 0, show)
            except LedgerError as error:
                raise Problem(str(error)) from None
        click.echo(catalogue.text("lab-puzzles-done", file=str(path), count=len(stock)))

    return puzzles
