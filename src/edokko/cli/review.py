"""``edokko review``: the decisions and chance events that won and lost a recorded game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.inputs import FileName, input_of
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.analysis.review import Review
    from edokko.players.budget import Budget
    from edokko.players.champion.luck import Luck

BUDGET = "1000sims"
PICTURES = (".png", ".svg")


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("review", help=catalogue.text("help-review"), short_help=catalogue.text("help-review-short"))
    @click.argument("file", metavar="FILE", type=FileName(catalogue))
    @options.game(catalogue)
    @options.budget(catalogue, BUDGET, "help-review-budget")
    @options.file(catalogue, "--plot", "help-review-plot")
    @click.option("--brief", is_flag=True, help=catalogue.text("help-review-brief"))
    @options.as_json(catalogue)
    @options.language(catalogue)
    def review(file: str, game: int, budget: Budget, plot: str | None, brief: bool, as_json: bool) -> None:
        from edokko.cli.games import replay_game

        # Check the picture's name before minutes of searching.
        picture = _picture(catalogue, plot) if plot else None
        played = replay_game(catalogue, input_of(catalogue, file), game)
        result = _review(catalogue, file, played, budget)
        luck = _luck(result)
        if picture:
            _draw(catalogue, result, picture)
        if as_json:
            click.echo(json.dumps({**result.to_json(), "luck": luck.to_json(), "budget": str(budget)}))
        else:
            _show(catalogue, result, luck, game, brief, picture)

    return review


def _picture(catalogue: Catalogue, name: str) -> Path:
    from edokko import extras

    path = options.new_file(catalogue, name, "problem-plot-exists")
    if path.suffix.lower() not in PICTURES:
        raise Problem(catalogue.text("problem-plot-kind", file=str(path)))
    extras.lab("matplotlib")
    return path


def _review(catalogue: Catalogue, file: str, game: Game, budget: Budget) -> Review:
    from edokko.cli.progress import Progress
    from edokko.players.analysis.review import choices, review

    total = len(choices(game))
    if not total:
        raise Problem(catalogue.text("problem-review-empty", file=input_of(catalogue, file).name))
    with Progress(catalogue.text("review-progress"), total) as progress:
        return review(game, budget, progress=progress.at)


def _luck(review: Review) -> Luck:
    """Measure the luck of a game on the engine of its review."""
    from edokko.native.backends import backend_of
    from edokko.players.champion.luck import LuckMeter

    return LuckMeter(backend=backend_of(review.engine)).measure(review.game.to_record())


def _draw(catalogue: Catalogue, review: Review, path: Path) -> None:
    from edokko.cli.reviewing.plot import draw
    from edokko.records.file import errors_naming
    from edokko.words import Words

    picture = draw(review, Words(catalogue, review.game.components, review.game.seats), path.suffix.lower())
    with errors_naming(path), path.open("xb") as file:
        try:
            file.write(picture)
            file.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise


def _show(catalogue: Catalogue, review: Review, luck: Luck, number: int, brief: bool, picture: Path | None) -> None:
    from edokko.board.view import MARKS
    from edokko.cli.playing.table import Screen
    from edokko.cli.reviewing.tables import ReviewPrinter
    from edokko.words import Words

    game = review.game
    words = Words(catalogue, game.components, game.seats)
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
