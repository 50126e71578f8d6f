"""What the commands of the lab share: options that name a run or a part of it, pages, and errors as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from edokko import extras
from edokko.cli import options
from edokko.cli.group import option
from edokko.cli.language import text
from edokko.cli.problems import Problem

PAGE = ".html"


force = option("--force", is_flag=True, help="help-lab-force")
"""The option ``--force``, which lets a command replace the file that it writes."""


def part(function: Any) -> Any:
    """Add the options ``--edition``, ``--players`` and ``--overlay``, which choose a part of a run."""
    function = option("--overlay", metavar="NAME", help="help-lab-part-overlay")(function)
    function = options.players("help-lab-part-players")(function)
    return option("--edition", type=click.Choice(options.EDITIONS), help="help-lab-part-edition")(function)


def folder(*, required: bool = True) -> options.Option:
    """Return the option ``-o``, the folder of a run."""
    return options.output("help-lab-output", "folder", is_required=required, metavar="RUN")


def require() -> None:
    """Check first that the packages of reports are there. Raises ``edokko.extras.MissingExtra`` if one is missing."""
    extras.lab("pyarrow")  # the laboratory itself needs less, and would name a smaller extra
    import_module("edokko.lab.report")


def new_page(name: str, *, replaces: bool = False) -> Path:
    """Return the path of a page to write.

    Raises:
        Problem: it exists and must not be replaced, its folder does not, or its name does not end in ``.html``.
    """
    path = options.new_file(name, "problem-lab-page-exists", replaces=replaces)
    if path.suffix.lower() != PAGE:
        raise Problem(text("problem-lab-page", file=name))
    return path


def write(path: Path, text: str, *, replaces: bool = False) -> None:
    """Write a file, which must be new unless it is replaced."""
    from edokko.records.file import errors_naming

    with errors_naming(path), path.open("w" if replaces else "x", encoding="utf-8") as file:
        file.write(text)


@contextmanager
def problems(*runs: Path) -> Iterator[None]:
    """Turn the errors of runs, records and profiles into sentences; the files of the runs may be broken."""
    from polars.exceptions import PolarsError

    from edokko.lab.data.files import check_files
    from edokko.lab.data.plan_form import PlanError
    from edokko.lab.report.data import NotARun
    from edokko.lab.report.records import NoGames
    from edokko.lab.report.subjects.profile import NoSuchPlayer
    from edokko.records.record import RecordError

    try:
        yield
    except (NotARun, NoGames, NoSuchPlayer, RecordError) as error:
        raise Problem(str(error)) from None
    except PolarsError:
        try:
            for run in runs:
                check_files(run, has_all_columns=True)
        except PlanError as error:
            raise Problem(str(error)) from None
        raise


@contextmanager
def plan_problems() -> Iterator[None]:
    """Turn the errors of plans, clusters and worker processes into sentences."""
    from edokko.lab.data.plan_form import PlanError
    from edokko.lab.workers import ClusterError, WorkerDied

    try:
        yield
    except (ClusterError, PlanError, WorkerDied) as error:
        raise Problem(str(error)) from None
