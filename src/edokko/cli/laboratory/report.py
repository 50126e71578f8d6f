"""``edokko lab report``: questions to a run or to recorded games, answered on one page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from edokko.cli import options
from edokko.cli.group import Command, option
from edokko.cli.laboratory import parts
from edokko.cli.language import text

if TYPE_CHECKING:
    from edokko.lab.report import Run, Section


@click.command("report", cls=Command, help="help-lab-report", short_help="help-lab-report-short")
@click.argument("run", metavar="RUN")
@options.output("help-lab-report-output", "page")
@option("--player", metavar="NAME", help="help-lab-report-player")
@parts.force
@parts.part
def command(run: str, page: str, player: str | None, force: bool, **choice: Any) -> None:
    parts.require()
    from edokko.lab.report.page import heading_of, render

    path = parts.new_page(page, replaces=force)
    with parts.problems(Path(run)), _opened(Path(run), choice) as opened:
        sections = _answer(opened, player)
        heading = replace(heading_of(opened.tables), headline=opened.headline)
        parts.write(path, render(heading, sections), replaces=force)
        if opened.headline:
            click.echo(opened.headline)
        answered = sum(bool(section.figures) for section in sections)
        click.echo(text("lab-report-written", questions=answered, games=opened.tables.games, file=str(path)))


@contextmanager
def _opened(path: Path, choice: dict[str, Any]) -> Iterator[Run]:
    """Open a run, or make a temporary one of a file of records."""
    from edokko.cli.progress import busy
    from edokko.lab.report import open_run

    if not path.is_file():
        yield open_run(path, **choice)
        return
    from edokko.lab.report.records import write_tables

    with TemporaryDirectory(prefix="edokko-report-") as folder:
        with busy(text("simulate-progress")):
            unfinished = write_tables(path, Path(folder))
        if unfinished:
            click.echo(text("lab-report-unfinished", count=unfinished), err=True)
        yield open_run(folder, **choice)


def _answer(run: Run, player: str | None) -> list[Section]:
    from edokko.cli.progress import Progress
    from edokko.lab.report.run import SUBJECTS

    sections = [] if player is None else [run.profile(player)]
    with Progress(text("lab-report-progress"), len(SUBJECTS)) as progress:
        for done, section in enumerate(run.sections(), 1):
            sections.append(section)
            progress.at(done)
    return sections
