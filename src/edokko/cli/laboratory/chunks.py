"""``edokko lab chunks``: the numbers of the chunks that a run still lacks."""

from __future__ import annotations

from pathlib import Path

import click

from edokko import extras
from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.inputs import FileName
from edokko.cli.laboratory import plans


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("chunks", help=catalogue.text("help-lab-chunks"), short_help=catalogue.text("help-lab-chunks-short"))
    @click.argument("plan", metavar="PLAN", type=FileName(catalogue))
    @plans.folder(catalogue, required=False)
    @click.option("--count", is_flag=True, help=catalogue.text("help-lab-chunks-count"))
    @options.language(catalogue)
    def chunks(plan: str, folder: str | None, count: bool) -> None:
        extras.lab("pyarrow")
        from edokko.lab.data.files import missing
        from edokko.lab.data.plan import Layout, read_plan

        with plans.problems():
            layout = Layout(read_plan(plan))
        numbers = missing(Path(folder), layout) if folder else range(layout.chunks)
        click.echo(len(numbers) if count else "".join(f"{number}\n" for number in numbers), nl=count)

    return chunks
