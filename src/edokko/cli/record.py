"""``edokko record``: check and show recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.games import bad_game, replay_game
from edokko.cli.group import Group
from edokko.cli.inputs import FileName, Input, input_of
from edokko.cli.problems import FAILED, Problem, as_problem

if TYPE_CHECKING:
    from edokko.game import Game


def command(catalogue: Catalogue) -> click.Group:
    """Return the command group in the catalogue's language."""
    group = Group(
        catalogue, "record", help=catalogue.text("help-record"), short_help=catalogue.text("help-record-short")
    )
    group.add_command(_check(catalogue))
    group.add_command(_show(catalogue))
    return group


# --- check


def _check(catalogue: Catalogue) -> click.Command:
    @click.command("check", help=catalogue.text("help-check"), short_help=catalogue.text("help-check-short"))
    @click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FileName(catalogue))
    @options.language(catalogue)
    @click.pass_context
    def check(ctx: click.Context, files: tuple[str, ...]) -> None:
        good = bad = 0
        unreadable = False
        for name in files:
            try:
                file_good, file_bad = _check_file(catalogue, input_of(catalogue, name))
            except OSError as error:
                problem = as_problem(error, catalogue)
                assert problem is not None
                problem.show()
                unreadable = True
                continue
            good, bad = good + file_good, bad + file_bad
        click.echo(catalogue.text("check-summary", good=good, bad=bad, files=len(files)))
        if unreadable:
            ctx.exit(Problem.exit_code)
        if bad or not good:
            ctx.exit(FAILED)

    return check


def _check_file(catalogue: Catalogue, file: Input) -> tuple[int, int]:
    """Check the games of a file, print a line for each bad one, and return the numbers of good and bad games."""
    from edokko.cli.progress import Progress
    from edokko.records.file import scan
    from edokko.records.record import RecordError, check
    from edokko.words import clean

    good = bad = 0
    with Progress(clean(Path(file.name).name), None) as progress:
        for line, record in scan(file.source):
            problem = record if isinstance(record, RecordError) else None
            if not isinstance(record, RecordError):
                try:
                    check(record)
                except RecordError as error:
                    problem = error
            if problem is None:
                good += 1
            else:
                bad += 1
                click.echo(bad_game(catalogue, file, line, problem))
            progress.at(good + bad)
    if not good + bad:
        click.echo(catalogue.text("check-empty", file=file.name))
    return good, bad


# --- show


def _show(catalogue: Catalogue) -> click.Command:
    @click.command("show", help=catalogue.text("help-show"), short_help=catalogue.text("help-show-short"))
    @click.argument("file", metavar="FILE", type=FileName(catalogue))
    @options.game(catalogue)
    @options.language(catalogue)
    def show(file: str, game: int) -> None:
        _print_game(catalogue, replay_game(catalogue, input_of(catalogue, file), game), game)

    return show


def _print_game(catalogue: Catalogue, game: Game, number: int) -> None:
    """Print the game in words, up to its last recorded move."""
    from edokko.cli.playing.table import Screen
    from edokko.words import Words, describe_events

    words = Words(catalogue, game.components, game.seats)
    screen = Screen(words)
    screen.say(
        "show-heading",
        "bold",
        number=number,
        edition=game.edition,
        seats=words.listed(words.seat(seat) for seat in range(game.players)),
        moves=game.ply,
    )
    screen.log(describe_events(game.events, words))
    screen.board(game)
    screen.print()
    if not game.is_over:
        screen.say("show-unfinished", "bold")
    screen.scores(game)
