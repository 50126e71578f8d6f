"""``edokko soak``: differential testing of the two engines, which must agree at every step."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import click

from edokko.cli import options
from edokko.cli.group import Command
from edokko.cli.language import current, text
from edokko.cli.problems import FAILED

if TYPE_CHECKING:
    from edokko.words import Words

PLAYERS = 4
GAMES = 100


@click.command("soak", cls=Command, help="help-soak", short_help="help-soak-short")
@options.count("--games", "help-soak-games", GAMES)
@options.players(count=PLAYERS)
@options.seed("help-soak-seed")
@options.edition
@options.components
@click.pass_context
def command(
    ctx: click.Context, games: int, players: int | None, seed: int | None, edition: str, overlay: str | None
) -> None:
    from edokko.cli.progress import Progress
    from edokko.lab.soak.runner import soak as run
    from edokko.words import Words

    components = options.load_components(edition, overlay)
    number = secrets.randbits(64) if seed is None else seed
    count = players or PLAYERS
    with Progress(text("soak-progress"), games) as progress:
        report = run(games, count, number, components=components, progress=progress.at)
    for disagreement in report.disagreements:
        click.echo(text("soak-disagreement", what=str(disagreement)))
    words = Words(current(), components)
    for what, ids in report.missing(components, count).items():
        names = words.commas(_name(words, what, id_) for id_ in ids)
        click.echo(text(f"soak-missing-{what}", names=names))
    message = "soak-holds" if report.holds else "soak-fails"
    bad = len(report.disagreements)
    click.echo(text(message, games=report.games, decisions=report.decisions, bad=bad, seed=hex(number)))
    if not report.holds:
        ctx.exit(FAILED)


def _name(words: Words, what: str, id_: str) -> str:
    """Return the name of something that no game has covered."""
    if what == "rare":
        return words.text(rare_message(id_))
    return {"goods": words.good, "tokens": words.token}.get(what, words.card)(id_)


def rare_message(name: str) -> str:
    """Return the message id of a rare event's name."""
    return f"rare-{name.lower().replace(' ', '-')}"
