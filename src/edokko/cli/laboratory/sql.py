"""``edokko lab sql``: a question to the tables of a run in SQL."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import click

from edokko import extras
from edokko.cli.group import Command, option
from edokko.cli.laboratory import parts
from edokko.cli.language import text
from edokko.cli.problems import Problem
from edokko.cli.tables import print_table

MOST_SHOWN = 1000
"""The rows of the table for people; ``--csv`` has all."""


@click.command("sql", cls=Command, help="help-lab-sql", short_help="help-lab-sql-short")
@click.argument("run", metavar="RUN")
@click.argument("query", metavar="[QUERY]", default="")
@option("--csv", "as_csv", is_flag=True, help="help-lab-csv")
def command(run: str, query: str, as_csv: bool) -> None:
    extras.lab("duckdb")
    from edokko.lab.data.files import check_files
    from edokko.lab.data.sql import NO_STATEMENT, connect, views

    with parts.plan_problems():
        try:
            connection = connect(run)
            if not query:
                _show(["view", ""], [(view.name, view.meaning) for view in views()])
                return
            result = connection.execute(query)
            if result is None:
                raise Problem(text("problem-lab-sql", reason=NO_STATEMENT))
            names = [column[0] for column in result.description or ()]
            rows = result.fetchall() if as_csv else result.fetchmany(MOST_SHOWN + 1)
        except extras.lab("duckdb").Error as error:
            check_files(Path(run), has_all_columns=True)
            raise Problem(text("problem-lab-sql", reason=str(error).splitlines()[0])) from None
    if as_csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([names, *rows])
        return
    _show(names, rows[:MOST_SHOWN])
    if len(rows) > MOST_SHOWN:
        click.echo(text("lab-sql-more", rows=str(MOST_SHOWN)), err=True)


def _show(names: list[str], rows: list[tuple[Any, ...]]) -> None:
    left = [place for place in range(len(names)) if not (rows and isinstance(rows[0][place], int | float))]
    print_table(names, (map(_cell, row) for row in rows), left=left, folds=True)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"
    return "" if value is None else str(value)
