"""``edokko lab report``: questions to a run or to recorded games, answered on one page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.laboratory import parts

if TYPE_CHECKING:
    from edokko.lab.report import Run, Section


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("report", help=catalogue.text("help-lab-report"), short_help=catalogue.text("help-lab-report-short"))
    @click.argument("run", metavar="RUN")
    @options.output(catalogue, "help-lab-report-output", "page")
    @click.option("--player", metavar="NAME", help=catalogue.text("help-lab-report-player"))
    @parts.force(catalogue)
    @parts.part(catalogue)
    @options.language(catalogue)
    def report(run: str, page: str, player: str | None, force: bool, **choice: Any) -> None:
        parts.require()
        from edokko.lab.report.page import heading_of, render

        path = parts.new_page(catalogue, page, replaces=force)
        with parts.problems(Path(run)), _opened(catalogue, Path(run), choice) as opened:
            sections = _answer(catalogue, opened, player)
            heading = replace(heading_of(opened.tables), headline=opened.headline)
            parts.write(path, render(heading, sections), replaces=force)
            _show(catalogue, path, opened, sections)

    return report


@contextmanager
def _opened(catalogue: Catalogue, path: Path, choice: dict[str, Any]) -> Iterator[Run]:
    """Open a run, or make a temporary one of a file of records."""
    from edokko.cli.progress import busy
    from edokko.lab.report import open_run

    if not path.is_file():
        yield open_run(path, **choice)
        return
    from edokko.lab.report.records import write_tables

    with TemporaryDirectory(prefix="edokko-report-") as folder:
        with busy(catalogue.text("simulate-progress")):
            unfinished = write_tables(path, Path(folder))
        if unfinished:
            click.echo(catalogue.text("lab-report-unfinished", count=unfinished), err=True)
        yield open_run(folder, **choice)


def _answer(catalogue: Catalogue, run: Run, player: str | None) -> list[Section]:
    from edokko.cli.progress import Progress
    from edokko.lab.report.run import SUBJECTS

    sections = [] if player is None else [run.profile(player)]
    with Progress(catalogue.text("lab-report-progress"), len(SUBJECTS)) as progress:
        for done, section in enumerate(run.sections(), 1):
            sections.append(section)
            progress.at(done)
    return sections


def _show(catalogue: Catalogue, path: Path, run: Run, sections: list[Section]) -> None:
    if run.headline:
        click.echo(run.headline)
    answered = sum(bool(section.figures) for section in sections)
    click.echo(catalogue.text("lab-report-written", questions=answered, games=run.tables.games, file=str(path)))
