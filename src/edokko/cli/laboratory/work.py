"""``edokko lab work``: play one chunk of a plan, for schedulers of any kind."""

from __future__ import annotations

import json
from pathlib import Path

import click

from edokko import extras
from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.inputs import FileName
from edokko.cli.laboratory import plans


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("work", help=catalogue.text("help-lab-work"), short_help=catalogue.text("help-lab-work-short"))
    @click.argument("plan", metavar="PLAN", type=FileName(catalogue))
    @click.option("--chunk", type=int, required=True, metavar="K", help=catalogue.text("help-lab-work-chunk"))
    @plans.folder(catalogue)
    @options.language(catalogue)
    def work(plan: str, chunk: int, folder: str) -> None:
        extras.lab("pyarrow")
        from edokko.lab.data.files import is_done, save_plan
        from edokko.lab.data.plan import Layout, read_plan
        from edokko.lab.data.play import work as play

        with plans.problems():
            layout = Layout(read_plan(plan))
            layout.chunk(chunk)
            save_plan(Path(folder), layout.plan)
            if is_done(Path(folder), layout, chunk):
                click.echo(catalogue.text("lab-work-there", chunk=chunk), err=True)
                return
            report = play(layout, chunk, Path(folder))
            click.echo(json.dumps({"chunk": report.chunk, "games": report.games, "rows": report.rows}))

    return work
