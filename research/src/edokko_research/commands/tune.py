"""``edokko-research tune``: tuning of the players' numbers by self-play, with the data of the run."""

from __future__ import annotations

import secrets
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.cli.problems import Problem
from edokko_research.commands import options

if TYPE_CHECKING:
    from edokko.players.evaluation.weights import Weights
    from edokko_research.tune.plan import Plan
    from edokko_research.tune.study import Study
    from edokko_research.tune.verdict import Verdict

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
WORKERS = "How many games to play in parallel. The result does not depend on it."
OUT = "The file of the numbers: a new one that ends in .toml. The data goes beside it, with the ending .csv."


@click.group(
    "tune",
    short_help="Find the players' numbers by play.",
    help="Find the players' numbers by play, and keep the data of the run.\n\nThe command writes the new numbers to a "
    "file and leaves the installed ones as they are. The file has the same fields.",
)
def command() -> None:
    """Look for better numbers: the subcommands do."""


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
    weights: Path | None
    workers: int
    study: Path | None
    out: Path


def _study_command(
    what: str, short_help: str, text: str, player: str, player_help: str, weights_help: str, trials: int, games: int
) -> None:
    @command.command(what, help=text, short_help=short_help)
    @click.option("--player", default=player, show_default=True, metavar="NAME", help=player_help)
    @options.players(PLAYERS)
    @click.option(
        "--opponents", default="greedy", show_default=True, metavar="NAME", help="The players at the other seats."
    )
    @click.option(
        "--trials",
        type=options.COUNT,
        default=trials,
        show_default=True,
        metavar="N",
        help="How many candidates to try, including those of a continued study.",
    )
    @click.option(
        "--games",
        type=options.COUNT,
        default=games,
        show_default=True,
        metavar="N",
        help="Games of each trial, rounded up to whole rounds of the seats.",
    )
    @click.option(
        "--check",
        type=options.COUNT,
        metavar="N",
        help=f"Games of each finalist at the end; by default {CHECK_FACTOR} times the games of a trial.",
    )
    @options.seed("Fix everything. By default a seed is drawn; a continued study keeps its own.", None)
    @click.option(
        "--fix",
        multiple=True,
        metavar="NAME=NUMBER",
        help="Fix a number at this value. The option may be given several times.",
    )
    @click.option(
        "--reach",
        type=click.FloatRange(1, MOST_REACH, min_open=True),
        default=REACH,
        show_default=True,
        metavar="FACTOR",
        help="How many times larger or smaller a number may become. If the start is good already, 1.3 is better.",
    )
    @click.option("--weights", type=options.FILE, help=weights_help)
    @options.workers(WORKERS)
    @click.option(
        "--study",
        type=options.FILE,
        help="The file of the trials. By default: beside FILE of --out, with the ending .study.",
    )
    @click.option("--out", type=options.FILE, required=True, help=OUT)
    def run(**values: Any) -> None:
        with options.problems(ValueError):
            _tune(what, StudyOptions(**values))


_study_command(
    "weights",
    "The weights of the evaluation.",
    "Look for better weights of the evaluation. A candidate plays at one seat against opponents with the shipped "
    "numbers, in every seat in turn; what counts is its margin over the others' mean, and 30 IKI for a win.\n\nEvery "
    "trial stays in the study's file: the same command continues where it was stopped. At the end the best candidates "
    "play once more, on fresh games, beside the start.",
    player="greedy",
    player_help="The candidate: greedy, planner or mcts with a number of simulations.",
    weights_help="Begin with the weights of this file.",
    trials=400,
    games=400,
)
_study_command(
    "search",
    "The constants of the search.",
    "Look for better constants of the search, as `edokko-research tune weights` does for the evaluation.\n\nConstants "
    "in the player's name are the starting point, such as mcts:300sims:exploration=0.5. Switches, constants that are 0 "
    "and those that an open loop ignores stay fixed.",
    player="mcts:300sims",
    player_help="The candidate: mcts with a number of simulations.",
    weights_help="Let the candidate weigh with the weights of this file.",
    trials=150,
    games=64,
)


def _tune(what: str, arguments: StudyOptions) -> None:
    from edokko import locks
    from edokko_research.commands.tune_report import header_of, show_verdict
    from edokko_research.tune import write

    out, table = _new_files(arguments.out)
    file = arguments.study or out.with_suffix(".study")
    if file.resolve() in (out.resolve(), table.resolve()):
        raise Problem(f"{file}: the study needs a file of its own.")
    if not file.exists():
        options.new_file(file)
    # Optuna locks its journal only for each write, but one process must own the study until its verdict.
    with locks.hold(file):
        study, verdict = _play(what, arguments, file)
    header = header_of(_command_of(what, arguments, study.plan, verdict), study, verdict)
    write.write_text(out, write.parameters_text(header, study.plan, verdict.winner.parameters))
    write.write_text(table, write.study_csv(header, study.plan.space, study.trials))
    show_verdict(study, verdict)
    click.echo(f"Numbers: {out}. Trials: {table}. The study: {file}.")


