"""``edokko tune``: tuning of the players' numbers by self-play, with the data of the run."""

from __future__ import annotations

import secrets
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.group import Group
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko_research.tune.plan import Plan
    from edokko_research.tune.study import Study
    from edokko_research.tune.verdict import Verdict
    from edokko.players.evaluation.weights import Weights

PLAYERS = 4
CHECK_FACTOR = 10
"""The default number of validation and of test games, as a multiple of a trial's games."""
OUTLOOK_GAMES = 8000
OUTLOOK_PLAYERS = ("planner", "greedy")
"""The players that can play the games for an outlook."""
RANDOM_PERCENT = 8
"""The default percentage of random moves in the games for an outlook."""
REACH, MOST_REACH = 2.5, 100.0
"""The default and the maximum range of a number, as a factor."""


def command(catalogue: Catalogue) -> click.Group:
    """Return the command group in the catalogue's language."""
    group = Group(catalogue, "tune", help=catalogue.text("help-tune"), short_help=catalogue.text("help-tune-short"))
    group.add_command(_study_command(catalogue, "weights", player="greedy", trials=400, games=400))
    group.add_command(_study_command(catalogue, "search", player="mcts:300sims", trials=150, games=64))
    group.add_command(_outlook(catalogue))
    return group


# --- weights and search


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """The options of ``tune weights`` or ``tune search``."""

    player: str
    players: int
    opponents: str
    trials: int
    games: int
    check: int | None
    seed: int | None
    fix: tuple[str, ...]
    reach: float
    weights: str | None
    workers: int
    study: str | None
    out: str


def _study_command(catalogue: Catalogue, what: str, player: str, trials: int, games: int) -> click.Command:
    @click.command(what, help=catalogue.text(f"help-tune-{what}"), short_help=catalogue.text(f"help-tune-{what}-short"))
    @click.option(
        "--player", default=player, show_default=True, metavar="NAME", help=catalogue.text(f"help-tune-{what}-player")
    )
    @options.players(catalogue, "help-tune-players", PLAYERS)
    @click.option(
        "--opponents", default="greedy", show_default=True, metavar="NAME", help=catalogue.text("help-tune-opponents")
    )
    @options.count(catalogue, "--trials", "help-tune-trials", trials)
    @options.count(catalogue, "--games", "help-tune-games", games)
    @options.count(catalogue, "--check", "help-tune-check", None, factor=CHECK_FACTOR)
    @options.seed(catalogue, "help-tune-seed")
    @click.option("--fix", multiple=True, metavar="NAME=NUMBER", help=catalogue.text("help-tune-fix"))
    @click.option(
        "--reach",
        type=options.Number(1, MOST_REACH, min_open=True),
        default=REACH,
        show_default=True,
        metavar="FACTOR",
        help=catalogue.text("help-tune-reach"),
    )
    @options.file(catalogue, "--weights", f"help-tune-{what}-weights")
    @options.workers(catalogue, "help-tune-workers")
    @options.file(catalogue, "--study", "help-tune-study")
    @options.file(catalogue, "--out", "help-tune-out", is_required=True)
    @options.language(catalogue)
    def run(**values: Any) -> None:
        _tune(catalogue, what, StudyOptions(**values))

    return run


def _tune(catalogue: Catalogue, what: str, arguments: StudyOptions) -> None:
    from edokko import locks
    from edokko_research.commands.tune_report import header_of, show_verdict
    from edokko_research.tune import write

    out, table = _new_files(catalogue, arguments.out)
    file = Path(arguments.study) if arguments.study else out.with_suffix(".study")
    if file.resolve() in (out.resolve(), table.resolve()):
        raise Problem(catalogue.text("problem-tune-same-file", file=str(file)))
    if not file.exists():
        options.new_file(catalogue, str(file))
    try:
        # Optuna locks its journal only for each write, but one process must own the study until its verdict.
        with locks.hold(file):
            study, verdict = _play(catalogue, what, arguments, file)
    except ValueError as error:
        raise Problem(str(error)) from None
    command = _command_of(what, arguments, study.plan, verdict)
    header = header_of(catalogue, command, study, verdict)
    write.write_text(out, write.parameters_text(header, study.plan, verdict.winner.parameters))
    write.write_text(table, write.study_csv(header, study.plan.space, study.trials))
    show_verdict(catalogue, study, verdict)
    click.echo(catalogue.text("tune-written", out=str(out), table=str(table), study=str(file)))


def _play(catalogue: Catalogue, what: str, arguments: StudyOptions, file: Path) -> tuple[Study, Verdict]:
    """Run the study until all trials are complete, then judge the finalists."""
    from edokko.cli.progress import Progress
    from edokko_research.tune import verdict
    from edokko_research.tune.contest import Contest
    from edokko_research.tune.study import Study

    plan = _plan(catalogue, what, arguments, file)
    study = Study(file, plan)
    with Contest(plan.table, arguments.workers) as contest:
        with Progress(catalogue.text("tune-progress-trials"), arguments.trials) as progress:
            study.run(contest, arguments.trials, progress.at)
        trials = study.trials
        with Progress(catalogue.text("tune-progress-finalists"), verdict.steps(plan, trials)) as progress:
            games = arguments.check or CHECK_FACTOR * arguments.games
            return study, verdict.judge(contest, plan, trials, games, progress.at)


