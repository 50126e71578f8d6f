"""``edokko lab compare``: the differences between two runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.laboratory import parts
from edokko.cli.language import text
from edokko.cli.tables import number, print_table

COLUMNS = ("quantity", "first", "second", "difference", "effect", "games")


@click.command("compare", cls=Command, help="help-lab-compare", short_help="help-lab-compare-short")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@options.output("help-lab-compare-output", "page", is_required=False)
@parts.force
@parts.part
@option("--against", metavar="NAME", help="help-lab-compare-against")
def command(first: str, second: str, page: str | None, against: str | None, force: bool, **choice: Any) -> None:
    parts.require()
    path = parts.new_page(page, replaces=force) if page else None
    with parts.problems(Path(first), Path(second)):
        from edokko.lab.report import compare as comparison
        from edokko.lab.report.data import open_tables

        tables = open_tables(Path(first), **choice)
        other = choice["overlay"] if against is None else against
        others = open_tables(Path(second), tables.part.edition, tables.players, other)
        section = comparison.compare(tables, others)
    click.echo(section.answer)
    click.echo()
    titles = (text(f"lab-compare-{column}") for column in COLUMNS)
    print_table(titles, map(_cells, section.table("quantities").iter_rows(named=True)), folds=True)
    if path:
        from edokko.lab.report.page import Heading, render

        facts = (("first", f"{tables.folder.name}: {tables.part}"), ("second", f"{others.folder.name}: {others.part}"))
        parts.write(path, render(Heading(comparison.TITLE, facts), [section]), replaces=force)


def _cells(row: dict[str, Any]) -> list[str]:
    needed = row["games_needed"]
    return [
        row["quantity"],
        f"{row['first']:.2f}",
        f"{row['second']:.2f}",
        f"{row['difference']:+.2f} ±{(row['difference_high'] - row['difference_low']) / 2:.2f}",
        f"{row['effect']:+.3f}",
        "–" if needed in (float("inf"), None) or needed != needed else number(needed),
    ]