def _play(what: str, arguments: StudyOptions, file: Path) -> tuple[Study, Verdict]:
    """Run the study until all trials are complete, then judge the finalists."""
    from edokko.cli.progress import Progress
    from edokko_research.tune import verdict
    from edokko_research.tune.contest import Contest
    from edokko_research.tune.study import Study

    plan = _plan(what, arguments, file)
    study = Study(file, plan)
    with Contest(plan.table, arguments.workers) as contest:
        with Progress("Trials", arguments.trials) as progress:
            study.run(contest, arguments.trials, progress.at)
        trials = study.trials
        with Progress("Finalists", verdict.steps(plan, trials)) as progress:
            games = arguments.check or CHECK_FACTOR * arguments.games
            return study, verdict.judge(contest, plan, trials, games, progress.at)


def _plan(what: str, arguments: StudyOptions, file: Path) -> Plan:
    from edokko.players import check_name
    from edokko_research.tune.contest import Table
    from edokko_research.tune.plan import Plan
    from edokko_research.tune.space import space_of_constants, space_of_weights
    from edokko_research.tune.study import seed_of

    for name in (arguments.player, arguments.opponents):
        check_name(name)
    table = Table(arguments.player, arguments.opponents, arguments.players)
    fixed = dict(map(_fixed, arguments.fix))
    weights = _weights(arguments.weights)
    if what == "weights":
        space, others = space_of_weights(weights, fixed, arguments.reach), {}
    else:
        space, others = space_of_constants(table.settings, fixed, arguments.reach), dict(weights.items())
    seed = arguments.seed if arguments.seed is not None else seed_of(file)
    return Plan(what, table, space, arguments.games, secrets.randbits(64) if seed is None else seed, others)


def _fixed(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    try:
        return name, float(number)
    except ValueError:
        raise Problem(f"--fix {text[:60]!r}: expected a name and a number, such as joker=500.") from None


def _command_of(what: str, arguments: StudyOptions, plan: Plan, verdict: Verdict) -> str:
    """Return the command line that reproduces the run."""
    words = ["edokko-research", "tune", what, "--player", arguments.player, "--players", str(arguments.players)]
    words += ["--opponents", arguments.opponents, "--trials", str(arguments.trials)]
    words += ["--games", str(plan.rounds * arguments.players), "--check", str(verdict.games), "--seed", hex(plan.seed)]
    if arguments.reach != REACH:
        words += ["--reach", f"{arguments.reach:g}"]
    for fix in arguments.fix:
        words += ["--fix", fix]
    if arguments.weights:
        words += ["--weights", str(arguments.weights)]
    return shlex.join([*words, "--out", arguments.out.name])


# --- outlook


@command.command(
    "outlook",
    short_help="What positions lead to.",
    help="Learn from games what positions lead to: a seat's expected final score, from what can be seen of it when a "
    "month begins, and how certain that is. One game in five is held out to measure the quality.",
)
@options.players(PLAYERS)
@click.option(
    "--games", type=options.COUNT, default=OUTLOOK_GAMES, show_default=True, metavar="N", help="How many games."
)
@click.option(
    "--player",
    type=click.Choice(OUTLOOK_PLAYERS),
    default=OUTLOOK_PLAYERS[0],
    show_default=True,
    metavar="NAME",
    help="The player of these games.",
)
@click.option(
    "--random",
    type=click.IntRange(0, 100),
    default=RANDOM_PERCENT,
    show_default=True,
    metavar="PERCENT",
    help="The percentage of moves that are random.",
)
@options.seed("Fix all games. By default a seed is drawn; the file names it.", None)
@click.option("--weights", type=options.FILE, help="Play and evaluate with the weights of this file.")
@options.workers(WORKERS)
@click.option("--out", type=options.FILE, required=True, help=OUT)
def outlook(
    players: int,
    games: int,
    player: str,
    random: int,
    seed: int | None,
    weights: Path | None,
    workers: int,
    out: Path,
) -> None:
    from edokko.cli.progress import Progress
    from edokko_research.commands.tune_report import header_of_outlook, show_quality
    from edokko_research.tune import write
    from edokko_research.tune.outlook_fit import fit
    from edokko_research.tune.positions import play_positions

    file, table = _new_files(out)
    number = secrets.randbits(64) if seed is None else seed
    with options.problems(ValueError):
        evaluation_weights = _weights(weights)
        with Progress("Games", games) as progress:
            fitted = fit(
                play_positions(players, games, number, player, evaluation_weights, random, workers, progress.at)
            )
    words = ["edokko-research", "tune", "outlook", "--players", str(players), "--games", str(games), "--player", player]
    words += ["--random", str(random), "--seed", hex(number), *(["--weights", str(weights)] if weights else [])]
    header = header_of_outlook(shlex.join([*words, "--out", file.name]), fitted)
    write.write_text(file, write.outlook_text(header, players, fitted))
    write.write_text(table, write.quality_csv(header, fitted.quality))
    show_quality(fitted.quality)
    click.echo(f"Numbers: {file}. Quality: {table}.")


# --- files


def _new_files(out: Path) -> tuple[Path, Path]:
    """Return the paths of the numbers and of the data beside them.

    Raises:
        Problem: a file exists already, the folder does not exist, or the name does not end in ``.toml``.
    """
    if out.suffix != ".toml":
        raise Problem(f"--out {out}: expected a name that ends in .toml.")
    return options.new_file(out), options.new_file(out.with_suffix(".csv"))


def _weights(path: Path | None) -> Weights:
    """Return the weights of a file; without a file, the shipped ones.

    Raises:
        ValueError: the file holds something else.
        OSError: the file cannot be read.
    """
    from edokko.players.evaluation.weights import shipped
    from edokko_research.tune.write import read_weights

    return read_weights(path) if path else shipped()
