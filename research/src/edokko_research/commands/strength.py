"""``edokko-research strength``: play the matches of docs/strength.md and write that page.

To resume after an interruption, run the same command again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from edokko.cli.interrupts import INTERRUPTED
from edokko.cli.problems import Problem
from edokko.cli.progress import Progress
from edokko.lab.workers import WorkerDied
from edokko.players import levels, styles
from edokko.players.champion.player import champion_settings
from edokko_research.commands import options
from edokko_research.strength.matches import Match, Refused, against, of_itself
from edokko_research.strength.numbers import fingerprint_of
from edokko_research.strength.page import render, render_levels
from edokko_research.strength.play import games_in, play
from edokko_research.strength.results import Result, is_fresh, is_played, read_results, write_result

ROOT = options.ROOT
DATA = ROOT / "build" / "strength"
PAGE = ROOT / "docs" / "strength.md"
PLAYERS_PAGE = ROOT.parent / "docs" / "play" / "players.md"
"""The page of the package that has the tables of levels and styles."""
OVERLAYS = ROOT / "overlays"

EXPLORATION = champion_settings().exploration
"""A constant that the champion has anyway: naming it gives the same player another name, which an arena tells apart."""
CONDITIONED = "champion:1000sims"
CONDITIONS: tuple[Mapping[str, Any], ...] = (
    {},
    {"edition": "2015"},
    *({"overlay": OVERLAYS / f"{name}.toml"} for name in ("dear", "cheap", "reversed")),
)
"""What the games of the champion differ in: nothing, the edition, prices that no training has seen."""
BUDGETS = (("10ms", 100), ("30ms", 100), ("100ms", 100), ("1s", 40), ("300sims", 200), ("3000sims", 100))
"""Equal budgets of the champion and of the search without its networks, and how many games they play."""

STYLED = ("medium", "skilled", "hard", "expert")
"""The levels whose styles are measured: all but `master`, whose games take days."""

MATCHES = (
    against("ladder", 4, "greedy", "random", 200, floor=0.6),
    against("ladder", 4, "planner", "greedy", 200, floor=0.6),
    against("ladder", 4, "mcts:200ms", "planner", 200, floor=0.6),
    against("ladder", 4, "mcts:1s", "planner", 60),
    against("ladder", 3, "greedy", "random", 201),
    against("ladder", 3, "planner", "greedy", 201),
    against("ladder", 3, "mcts:200ms", "planner", 99),
    against("ladder", 2, "greedy", "random", 200, floor=0.8),
    against("ladder", 2, "planner", "greedy", 200, floor=0.8),
    against("ladder", 2, "mcts:200ms", "planner", 200, floor=0.8),
    *(against("levels", 4, level, below, 400, floor=0.5) for below, level in pairwise(levels())),
    *(against("styles", 4, f"{level}:{style}", level, 800) for level in STYLED for style in styles()),
    against("champion", 4, "champion:100ms", "mcts:1s", 160, floor=0.4),
    against("champion", 4, "champion:200ms", "planner", 100, floor=0.75),
    against("champion", 3, "champion:200ms", "planner", 99),
    against("champion", 2, "champion:200ms", "planner", 100),
    against("champion", 4, f"champion:300sims:exploration={EXPLORATION:g}", "champion:300sims", 400),
    *(against("conditions", 4, CONDITIONED, "planner", 200, **conditions) for conditions in CONDITIONS),
    *(against("conditions", players, CONDITIONED, "planner", 198) for players in (3, 2)),
    *(against("budgets", 4, f"champion:{budget}", f"mcts:{budget}", games) for budget, games in BUDGETS),
    of_itself(4, "random", 200),
    *(of_itself(4, level, 200) for level in levels() if level != "master"),
    of_itself(4, "greedy", 200),
    of_itself(4, "planner", 200),
    of_itself(4, "mcts:200ms", 24, floor=100),
    against("time", 4, "mcts:10ms", "planner", 60),
    against("time", 4, "mcts:20ms", "planner", 60),
    against("time", 4, "mcts:50ms", "planner", 60),
    against("time", 4, "mcts:100ms", "planner", 60),
    against("time", 4, "mcts:500ms", "planner", 60),
)
"""The matches. A floor is the first entry's share of wins; for a player against itself, the mean winning score."""


