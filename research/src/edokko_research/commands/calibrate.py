"""``edokko lab calibrate``: hiring costs at which the cards of a season are hired about equally often."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.laboratory import parts
from edokko.cli.language import text
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.lab.report.calibrate import Trial

PLAYER, GAMES, ROUNDS = "planner", 1000, 8
PLAYERS = 4
OVERLAY = ".toml"


@click.command("calibrate", cls=Command, help="help-lab-calibrate", short_help="help-lab-calibrate-short")
@options.output("help-lab-calibrate-output")
@parts.force
@option("--player", default=PLAYER, show_default=True, metavar="NAME", help="help-lab-calibrate-player")
@options.players(count=PLAYERS)
@options.count("--games", "help-lab-calibrate-games", GAMES)
@options.count("--rounds", "help-lab-calibrate-rounds", ROUNDS)
@options.edition
@options.seed("help-lab-seed")
@options.workers("help-lab-workers")
def command(file: str, force: bool, rounds: int, **choices: Any) -> None:
    parts.require()
    from edokko.lab.report.calibrate import Trial

    path = options.new_file(file, "problem-lab-page-exists", replaces=force)
    if path.suffix != OVERLAY:
        raise Problem(text("problem-lab-calibrate-toml", option="--output", file=file))
    options.check_player("--player", choices["player"])
    choices |= {"players": choices["players"] or PLAYERS, "seed": choices["seed"] or 0}
    overlay, spreads = _search(path, rounds, Trial(**choices))
    parts.write(path, overlay, replaces=force)
    click.echo(text("lab-calibrate-done", file=str(path), **spreads))
    click.echo(text("lab-calibrate-ours"))


def _search(path: Path, rounds: int, trial: Trial) -> tuple[str, dict[str, str]]:
    """Search the costs and return them as an overlay, with the spreads before and after."""
    from edokko.cli.progress import Progress
    from edokko.components import load
    from edokko.lab.report import calibrate

    components = load(trial.edition)
    with parts.plan_problems(), parts.problems(), Progress(text("lab-calibrate-progress"), rounds) as progress:

        def finish(done: int, spread: float) -> None:
            progress.say(text("lab-calibrate-round", round=done, spread=f"{spread:.2f}"))
            progress.at(done)

        measure = calibrate.measure_with(trial, components)
        history = calibrate.calibrate(calibrate.substitutes(components), measure, rounds, finish)
    words = ["edokko", "lab", "calibrate", "--player", trial.player, "--players", str(trial.players)]
    words += ["--games", str(trial.games), "--rounds", str(rounds), "--edition", trial.edition]
    words += ["--seed", str(trial.seed), "-o", path.name]
    spreads = {"before": f"{history[0].spread:.2f}", "after": f"{calibrate.best(history).spread:.2f}"}
    return calibrate.overlay_text(history, trial, components, shlex.join(words)), spreads
