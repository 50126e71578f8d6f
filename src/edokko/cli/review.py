"""``edokko review``: the decisions and chance events that won and lost a recorded game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.inputs import FILE, input_of
from edokko.cli.language import current, text
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.analysis.review import Review
    from edokko.players.budget import Budget
    from edokko.players.champion.luck import Luck

BUDGET = "1000sims"
PICTURES = (".png", ".svg")


@click.command("review", cls=Command, help="help-review", short_help="help-review-short")
@click.argument("file", metavar="FILE", type=FILE)
@options.game
@options.budget(BUDGET, "help-review-budget")
@options.new("--plot", "help-review-plot")
@option("--brief", is_flag=True, help="help-review-brief")
@options.as_json
def command(file: str, game: int, budget: Budget, plot: str | None, brief: bool, as_json: bool) -> None:
    from edokko.cli.games import replay_game

    # Check the picture's name before minutes of searching.
    picture = _picture(plot) if plot else None
    played = replay_game(input_of(file), game)
    result = _review(file, played, budget)
    luck = _luck(result)
    if picture:
        _draw(result, picture)
    if as_json:
        click.echo(json.dumps({**result.to_json(), "luck": luck.to_json(), "budget": str(budget)}))
    else:
        _show(result, luck, game, brief, picture)


def _picture(name: str) -> Path:
    from edokko import extras

    path = options.new_file(name, "problem-plot-exists")
    if path.suffix.lower() not in PICTURES:
        raise Problem(text("problem-plot-kind", file=str(path)))
    extras.lab("matplotlib")
    return path


def _review(file: str, game: Game, budget: Budget) -> Review:
    from edokko.cli.progress import Progress
    from edokko.players.analysis.review import choices, review

    total = len(choices(game))
    if not total:
        raise Problem(text("problem-review-empty", file=input_of(file).name))
    with Progress(text("review-progress"), total) as progress:
        return review(game, budget, progress=progress.at)


def _luck(review: Review) -> Luck:
    """Measure the luck of a game on the engine of its review."""
    from edokko.native.backends import backend_of
    from edokko.players.champion.luck import LuckMeter

    return LuckMeter(backend=backend_of(review.engine)).measure(review.game.to_record())


def _draw(review: Review, path: Path) -> None:
    from edokko.cli.reviewing.plot import draw
    from edokko.records.file import errors_naming
    from edokko.words import Words

    picture = draw(review, Words(current(), review.game.components, review.game.seats), path.suffix.lower())
    with errors_naming(path), path.open("xb") as file:
        try:
            file.write(picture)
            file.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise


def _show(review: Review, luck: Luck, number: int, brief: bool, picture: Path | None) -> None:
    from edokko.board.view import MARKS
    from edokko.cli.playing.table import Screen
    from edokko.cli.reviewing.tables import ReviewPrinter
    from edokko.words import Words

    game = review.game
    words = Words(current(), game.components, game.seats)
    screen, tables = Screen(words), ReviewPrinter(review, words)
    screen.say(
        "review-heading",
        "bold",
        number=number,
        seats=words.listed(f"{MARKS[seat]} {words.seat(seat)}" for seat in range(game.players)),
        moves=game.ply,
        choices=len(review.decisions),
    )
    if not game.is_over:
        screen.say("review-unfinished")
    if not brief:
        tables.decisions()
    tables.turning_points()
    tables.accuracy()
    tables.luck(luck)
    if review.engine == "plain":
        screen.say("review-plain", "dim")
    if picture:
        screen.say_path("review-plotted", picture)