def _plan(catalogue: Catalogue, what: str, arguments: StudyOptions, file: Path) -> Plan:
    from edokko_research.tune.contest import Table
    from edokko_research.tune.plan import Plan
    from edokko_research.tune.space import space_of_constants, space_of_weights
    from edokko_research.tune.study import seed_of

    player = options.check_player(catalogue, "--player", arguments.player)
    opponents = options.check_player(catalogue, "--opponents", arguments.opponents)
    table = Table(player, opponents, arguments.players)
    fixed = dict(_fixed(catalogue, text) for text in arguments.fix)
    weights = _weights(arguments.weights)
    if what == "weights":
        space, others = space_of_weights(weights, fixed, arguments.reach), {}
    else:
        space, others = space_of_constants(table.settings, fixed, arguments.reach), dict(weights.items())
    seed = arguments.seed if arguments.seed is not None else seed_of(file)
    return Plan(what, table, space, arguments.games, secrets.randbits(64) if seed is None else seed, others)


def _fixed(catalogue: Catalogue, text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    try:
        return name, float(number)
    except ValueError:
        raise Problem(catalogue.text("problem-tune-fix", text=repr(text[:60]))) from None


def _command_of(what: str, arguments: StudyOptions, plan: Plan, verdict: Verdict) -> str:
    """Return the command line that reproduces the run."""
    words = ["edokko", "tune", what, "--player", arguments.player, "--players", str(arguments.players)]
    words += ["--opponents", arguments.opponents, "--trials", str(arguments.trials)]
    words += ["--games", str(plan.rounds * arguments.players), "--check", str(verdict.games), "--seed", hex(plan.seed)]
    if arguments.reach != REACH:
        words += ["--reach", f"{arguments.reach:g}"]
    for fix in arguments.fix:
        words += ["--fix", fix]
    if arguments.weights:
        words += ["--weights", arguments.weights]
    return shlex.join([*words, "--out", Path(arguments.out).name])


# --- outlook


def _outlook(catalogue: Catalogue) -> click.Command:
    @click.command(
        "outlook", help=catalogue.text("help-tune-outlook"), short_help=catalogue.text("help-tune-outlook-short")
    )
    @options.players(catalogue, "help-tune-players", PLAYERS)
    @options.count(catalogue, "--games", "help-tune-outlook-games", OUTLOOK_GAMES)
    @click.option(
        "--player",
        type=click.Choice(OUTLOOK_PLAYERS),
        default=OUTLOOK_PLAYERS[0],
        show_default=True,
        metavar="NAME",
        help=catalogue.text("help-tune-outlook-player"),
    )
    @options.percent(catalogue, "--random", "help-tune-outlook-random", RANDOM_PERCENT)
    @options.seed(catalogue, "help-tune-outlook-seed")
    @options.file(catalogue, "--weights", "help-tune-outlook-weights")
    @options.workers(catalogue, "help-tune-workers")
    @options.file(catalogue, "--out", "help-tune-out", is_required=True)
    @options.language(catalogue)
    def outlook(
        players: int,
        games: int,
        player: str,
        random: int,
        seed: int | None,
        weights: str | None,
        workers: int,
        out: str,
    ) -> None:
        from edokko.cli.progress import Progress
        from edokko_research.commands.tune_report import header_of_outlook, show_quality
        from edokko_research.tune import write
        from edokko_research.tune.outlook_fit import fit
        from edokko_research.tune.positions import play_positions

        file, table = _new_files(catalogue, out)
        number = secrets.randbits(64) if seed is None else seed
        try:
            evaluation_weights = _weights(weights)
            with Progress(catalogue.text("tune-progress-games"), games) as progress:
                fitted = fit(
                    play_positions(players, games, number, player, evaluation_weights, random, workers, progress.at)
                )
        except ValueError as error:
            raise Problem(str(error)) from None
        words = ["edokko", "tune", "outlook", "--players", str(players), "--games", str(games), "--player", player]
        words += ["--random", str(random), "--seed", hex(number), *(["--weights", weights] if weights else [])]
        header = header_of_outlook(catalogue, shlex.join([*words, "--out", file.name]), fitted)
        write.write_text(file, write.outlook_text(header, players, fitted))
        write.write_text(table, write.quality_csv(header, fitted.quality))
        show_quality(catalogue, fitted.quality)
        click.echo(catalogue.text("tune-outlook-written", out=str(file), table=str(table)))

    return outlook


# --- files


def _new_files(catalogue: Catalogue, name: str) -> tuple[Path, Path]:
    """Return the paths of the numbers and of the data beside them.

    Raises:
        Problem: a file exists already, the folder does not exist, or the name does not end in ``.toml``.
    """
    out = Path(name)
    if out.suffix != ".toml":
        raise Problem(catalogue.text("problem-tune-toml", option="--out", file=name))
    table = out.with_suffix(".csv")
    for path in (out, table):
        options.new_file(catalogue, str(path), "problem-tune-exists")
    return out, table


def _weights(name: str | None) -> Weights:
    """Return the weights of a file; without a file, the shipped ones.

    Raises:
        ValueError: the file holds something else.
        OSError: the file cannot be read.
    """
    from edokko_research.tune.write import read_weights
    from edokko.players.evaluation.weights import shipped

    return read_weights(Path(name)) if name else shipped()
