"""``edokko hint``: the best moves of a position."""

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
    from edokko.players.budget import Budget
    from edokko.players.search.analysis import Analysis

BUDGET = "2s"
TOP = 5
MOST_MOVES = 128


def command(catalogue: Catalogue) -> click.Command:
    """The command in one language."""

    @click.command("hint", help=catalogue.text("help-hint"), short_help=catalogue.text("help-hint-short"))
    @click.argument("file", metavar="[FILE]", required=False, type=FileName(catalogue))
    @click.option(
        "--position", metavar="FILE|STRING", type=FileName(catalogue), help=catalogue.text("help-hint-position")
    )
    @click.option("--game", type=click.IntRange(1), default=1, metavar="N", help=catalogue.text("help-show-game"))
    @click.option("--ply", type=click.IntRange(0), default=None, metavar="N", help=catalogue.text("help-hint-ply"))
    @options.budget(catalogue, BUDGET, "help-hint-budget")
    @click.option(
        "--top",
        type=click.IntRange(1, MOST_MOVES),
        default=TOP,
        show_default=True,
        metavar="N",
        help=catalogue.text("help-hint-top"),
    )
    @options.is_plain(catalogue)
    @options.as_json(catalogue)
    @options.language(catalogue)
    def hint(
        file: str | None,
        position: str | None,
        game: int,
        ply: int | None,
        budget: Budget,
        top: int,
        is_plain: bool,
        as_json: bool,
    ) -> None:
        if position and (file or ply is not None):
            raise Problem(catalogue.text("problem-hint-position"))
        asked = _standing(catalogue, position) if position else _recorded(catalogue, file, game, ply)
        analysis = _analysis(catalogue, asked, budget, top, is_plain)
        if as_json:
            click.echo(json.dumps({**analysis.to_json(), "budget": str(budget)}))
        else:
            _show(catalogue, asked, analysis)

    return hint


# --- which position is meant


def _standing(catalogue: Catalogue, position: str) -> Game:
    """Return a game at the position of a string, or of a file with its string or JSON; it stops at chance."""
    from edokko.game import Game
    from edokko.position import PositionError, is_line
    from edokko.record import RecordError, parse_json
    from edokko.records import LONGEST_LINE
    from edokko.terms import clean

    if is_line(position):
        name, content = "--position", position.encode()
    else:
        file = input_of(catalogue, position)
        name, content = file.name, file.read(LONGEST_LINE + 1)
    try:
        text = content.decode()
        game = Game.from_position(text if is_line(text) else parse_json(text), chance="manual")
    except UnicodeDecodeError:
        reason = catalogue.text("problem-not-text")
    except (PositionError, RecordError) as error:
        reason = clean(str(error)).rstrip(".")
    else:
        if game.is_chance:
            raise Problem(catalogue.text("problem-hint-chance", file=name))
        return game
    raise Problem(catalogue.text("problem-file", file=name, reason=reason))


def _recorded(catalogue: Catalogue, file: str | None, number: int, ply: int | None) -> Game:
    """The game of a file, or the latest one that was saved; as far as it goes, or before one of its moves."""
    from edokko.cli.games import replayed

    source = input_of(catalogue, file if file else str(_latest(catalogue)))
    game = replayed(catalogue, source, number)
    if ply is not None and ply > game.ply:
        raise Problem(catalogue.text("problem-hint-ply", ply=ply, file=source.name, moves=game.ply))
    while ply is not None and game.ply > ply:
        game.undo()
    return game


def _latest(catalogue: Catalogue) -> Path:
    from edokko.cli.playing import saves

    found = saves.waiting()
    if not found:
        raise Problem(catalogue.text("problem-nothing-to-hint"))
    return found[0]


# --- what there is to say


def _analysis(catalogue: Catalogue, game: Game, budget: Budget, top: int, is_plain: bool) -> Analysis:
    from edokko.cli.engines import prepared
    from edokko.cli.progress import busy

    if game.is_over:
        return game.analyse(budget, engine="plain")
    engine = prepared(catalogue, is_plain)
    with busy(catalogue.text("hint-thinking")):
        return game.analyse(budget, top=top, engine=engine)


def _show(catalogue: Catalogue, game: Game, analysis: Analysis) -> None:
    from edokko.cli.playing.table import Screen
    from edokko.terms import Words, question

    words = Words(catalogue, game.components, game.seats)
    screen = Screen(words)
    if not game.is_over:
        screen.rule(game)
        screen.print(question(words, game), "bold")
    screen.advice(analysis)
    if game.is_over:
        screen.print()
        screen.say("hint-over")
