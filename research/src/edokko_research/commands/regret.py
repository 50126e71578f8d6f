"""``edokko-research regret``: how much players lose at the decisions of a sample."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.cli.tables import print_table
from edokko_research.commands import options

if TYPE_CHECKING:
    from edokko_research.decisions.agreement import Agreement
    from edokko_research.decisions.cases import Case
    from edokko_research.decisions.intervals import Estimate
    from edokko_research.decisions.regret import Judged, Line
    from edokko_research.decisions.valuers import Valuer

COLUMNS = ("player", "decisions", "loss, IKI", "loss, % of wins", "gain, IKI", "as good as best, %")
NOTES = """\
Loss: to the best candidate. Gain: over the average candidate. ±: 95 %, over games. half: the best candidate by half \
of the playouts, judged by the other half."""
PERCENT = 100


@click.command(
    "regret",
    short_help="Measure how much players lose at the decisions of a benchmark.",
    help="Measure how much each PLAYER loses at the decisions in the folder OUT, which `edokko-research decisions` "
    "made.\n\nA PLAYER is the name of a computer player, or a value without a player: evaluation, outlook, playouts:16 "
    "(playouts of two months with the outlook, as the search scores a position), or file:OUT (the results of another "
    "benchmark with the same decisions).",
)
@click.argument("folder", metavar="OUT", type=options.FILE)
@click.argument("names", metavar="PLAYER...", nargs=-1, required=True)
@click.option("--sample", type=options.COUNT, metavar="N", help="Use the first N decisions only.")
@options.seed("Fix the chance in the players' choices.")
@click.option("--json", "as_json", is_flag=True, help="Print only JSON.")
def command(folder: Path, names: tuple[str, ...], sample: int | None, seed: int, as_json: bool) -> None:
    from edokko_research.decisions.valuers import UnknownValuer

    with options.problems(UnknownValuer):
        _regret(folder, names, sample, seed, as_json)


def _regret(folder: Path, names: Sequence[str], sample: int | None, seed: int, as_json: bool) -> None:
    from edokko_research.decisions.cases import read_cases
    from edokko_research.decisions.regret import judge_half
    from edokko_research.decisions.valuers import valuer

    valuers = [valuer(name, seed) for name in names]
    cases = read_cases(folder, sample)
    results = [*(_judge(cases, each) for each in valuers), judge_half(cases)]
    agreements = list(_agreements(cases, valuers))
    if as_json:
        click.echo(json.dumps(_to_json(cases, results, agreements)))
        return
    _show_summary(cases, results)
    _show_groups(cases, results)
    for name, agreement in agreements:
        _show_agreement(name, agreement)


def _judge(cases: Sequence[Case], player: Valuer) -> Judged:
    from edokko.cli.progress import Progress
    from edokko_research.decisions.regret import judge

    with Progress(player.name, len(cases)) as progress:
        return judge(cases, player, progress.at)


def _agreements(cases: Sequence[Case], valuers: Sequence[Valuer]) -> Iterator[tuple[str, Agreement]]:
    """Yield the agreement with each other sample, and before them that of the halves of this one."""
    from edokko_research.decisions.agreement import agreement, agreement_of_halves
    from edokko_research.decisions.regret import HALF
    from edokko_research.decisions.valuers import SampleValuer

    others = [each for each in valuers if isinstance(each, SampleValuer)]
    for other in others:
        found = agreement(cases, other.cases)
        if found:
            shared = [case for case in cases if case.decision in other.cases]
            yield HALF, agreement_of_halves(shared)
            yield other.name, found


# --- output


def _show_summary(cases: Sequence[Case], results: Sequence[Judged]) -> None:
    from edokko_research.decisions.regret import summary

    games = len({case.game for case in cases})
    click.echo(f"{len(cases)} decisions of {games} games")
    for as_played in (False, True):
        click.echo()
        click.echo("Each kind of decision as often as it occurs in games" if as_played else "All decisions alike")
        lines = (summary(cases, each, as_played=as_played) for each in results)
        print_table(COLUMNS, map(_row, lines), folds=True)
    click.echo()
    click.echo(NOTES)


def _row(line: Line) -> list[str]:
    return [
        line.name,
        str(line.decisions),
        _number(line.loss, 2),
        _number(line.win_loss, 1, PERCENT),
        _number(line.gain, 2),
        f"{PERCENT * line.equal:.0f}" if not isnan(line.equal) else "–",
    ]


def _show_groups(cases: Sequence[Case], results: Sequence[Judged]) -> None:
    """Show the mean loss in IKI, a player a column."""
    from edokko_research.decisions.regret import GROUPS, by_group

    for group in GROUPS:
        columns = [dict(by_group(cases, each, group)) for each in results]
        rows = [
            [value, str(line.decisions), *(_number(column[value].loss, 2) for column in columns)]
            for value, line in columns[-1].items()
        ]
        click.echo()
        title = "loss in IKI by kind" if group == "kind" else f"by {group}"
        print_table([title, "decisions", *(each.name for each in results)], rows, folds=True)


def _show_agreement(name: str, agreement: Agreement) -> None:
    correlation = "–" if isnan(agreement.correlation) else f"{agreement.correlation:.2f}"
    same, equal = (f"{PERCENT * share:.0f} %" for share in (agreement.same_best, agreement.equal_best))
    click.echo()
    click.echo(
        f"{name}: rank correlation {correlation}, the same best move in {same}, an equally good one in {equal} of "
        f"{agreement.decisions} decisions"
    )


def _number(estimate: Estimate, digits: int, factor: float = 1) -> str:
    if isnan(estimate.mean):
        return "–"
    error = "" if isnan(estimate.error) else f" ±{factor * estimate.error:.{digits}f}"
    return f"{factor * estimate.mean:.{digits}f}{error}"


def _to_json(cases: Sequence[Case], results: Sequence[Judged], agreements: Sequence[tuple[str, Agreement]]) -> Any:
    """Convert the result to JSON values; what is not known is ``null``."""
    from edokko.lab.intervals import map_floats
    from edokko_research.decisions.regret import ALL, AS_PLAYED, GROUPS, by_group, summary

    return map_floats(
        {
            "decisions": len(cases),
            "games": len({case.game for case in cases}),
            ALL: [asdict(summary(cases, each)) for each in results],
            AS_PLAYED: [asdict(summary(cases, each, as_played=True)) for each in results],
            "by": {
                group: [
                    {"value": value, **asdict(line)} for each in results for value, line in by_group(cases, each, group)
                ]
                for group in GROUPS
            },
            "agreements": [{"name": name, **asdict(agreement)} for name, agreement in agreements],
        },
        lambda number: None if isnan(number) else number,
    )
