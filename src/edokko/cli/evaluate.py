"""``edokko evaluate``: a player's row in the benchmark's table."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from edokko import __version__
from edokko.cli import options
from edokko.cli.arena import rounded, span
from edokko.cli.group import Command, option
from edokko.cli.language import text
from edokko.cli.problems import Problem
from edokko.cli.tables import number, print_facts, print_table

if TYPE_CHECKING:
    from edokko.lab.benchmark import Evaluation, Row


@click.command("evaluate", cls=Command, help="help-evaluate", short_help="help-evaluate-short")
@click.argument("player", metavar="PLAYER")
@option("--against", metavar="LIST", help="help-evaluate-against")
@options.workers("help-arena-workers")
@options.as_json
def command(player: str, against: str | None, workers: int, as_json: bool) -> None:
    from edokko.cli.progress import Progress
    from edokko.lab import benchmark
    from edokko.lab.workers import WorkerDied

    opponents = [name.strip() for name in against.split(",")] if against is not None else list(benchmark.OPPONENTS)
    for name in [*opponents, *([] if benchmark.SUFFIX in player else [player])]:
        options.check_player("--against" if name in opponents else "PLAYER", name)
    with Progress(text("arena-progress"), benchmark.games_of(player, opponents)) as progress:
        try:
            result = benchmark.evaluate(player, opponents, workers=workers, progress=progress.at)
        except (ValueError, WorkerDied) as error:
            raise Problem(str(error)) from None
    if as_json:
        click.echo(json.dumps(to_json(result)))
    else:
        _show(result)


def to_json(result: Evaluation) -> dict[str, Any]:
    """Convert an evaluation to JSON values."""
    import numpy as np

    from edokko.components import RULES_VERSION
    from edokko.lab.benchmark import EDITION, PROTOCOL, SEED

    versions = {"edokko": __version__, "rules": RULES_VERSION, "python": platform.python_version()}
    return {
        "protocol": PROTOCOL,
        "player": result.player,
        "edition": EDITION,
        "seed": SEED,
        "rows": [_row_as_json(row) for row in result.rows],
        "hash": result.digest,
        "cpu_seconds": round(result.cpu_seconds, 2),
        "seconds": round(result.seconds, 2),
        "versions": versions | {"numpy": np.__version__, "machine": platform.machine()},
    }


FIGURES = ("wins", "win_share", "win_share_interval", "mean_score", "mean_rank", "milliseconds", "less_luck")
"""What JSON has of a row beside its opponent, its games and the lead."""


def _row_as_json(row: Row) -> dict[str, Any]:
    own = asdict(row.standings.entries[0]) | {"lead": _lead(row)}
    figures = {name: rounded(own[name], name) for name in (*FIGURES, "lead")}
    return {"opponent": row.opponent, "players": row.players, "games": row.standings.games} | figures


def _lead(row: Row) -> float:
    """Return by how much the player's mean score is above that of its opponents, in IKI."""
    own, other = row.standings.entries
    return own.mean_score - other.mean_score


def _show(result: Evaluation) -> None:
    facts = (("simulate-player", result.player), ("evaluate-cpu", number(result.cpu_seconds, 1)))
    print_facts((text(message), value) for message, value in (*facts, ("evaluate-hash", result.digest[:16])))
    click.echo()
    columns = ("evaluate-opponents", "arena-share", "arena-interval", "arena-less-luck", "arena-interval")
    titles = [text(column) for column in (*columns, "evaluate-lead", "arena-milliseconds")]
    print_table(titles, map(_row, result.rows), whole=range(len(titles)))


def _row(row: Row) -> list[str]:
    own = row.standings.entries[0]
    shares = [f"{100 * own.win_share:.1f} %", span(own.win_share_interval, 100)]
    if own.less_luck is not None:
        shares += [f"{span((own.less_luck.win_share,), 100)} %", span(own.less_luck.win_share_interval, 100)]
    time = "–" if own.milliseconds is None else number(own.milliseconds, 2)
    return [f"{row.players - 1} × {row.opponent}", *shares, f"{_lead(row):+.1f}", time]
