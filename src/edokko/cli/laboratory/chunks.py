"""``edokko lab chunks``: the numbers of the chunks that a run still lacks."""

from __future__ import annotations

from pathlib import Path

import click

from edokko import extras
from edokko.cli.group import Command, option
from edokko.cli.inputs import FILE
from edokko.cli.laboratory import parts


@click.command("chunks", cls=Command, help="help-lab-chunks", short_help="help-lab-chunks-short")
@click.argument("plan", metavar="PLAN", type=FILE)
@parts.folder(required=False)
@option("--count", is_flag=True, help="help-lab-chunks-count")
def command(plan: str, folder: str | None, count: bool) -> None:
    extras.lab("pyarrow")
    from edokko.lab.data.plan import read_plan
    from edokko.lab.data.run import GamesJob

    with parts.plan_problems():
        job = GamesJob(read_plan(plan), Path(folder or ""))
    numbers = job.missing if folder else range(job.plan.chunks)
    click.echo(len(numbers) if count else "".join(f"{number}\n" for number in numbers), nl=count)
