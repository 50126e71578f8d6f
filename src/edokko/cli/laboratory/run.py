"""``edokko lab run``: play a plan, or what is missing of it."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from edokko import extras
from edokko.cli import options
from edokko.cli.arena import settled
from edokko.cli.group import Command, option
from edokko.cli.inputs import FILE
from edokko.cli.laboratory import parts
from edokko.cli.language import text
from edokko.cli.problems import Problem
from edokko.cli.tables import number

if TYPE_CHECKING:
    from edokko.lab.data.contest import Contest
    from edokko.lab.data.plan import RunPlan
    from edokko.lab.data.run import GamesJob

ALL = "all"


@click.command("run", cls=Command, help="help-lab-run", short_help="help-lab-run-short")
@click.argument("plan", metavar="[PLAN]", default=None, required=False, type=FILE)
@parts.folder()
@option("--entries", metavar="LIST", help="help-lab-entries")
@options.count("--games", "help-lab-games", None)
@option("--players", metavar="LIST", help="help-lab-players")
@option("--editions", metavar="LIST", help="help-lab-editions")
@option("--seats", metavar="rotate|fixed", help="help-lab-seats")
@options.seed("help-lab-seed")
@option("--overlay", "overlays", metavar="NAME=FILE", multiple=True, help="help-lab-overlay")
@option("--tables", metavar="LIST", help="help-lab-tables")
@option("--records", is_flag=True, help="help-lab-records")
@option("--share", type=options.Number(0, 1), metavar="SHARE", help="help-lab-share")
@option("--evaluator", metavar="BUDGET", help="help-lab-evaluator")
@options.count("--chunk", "help-lab-chunk", None, least=0)
@options.workers("help-lab-workers")
@option("--ray", metavar="ADDRESS", help="help-lab-ray")
@option("--settle", type=options.Number(0, 1), metavar="SHARE", help="help-lab-settle")
@options.as_json
def command(
    plan: str | None, folder: str, workers: int, ray: str | None, settle: float | None, as_json: bool, **choices: Any
) -> None:
    fields = _fields(choices)
    if ray is not None and options.is_given("workers"):
        raise Problem(text("problem-lab-ray-workers"))
    if plan is not None and fields:
        raise Problem(text("problem-lab-plan-options", options=", ".join(f"--{name}" for name in fields)))
    if plan is None and not {"entries", "games"} <= fields.keys():
        raise Problem(text("problem-lab-plan"))
    extras.lab("pyarrow")
    with parts.plan_problems():
        from edokko.lab.data.plan import plan_of, read_plan

        resolved = read_plan(plan) if plan is not None else plan_of(fields)
        result = _play(resolved, Path(folder), workers, ray, settle)
        _show(result, as_json)


# --- the plan


def _fields(choices: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a plan from the options that were used."""
    used = {name: value for name, value in choices.items() if value is not None and value is not False and value != ()}
    overlays = dict(_named(text) for text in used.pop("overlays", ()))
    decisions = {name: used.pop(name) for name in ("share", "evaluator") if name in used}
    lists: dict[str, Any] = {
        name: _listed(used.pop(name)) for name in ("entries", "editions", "tables") if name in used
    }
    players = {"players": _numbers(used.pop("players"))} if "players" in used else {}
    nested = {"overlays": overlays, "decisions": decisions}
    return {**lists, **players, **used, **{name: value for name, value in nested.items() if value}}


def _listed(text: str) -> list[str] | str:
    names = [name.strip() for name in text.split(",")]
    return ALL if names == [ALL] else names


def _numbers(typed: str) -> list[int]:
    try:
        return [int(number) for number in typed.split(",")]
    except ValueError:
        raise Problem(text("problem-lab-players", players=repr(typed[:40]))) from None


def _named(typed: str) -> tuple[str, str]:
    """Split the name and the file of an overlay; a name without a file stands for the printed numbers."""
    name, equals, file = typed.partition("=")
    if not name or not equals:
        raise Problem(text("problem-lab-overlay", overlay=repr(typed[:40])))
    return name, file


# --- playing


@dataclass(frozen=True, slots=True)
class _Result:
    """What the command did: the run, the games that it played in how many seconds, and the contest if it was one."""

    job: GamesJob
    games: int
    seconds: float
    settle: float
    contest: Contest | None


def _play(plan: RunPlan, folder: Path, workers: int, ray: str | None, settle: float | None) -> _Result:
    from edokko.cli.progress import Progress
    from edokko.lab.data.contest import Contest
    from edokko.lab.data.run import GamesJob, run

    if ray is not None:
        extras.package("ray", "ray")
    job = GamesJob(plan, folder)
    layout = job.layout
    contest = None if settle is None else Contest(layout, folder, settle)
    job.begin()
    open_games = sum(layout.chunk(number).games for number in job.missing)
    began, games, done = perf_counter(), 0, layout.games - open_games
    with Progress(text("simulate-progress"), layout.games, logs=True) as progress:
        progress.at(done)
        with closing(run(plan, folder, workers=workers, ray=ray)) as reports:
            for report in reports if contest is None or contest.answer is None else ():
                games += report.games
                progress.at(done + games)
                if contest is not None:
                    contest.add(report)
                    if contest.answer is not None:
                        break
    return _Result(job, games, perf_counter() - began, settle or 0, contest)


# --- output


def _show(result: _Result, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_to_json(result)))
        return
    is_complete = not result.job.missing
    message = "lab-run-there" if not result.games else "lab-run-done" if is_complete else "lab-run-stopped"
    rate, whole = number(result.games / result.seconds), result.job.layout.games
    if result.games or is_complete:
        click.echo(text(message, folder=str(result.job.folder), all=whole, games=result.games, rate=rate))
    if result.contest is not None:
        _show_contest(result, result.contest)


def _show_contest(result: _Result, contest: Contest) -> None:
    click.echo(settled(contest.answer, result.job.plan.entries[0], result.settle, contest.games))
    for residual in contest.residuals():
        if residual.is_deviant:
            z = f"{residual.z:+.1f}"
            click.echo(text("lab-deviant", worker=residual.worker, blocks=residual.blocks, z=z), err=True)


def _to_json(result: _Result) -> dict[str, Any]:
    """Convert the result to JSON values."""
    layout, contest = result.job.layout, result.contest
    facts = {"plan": layout.plan.hash, "games": layout.games, "played": result.games, "chunks": layout.chunks}
    facts |= {"seconds": round(result.seconds, 3)}
    if contest is None:
        return facts
    settle = {"share": result.settle, "answer": contest.answer, "games": contest.games}
    return facts | {"settle": settle, "residuals": [asdict(residual) for residual in contest.residuals()]}
