"""``edokko build-site``: the table as a folder for any static host, which needs no server."""

from __future__ import annotations

from pathlib import Path

import click

from edokko.cli.group import Command, option
from edokko.cli.language import text
from edokko.cli.problems import Problem, reason_of

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command("build-site", cls=Command, help="help-site", short_help="help-site-short")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@option("--pyodide", metavar="DIR", type=FOLDER, help="help-site-pyodide")
def command(folder: Path, pyodide: Path | None) -> None:
    from edokko.browser.building import SiteError, build

    try:
        sizes = build(folder, pyodide)
    except SiteError as error:
        raise Problem(text(error.message, **error.arguments)) from None
    except OSError as error:
        raise Problem(text("problem-site-write", folder=str(folder), reason=reason_of(error))) from None
    megabytes = {name: f"{size / 1e6:.1f}" for name, size in sizes.items()}
    megabytes["first"] = f"{sum(size for name, size in sizes.items() if name != 'later') / 1e6:.1f}"
    click.echo(text("site-built", folder=str(folder), **megabytes))
