"""``edokko-research calibrate``: hiring costs at which the cards of a season are hired about equally often."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.cli.problems import Problem
from edokko_research.commands import options

if TYPE_CHECKING:
    from edokko.components import Components
    from edokko_research.calibrate.searching import Round, Trial

PLAYER, GAMES, ROUNDS = "planner", 1000, 8
OVERLAY = ".toml"


@click.command(
    "calibrate",
    short_help="Search hiring costs at which all cards of a season are hired about equally often.",
    help="Search hiring costs at which a computer player hires the cards of each season about equally often, and write "
    "an overlay with the evidence.\n\nThis is our calibration, not the printed numbers. Only costs that no rulebook "
    "prints change.",
)
@click.option(
    "-o", "--output", "path", type=options.FILE, required=True, help="The overlay to write; its name ends in .toml."
)
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@click.option("--player", default=PLAYER, show_default=True, metavar="NAME", help="Who plays on every seat.")
@options.PLAYERS
@click.option(
    "--games",
    type=options.COUNT,
    default=GAMES,
    show_default=True,
    metavar="N",
    help="How many games to play in a round.",
)
@click.option(
    "--rounds",
    type=options.COUNT,
    default=ROUNDS,
    show_default=True,
    metavar="N",
    help="How many rounds to play at most.",
)
@options.EDITION
@options.seed("Fix all games.")
@options.workers("How many chunks to play in parallel.")
def command(path: Path, force: bool, rounds: int, **choices: Any) -> None:
    from edokko.cli.options import check_player
    from edokko.components import load
    from edokko.records.file import errors_naming
    from edokko_research.calibrate.searching import Trial, best, overlay_text

    _check(path, force)
    check_player("--player", choices["player"])
    trial = Trial(**choices)
    components = load(trial.edition)
    history = _search(trial, rounds, components)
    overlay = overlay_text(history, trial, components, _line(trial, rounds, path))
    with errors_naming(path), path.open("w" if force else "x", encoding="utf-8") as file:
        file.write(overlay)
    before, after = history[0].spread, best(history).spread
    click.echo(f"Spread of hires within a season: {before:.2f} before, {after:.2f} after. Written: {path}")
    click.echo("These costs are our calibration, not the printed numbers.")


def _check(path: Path, force: bool) -> None:
    """Refuse a file that cannot be written, or that exists and must not be replaced."""
    if path.suffix != OVERLAY:
        raise Problem(f"--output {path}: expected a name that ends in {OVERLAY}.")
    if not path.is_file():
        options.new_file(path)
    elif not force:
        raise Problem(f"{path} exists already; choose another name, or replace the file with --force.")


def _search(trial: Trial, rounds: int, components: Components) -> list[Round]:
    """Search the costs, and show the spread of each round."""
    from edokko.cli.progress import Progress
    from edokko_research.calibrate import searching

    with options.problems(), Progress("Rounds", rounds) as progress:

        def finish(done: int, spread: float) -> None:
            progress.say(f"Round {done}: spread {spread:.2f}")
            progress.at(done)

        measure = searching.measure_with(trial, components)
        return searching.calibrate(searching.substitutes(components), measure, rounds, finish)


def _line(trial: Trial, rounds: int, path: Path) -> str:
    """Return the command line that finds the same costs."""
    words = ["edokko-research", "calibrate", "--player", trial.player, "--players", str(trial.players)]
    words += ["--games", str(trial.games), "--rounds", str(rounds), "--edition", trial.edition]
    return shlex.join([*words, "--seed", str(trial.seed), "-o", path.name])
