"""``edokko-research duel``: one player against copies of another, wholly in native code."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from edokko_research.commands import options

GAMES, SEED = 200, 2026


@click.command(
    "duel",
    short_help="Play one player against copies of another, in native code.",
    help="Let the player FIRST hold one seat and copies of OTHERS all other seats, and print the share of wins and the "
    "lead in IKI, each with its 95 % interval. Players are planner, and mcts or champion with simulations, such as "
    "mcts:300sims:exploration=0.5 or champion:64sims:net=FILE.\n\nUnlike in an arena, every decision has a new search, "
    "and native code plays the whole games. The games of a block have the same draws and another seat for FIRST, so "
    "equal players have a lead of exactly 0. The same seed plays the same games.",
)
@click.argument("first", metavar="FIRST")
@click.argument("others", metavar="OTHERS")
@click.option(
    "--games", type=options.COUNT, default=GAMES, show_default=True, metavar="N", help="How many, in whole blocks."
)
@options.PLAYERS
@options.EDITION
@options.COMPONENTS
@options.seed("Fix all games.", SEED)
@options.workers("How many threads play.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(
    first: str,
    others: str,
    games: int,
    players: int,
    edition: str,
    overlay: Path | None,
    seed: int,
    workers: int,
    as_json: bool,
) -> None:
    from edokko.cli.options import load_components
    from edokko.cli.problems import Problem
    from edokko.cli.progress import Progress
    from edokko_research.duel.running import duel

    components = load_components(edition, str(overlay) if overlay else None)
    try:
        with Progress("Games", games) as progress:
            result = duel(first, others, players, games, seed, components, workers=workers, progress=progress.at)
    except ValueError as error:
        raise Problem(str(error)) from None
    own, other = result.table.entries[0], result.table.entries[-1]
    if as_json:
        standing = {name: value for name, value in asdict(own).items() if name not in ("milliseconds", "less_luck")}
        click.echo(json.dumps({**standing, "lead": result.lead, "lead_interval": result.interval, "seed": seed}))
        return
    low, high = own.win_share_interval
    spread = "" if result.interval is None else f" ±{(result.interval[1] - result.interval[0]) / 2:.1f}"
    click.echo(f"{first} against {players - 1} {others}: {result.table.games} games, seed {seed:#x}")
    click.echo(f"wins   {100 * own.win_share:.1f} % ({100 * low:.1f}–{100 * high:.1f})")
    click.echo(f"lead   {result.lead:.1f}{spread} IKI")
    click.echo(f"score  {own.mean_score:.1f} : {other.mean_score:.1f}")
