"""``edokko-research benchmark``: rows of docs/build/benchmark.md of the package, and its tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from edokko.cli.evaluate import to_json
from edokko.cli.problems import Problem
from edokko.cli.progress import Progress
from edokko.lab.benchmark import GAMES, OPPONENTS, evaluate, games_of
from edokko_research.commands import options

ROOT = options.ROOT
DATA = ROOT / "docs" / "benchmark.json"
PAGE = ROOT.parent / "docs" / "build" / "benchmark.md"
FILE_FOLDER = re.compile(r"[^=:]*/")
"""The folder of a file in a player's name."""

Row = Mapping[str, Any]


@click.command(
    "benchmark",
    short_help="Play rows of the benchmark's table and write it.",
    help="Play the benchmark of `edokko evaluate` for each PLAYER, keep its results, and write the tables of "
    "docs/build/benchmark.md of the package. Without a player, only write the tables.",
)
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@options.workers("How many games to play side by side.")
@click.option("--data", type=options.FILE, default=DATA, help="The results; by default docs/benchmark.json.")
@click.option("--page", type=options.FILE, default=PAGE, help="The page.")
def command(players: tuple[str, ...], workers: int, data: Path, page: Path) -> None:
    rows = {row["player"]: row for row in json.loads(data.read_text(encoding="utf-8"))} if data.is_file() else {}
    for name in players:
        with Progress(name, games_of(name, OPPONENTS)) as progress, options.problems(ValueError):
            result = to_json(evaluate(name, workers=workers, progress=progress.at))
        result["player"] = FILE_FOLDER.sub("", name)
        rows[result["player"]] = result
        data.write_text(json.dumps(list(rows.values()), indent=1) + "\n", encoding="utf-8")
    page.write_text(rendered(page.read_text(encoding="utf-8"), list(rows.values())), encoding="utf-8")


def rendered(text: str, results: Sequence[Row]) -> str:
    """Return the page with its tables, the strongest player first.

    Raises:
        Problem: the page lacks a marker.
    """
    for players in GAMES:
        pattern = re.compile(rf"(<!-- benchmark: {players} -->\n).*?(<!-- end: {players} -->)", re.DOTALL)
        if len(pattern.findall(text)) != 1:
            raise Problem(f"the page needs one '<!-- benchmark: {players} -->' with '<!-- end: {players} -->' after it")
        table = "\n".join(_lines(players, results))
        text = pattern.sub(lambda match, table=table: f"{match[1]}\n{table}\n\n{match[2]}", text)  # type: ignore[misc]
    return text


def _lines(players: int, results: Sequence[Row]) -> Iterator[str]:
    yield _line(["player", *(f"{players - 1} `{name}`" for name in OPPONENTS), "lead over `planner`", "ms a decision"])
    yield _line(["---"] * (len(OPPONENTS) + 3))
    for result in sorted(results, key=lambda result: -_strength(result)):
        rows = {row["opponent"]: row for row in result["rows"] if row["players"] == players}
        lead = f"{rows['planner']['lead']:+.1f}" if "planner" in rows else "0"
        times = [row["milliseconds"] for row in rows.values() if row["milliseconds"] is not None]
        time = f"{max(times):.2g}" if times else ""
        yield _line([f"`{result['player']}`", *(_cell(rows.get(name)) for name in OPPONENTS), lead, time])


def _strength(result: Row) -> float:
    """Return the mean lead at four seats: what the tables are ordered by."""
    leads: dict[str, float] = {row["opponent"]: row["lead"] for row in result["rows"] if row["players"] == max(GAMES)}
    return sum(leads.get(name, 0.0) for name in OPPONENTS) / len(OPPONENTS)


def _cell(row: Row | None) -> str:
    if row is None:
        return "*even*"
    low, high = row["less_luck"]["win_share_interval"]
    share = round(100 * row["less_luck"]["win_share"], 1) + 0.0  # no negative zero
    return f"{share:.1f} ± {50 * (high - low):.1f}"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
