"""``edokko record``: check and show recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edokko.cli import options
from edokko.cli.games import bad_game, replay_game
from edokko.cli.group import Group
from edokko.cli.inputs import FILE, Input, input_of
from edokko.cli.language import current, text
from edokko.cli.problems import FAILED, Problem, as_problem

if TYPE_CHECKING:
    from edokko.game import Game


command = Group("record", help="help-record", short_help="help-record-short")


# --- check


@command.command("check", help="help-check", short_help="help-check-short")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@click.pass_context
def _check(ctx: click.Context, files: tuple[str, ...]) -> None:
    good = bad = 0
    unreadable = False
    for name in files:
        try:
            file_good, file_bad = _check_file(input_of(name))
        except OSError as error:
            problem = as_problem(error)
            assert problem is not None
            problem.show()
            unreadable = True
            continue
        good, bad = good + file_good, bad + file_bad
    click.echo(text("check-summary", good=good, bad=bad, files=len(files)))
    if unreadable:
        ctx.exit(Problem.exit_code)
    if bad or not good:
        ctx.exit(FAILED)


def _check_file(file: Input) -> tuple[int, int]:
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
                click.echo(bad_game(file, line, problem))
            progress.at(good + bad)
    if not good + bad:
        click.echo(text("check-empty", file=file.name))
    return good, bad


# --- show


@command.command("show", help="help-show", short_help="help-show-short")
@click.argument("file", metavar="FILE", type=FILE)
@options.game
def _show(file: str, game: int) -> None:
    _print_game(replay_game(input_of(file), game), game)


def _print_game(game: Game, number: int) -> None:
    """Print the game in words, up to its last recorded move."""
    from edokko.cli.playing.table import Screen
    from edokko.words import Words, describe_events

    words = Words(current(), game.components, game.seats)
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