@click.command(
    "strength",
    short_help="Play the matches of docs/strength.md and write that page.",
    help="Play the matches of docs/strength.md, and write that page and the tables of levels in docs/play/players.md "
    "of the package. Complete matches are not played again. The exit code is 1 if a match was refused.",
)
@click.option("--data", type=options.FILE, default=DATA, metavar="FOLDER", help="Where records are: build/strength.")
@click.option(
    "--only",
    multiple=True,
    metavar="KEY",
    help="Play this match; * stands for anything. The option may be given several times.",
)
@options.workers("How many games to play side by side.")
@click.option("--page", type=options.FILE, default=PAGE, help="The page; its results lie beside it.")
@click.option("--adopt", is_flag=True, help="Take records as played with the numbers of today.")
@click.option("--list", "is_listing", is_flag=True, help="Print which matches have results, and play none.")
@click.option("--render", "renders", is_flag=True, help="Write the tables again and play nothing.")
@click.pass_context
def command(
    ctx: click.Context,
    data: Path,
    only: tuple[str, ...],
    workers: int,
    page: Path,
    adopt: bool,
    is_listing: bool,
    renders: bool,
) -> None:
    keys = _keys(only)
    if is_listing:
        _list(keys, data, page)
        return
    if not page.is_file():
        raise Problem(f"{page}: there is no such page; its tables go where its markers are")
    if renders:
        _render(page)
        return
    try:
        refused = _play_all(keys, data, page, workers, adopt)
    except (KeyboardInterrupt, WorkerDied) as stopped:
        click.echo(f"Stopped{f': {stopped}' if str(stopped) else ''}. The same command goes on.", err=True)
        ctx.exit(INTERRUPTED)
    for key, reason in refused.items():
        click.echo(f"{key} was not played: {reason}", err=True)
    ctx.exit(1 if refused else 0)


def _keys(patterns: Sequence[str]) -> list[str]:
    """Return the keys that match the patterns, in the order of ``MATCHES``; without patterns all."""
    keys = [match.key for match in MATCHES]
    for pattern in patterns:
        if not any(fnmatchcase(key, pattern) for key in keys):
            raise Problem(f"--only: there is no match {pattern!r}; matches: {', '.join(keys)}")
    return [key for key in keys if not patterns or any(fnmatchcase(key, pattern) for pattern in patterns)]


def _render(page: Path) -> None:
    """Write the tables of a page, and if it is that of this project, the table of levels in the package's page."""
    render(page, MATCHES)
    if page == PAGE:
        render_levels(PLAYERS_PAGE, page, MATCHES)


def _play_all(selected: Sequence[str], data: Path, page: Path, workers: int, adopt: bool) -> dict[str, str]:
    """Play the selected matches, and write results and page after each one.

    Returns:
        The refused matches, each with the reason.
    """
    # Players read their numbers once, so these fingerprints hold until the process ends.
    numbers = {match.key: fingerprint_of(match) for match in MATCHES}
    refused = {}
    data.mkdir(parents=True, exist_ok=True)
    for match in MATCHES:
        if match.key not in selected:
            continue
        with Progress(match.key, match.games) as progress:
            progress.say(f"{match.key}: {match.games} games")
            try:
                result = play(match, data, numbers[match.key], workers=workers, adopt=adopt, progress=progress.at)
            except Refused as error:
                refused[match.key] = str(error)
                continue
        write_result(page, match.key, result)
        _render(page)
    return refused


def _list(selected: Sequence[str], data: Path, page: Path) -> None:
    results = read_results(page)
    for match in MATCHES:
        if match.key in selected:
            state = _state(match, results.get(match.key))
            click.echo(f"{match.key:<20} {state:<26}{games_in(data, match)}/{match.games}")


def _state(match: Match, result: Result | None) -> str:
    if result is None or not is_played(match, result):
        return "not played yet"
    return "played" if is_fresh(match, result) else "played with other numbers"
