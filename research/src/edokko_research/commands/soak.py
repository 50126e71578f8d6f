"""``edokko-research soak``: differential testing of the two engines, which must agree at every step."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from edokko_research.commands import options

PLAYERS = 4
GAMES = 100


@click.command(
    "soak",
    short_help="Let both engines play the same games and compare them.",
    help="Let the plain and the native engine play the same games, at random and with policies that lead to rare "
    "positions, and compare them at every step: state, legal moves, chance, scores, and all invariants. It lists what "
    "no game has covered. The exit code is 1 if the engines disagree.",
)
@click.option("--games", type=options.COUNT, default=GAMES, show_default=True, metavar="N", help="How many games.")
@click.option("--players", type=click.IntRange(2, 4), default=PLAYERS, show_default=True, help="How many seats.")
@click.option("--edition", type=click.Choice(("2021", "2015")), default="2021", show_default=True, help="The rule set.")
@click.option(
    "--components", "overlay", type=options.FILE, metavar="FILE", help="Play with the values of FILE, in TOML."
)
@options.seed("Fix all games. By default a seed is drawn and shown.", None)
@click.pass_context
def command(ctx: click.Context, games: int, players: int, edition: str, overlay: Path | None, seed: int | None) -> None:
    from edokko.cli.options import load_components
    from edokko.cli.problems import FAILED
    from edokko.cli.progress import Progress
    from edokko_research.soak.runner import soak

    components = load_components(edition, str(overlay) if overlay else None)
    number = secrets.randbits(64) if seed is None else seed
    with Progress("Games", games) as progress:
        report = soak(games, players, number, components=components, progress=progress.at)
    for disagreement in report.disagreements:
        click.echo(f"They disagree: {disagreement}")
    for what, ids in report.missing(components, players).items():
        click.echo(f"Not covered, {what}: {', '.join(ids)}")
    if report.holds:
        counted = "1 game" if report.games == 1 else f"{report.games} games"
        click.echo(f"Both engines agree: {counted}, {report.decisions} decisions, seed {number:#x}.")
    else:
        bad = len(report.disagreements)
        click.echo(f"The engines disagree in {bad} of {report.games} games, seed {number:#x}.")
        ctx.exit(FAILED)
