"""``edokko-research soak``: differential testing of the two engines, which must agree at every step."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from edokko_research.commands import options

GAMES = 100


@click.command(
    "soak",
    short_help="Let both engines play the same games and compare them.",
    help="Let the plain and the native engine play the same games, at random and with policies that lead to rare "
    "positions, and compare them at every step: state, legal moves, chance, scores, and all invariants. It lists what "
    "no game has covered. The exit code is 1 if the engines disagree.",
)
@click.option("--games", type=options.COUNT, default=GAMES, show_default=True, metavar="N", help="How many games.")
@options.PLAYERS
@options.EDITION
@options.COMPONENTS
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
