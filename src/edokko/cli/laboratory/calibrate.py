"""``edokko lab calibrate``: hiring costs at which the cards of a season are hired about equally often."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.laboratory import parts, plans
from edokko.cli.problems import Problem

PLAYER, GAMES, ROUNDS = "planner", 1000, 8
PLAYERS = 4
OVERLAY = ".toml"


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command(
        "calibrate", help=catalogue.text("help-lab-calibrate"), short_help=catalogue.text("help-lab-calibrate-short")
    )
    @options.output(catalogue, "help-lab-calibrate-output")
    @parts.force(catalogue)
    @click.option(
        "--player", default=PLAYER, show_default=True, metavar="NAME", help=catalogue.text("help-lab-calibrate-player")
    )
    @options.players(catalogue, count=PLAYERS)
    @options.count(catalogue, "--games", "help-lab-calibrate-games", GAMES)
    @options.count(catalogue, "--rounds", "help-lab-calibrate-rounds", ROUNDS)
    @options.edition(catalogue)
    @options.seed(catalogue, "help-lab-seed")
    @options.workers(catalogue, "help-lab-workers")
    @options.language(catalogue)
    def calibrate(
        file: str,
        force: bool,
        player: str,
        players: int | None,
        games: int,
        rounds: int,
        edition: str,
        seed: int | None,
        workers: int,
    ) -> None:
        parts.require()
        path = options.new_file(catalogue, file, "problem-lab-page-exists", replaces=force)
        if path.suffix != OVERLAY:
            raise Problem(catalogue.text("problem-lab-calibrate-toml", option="--output", file=file))
        options.check_player(catalogue, "--player", player)
        text, spreads = _search(catalogue, path, player, players or PLAYERS, games, rounds, edition, seed or 0, workers)
        parts.write(path, text, replaces=force)
        click.echo(catalogue.text("lab-calibrate-done", file=str(path), **spreads))
        click.echo(catalogue.text("lab-calibrate-ours"))

    return calibrate


def _search(
    catalogue: Catalogue,
    path: Path,
    player: str,
    players: int,
    games: int,
    rounds: int,
    edition: str,
    seed: int,
    workers: int,
) -> tuple[str, dict[str, str]]:
    """Search the costs and return them as an overlay, with the spreads before and after."""
    from edokko.cli.progress import Progress
    from edokko.components import load
    from edokko.lab.report import calibrate

    components = load(edition)
    trial = calibrate.Trial(player, players, games, edition, seed, workers)
    with plans.problems(), parts.problems(), Progress(catalogue.text("lab-calibrate-progress"), rounds) as progress:

        def finish(done: int, spread: float) -> None:
            progress.say(catalogue.text("lab-calibrate-round", round=done, spread=f"{spread:.2f}"))
            progress.at(done)

        measure = calibrate.measure_with(trial, components)
        history = calibrate.calibrate(calibrate.substitutes(components), measure, rounds, finish)
    words = ["edokko", "lab", "calibrate", "--player", player, "--players", str(players), "--games", str(games)]
    words += ["--rounds", str(rounds), "--edition", edition, "--seed", str(seed), "-o", path.name]
    spreads = {"before": f"{history[0].spread:.2f}", "after": f"{calibrate.best(history).spread:.2f}"}
    return calibrate.overlay_text(history, trial, components, shlex.join(words)), spreads
