"""``edokko hint``: the best moves of a position."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.inputs import FILE, input_of
from edokko.cli.language import current, text
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.game import Game
    from edokko.players.analysis.position import Analysis
    from edokko.players.budget import Budget

BUDGET = "2s"
TOP = 5
MOST_MOVES = 128


@click.command("hint", cls=Command, help="help-hint", short_help="help-hint-short")
@click.argument("file", metavar="[FILE]", required=False, type=FILE)
@option("--position", metavar="FILE|STRING", type=FILE, help="help-hint-position")
@options.game
@options.count("--ply", "help-hint-ply", None, least=0)
@options.budget(BUDGET, "help-hint-budget")
@options.count("--top", "help-hint-top", TOP, MOST_MOVES)
@options.as_json
def command(
    file: str | None, position: str | None, game: int, ply: int | None, budget: Budget, top: int, as_json: bool
) -> None:
    from edokko.cli.progress import busy

    if position and (file or ply is not None):
        raise Problem(text("problem-hint-position"))
    current = _position(position) if position else _recorded_game(file, game, ply)
    with busy(text("hint-thinking")):
        analysis = current.analyse(budget, top=top)
    if as_json:
        click.echo(json.dumps({**analysis.to_json(), "budget": str(budget)}))
    else:
        _show(current, analysis)


# --- the position to analyse


def _position(position: str) -> Game:
    """Read a position string, or a file with one or with a position's JSON, as a game that stops at chance steps."""
    from edokko.game import Game
    from edokko.position import PositionError, is_line
    from edokko.records.file import content_of
    from edokko.records.record import RecordError, parse_json
    from edokko.texts import NotText, decode
    from edokko.words import clean

    file = None if is_line(position) else input_of(position)
    name = file.name if file else "--position"
    try:
        content = decode(content_of(file.source)) if file else position
        game = Game.from_position(content if is_line(content) else parse_json(content), chance="manual")
    except NotText:
        reason = text("problem-not-text")
    except FileNotFoundError:
        reason = text("problem-hint-not-position")
    except (PositionError, RecordError) as error:
        reason = clean(str(error)).rstrip(".")
    else:
        if game.is_chance:
            raise Problem(text("problem-hint-chance", file=name))
        return game
    raise Problem(text("problem-file", file=name, reason=reason))


def _recorded_game(file: str | None, number: int, ply: int | None) -> Game:
    """Replay the game of a file, by default the latest saved one, to its end or to the position before a move."""
    from edokko.cli.games import replay_game
    from edokko.cli.playing import saves

    games = [] if file else saves.unfinished()
    if not file and not games:
        raise Problem(text("problem-nothing-to-hint"))
    source = input_of(file or str(games[0]))
    game = replay_game(source, number)
    if ply is not None and ply > game.ply:
        raise Problem(text("problem-hint-ply", ply=ply, file=source.name, moves=game.ply))
    while ply is not None and game.ply > ply:
        game.undo()
    return game


# --- the output


def _show(game: Game, analysis: Analysis) -> None:
    from edokko.cli.playing.pages import question_line
    from edokko.cli.playing.table import Screen
    from edokko.words import Words

    words = Words(current(), game.components, game.seats)
    screen = Screen(words)
    if not game.is_over:
        screen.rule(game)
        screen.print(question_line(words, game, screen.width))
    screen.advice(analysis)
    if game.is_over:
        screen.print()
        screen.say("hint-over")
