"""``edokko lab work``: play one chunk of a plan, for schedulers of any kind."""

from __future__ import annotations

import json
from pathlib import Path

import click

from edokko import extras
from edokko.cli.group import Command, option
from edokko.cli.inputs import FILE
from edokko.cli.laboratory import parts
from edokko.cli.language import text


@click.command("work", cls=Command, help="help-lab-work", short_help="help-lab-work-short")
@click.argument("plan", metavar="PLAN", type=FILE)
@option("--chunk", type=int, required=True, metavar="K", help="help-lab-work-chunk")
@parts.folder()
def command(plan: str, chunk: int, folder: str) -> None:
    extras.lab("pyarrow")
    from edokko.lab.data.plan import read_plan
    from edokko.lab.data.run import GamesJob

    with parts.plan_problems():
        job = GamesJob(read_plan(plan), Path(folder))
        job.layout.chunk(chunk)
        job.begin()
        if job.is_done(chunk):
            click.echo(text("lab-work-there", chunk=chunk), err=True)
            return
        report = job.work(chunk)
        click.echo(json.dumps({"chunk": report.chunk, "games": report.games, "rows": report.rows}))
