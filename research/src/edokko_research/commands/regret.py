"""``edokko lab regret``: how much players lose at the decisions of a sample."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.inputs import FileName
from edokko.cli.laboratory import plans
from edokko.cli.problems import Problem
from edokko.cli.tables import print_table

if TYPE_CHECKING:
    from edokko_research.decisions.agreement import Agreement
    from edokko_research.decisions.cases import Case
    from edokko_research.decisions.regret import Judged, Line
    from edokko_research.decisions.valuers import Valuer
    from edokko.lab.intervals import Estimate

COLUMNS = ("player", "decisions", "loss", "win-loss", "gain", "equal")
PERCENT = 100


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("regret", help=catalogue.text("help-lab-regret"), short_help=catalogue.text("help-lab-regret-short"))
    @click.argument("folder", metavar="OUT", type=FileName(catalogue))
    @click.argument("names", metavar="PLAYER...", nargs=-1, required=True)
    @options.count(catalogue, "--sample", "help-lab-regret-sample", None)
    @options.seed(catalogue, "help-lab-regret-seed")
    @options.as_json(catalogue)
    @options.language(catalogue)
    def regret(folder: str, names: tuple[str, ...], sample: int | None, seed: int | None, as_json: bool) -> None:
        with plans.problems():
            _regret(catalogue, Path(folder), names, sample, seed or 0, as_json)

    return regret


def _regret(
    catalogue: Catalogue, folder: Path, names: Sequence[str], sample: int | None, seed: int, as_json: bool
) -> None:
    from edokko_research.decisions.cases import read_cases
    from edokko_research.decisions.regret import judge_half
    from edokko_research.decisions.valuers import UnknownValuer, valuer

    try:
        valuers = [valuer(name, seed) for name in names]
    except UnknownValuer as error:
        raise Problem(str(error)) from None
    cases = read_cases(folder, sample)
    results = [*(_judge(catalogue, cases, each) for each in valuers), judge_half(cases)]
    agreements = list(_agreements(cases, valuers))
    if as_json:
        click.echo(json.dumps(_to_json(cases, results, agreements)))
        return
    _show_summary(catalogue, cases, results)
    _show_groups(catalogue, cases, results)
    for name, agreement in agreements:
        _show_agreement(catalogue, name, agreement)


def _judge(catalogue: Catalogue, cases: Sequence[Case], player: Valuer) -> Judged:
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


def _show_summary(catalogue: Catalogue, cases: Sequence[Case], results: Sequence[Judged]) -> None:
    from edokko_research.decisions.regret import summary

    games = len({case.game for case in cases})
    click.echo(catalogue.text("lab-regret-cases", decisions=len(cases), games=games))
    titles = [catalogue.text(f"lab-regret-{name}") for name in COLUMNS]
    for as_played in (False, True):
        click.echo()
        click.echo(catalogue.text("lab-regret-as-played" if as_played else "lab-regret-all"))
        lines = (summary(cases, each, as_played=as_played) for each in results)
        print_table(titles, map(_row, lines), folds=True)
    click.echo()
    click.echo(catalogue.text("lab-regret-notes"))


def _row(line: Line) -> list[str]:
    return [
        line.name,
        str(line.decisions),
        _number(line.loss, 2),
        _number(line.win_loss, 1, PERCENT),
        _number(line.gain, 2),
        f"{PERCENT * line.equal:.0f}" if not isnan(line.equal) else "–",
    ]


def _show_groups(catalogue: Catalogue, cases: Sequence[Case], results: Sequence[Judged]) -> None:
    """Show the mean loss in IKI, a player a column."""
    from edokko_research.decisions.regret import GROUPS, by_group

    for group in GROUPS:
        columns = [dict(by_group(cases, each, group)) for each in results]
        rows = [
            [value, str(line.decisions), *(_number(column[value].loss, 2) for column in columns)]
            for value, line in columns[-1].items()
        ]
        click.echo()
        title, count = (catalogue.text(f"lab-regret-{name}") for name in (f"by-{group}", "decisions"))
        print_table([title, count, *(each.name for each in results)], rows, folds=True)


def _show_agreement(catalogue: Catalogue, name: str, agreement: Agreement) -> None:
    click.echo()
    click.echo(
        catalogue.text(
            "lab-regret-agreement",
            name=name,
            decisions=agreement.decisions,
            correlation="–" if isnan(agreement.correlation) else f"{agreement.correlation:.2f}",
            same=f"{PERCENT * agreement.same_best:.0f}",
            equal=f"{PERCENT * agreement.equal_best:.0f}",
        )
    )


def _number(estimate: Estimate, digits: int, factor: float = 1) -> str:
    if isnan(estimate.mean):
        return "–"
    error = "" if isnan(estimate.error) else f" ±{factor * estimate.error:.{digits}f}"
    return f"{factor * estimate.mean:.{digits}f}{error}"


def _to_json(cases: Sequence[Case], results: Sequence[Judged], agreements: Sequence[tuple[str, Agreement]]) -> Any:
    """Convert the result to JSON values; what is not known is ``null``."""
    from edokko_research.decisions.regret import ALL, AS_PLAYED, GROUPS, by_group, summary
    from edokko.lab.floats import map_floats

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
