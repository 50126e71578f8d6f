"""Compile what a command needs before it begins, with a progress bar."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import click

from edokko.catalogue import Catalogue
from edokko.cli.problems import Problem


def prepared(catalogue: Catalogue, is_plain: bool) -> Literal["compiled", "plain"]:
    """Have the search compiled, unless it is to run plain or the compiler fails here; return the engine to search on.

    Args:
        catalogue: the language.
        is_plain: whether to do without.
    """
    from edokko.players.compiling import CompilingFailed

    if is_plain:
        return "plain"
    try:
        _compile(catalogue, ("search",))
    except CompilingFailed as error:
        click.echo(catalogue.text("compiling-failed", reason=str(error)), err=True)
        return "plain"
    return "compiled"


def compile_for(catalogue: Catalogue, families: Sequence[str]) -> None:
    """Have machine code ready when this returns, so that a command can start its clock.

    Args:
        catalogue: the language.
        families: names of :data:`edokko.players.families.FAMILIES`.

    Raises:
        Problem: the compiler fails here.
    """
    from edokko.players.compiling import CompilingFailed

    try:
        _compile(catalogue, families)
    except CompilingFailed as error:
        raise Problem(catalogue.text("problem-compiling", reason=str(error))) from None


def _compile(catalogue: Catalogue, families: Sequence[str]) -> None:
    from edokko.players.compiling import compile_all, missing
    from edokko.rules.compiled import cache_folder, cache_path

    if families and cache_folder() is None:
        click.echo(catalogue.text("compiling-again", folder=str(cache_path().parent)), err=True)
        _use_temporary_cache()
    lacking = missing(families)
    if lacking:
        compile_missing(catalogue, lacking)
    compile_all(families)


def compile_missing(catalogue: Catalogue, families: Sequence[str]) -> int:
    """Compile families side by side, and say so: in a sentence and, on a terminal, with a progress bar.

    Returns:
        How many functions that were.

    Raises:
        CompilingFailed: a compiling process ended with an error.
    """
    from edokko.cli.progress import Progress
    from edokko.players.compiling import compile_side_by_side, count_functions

    total = count_functions(families)
    what = ", ".join(catalogue.text(f"family-{name}") for name in families)
    click.echo(catalogue.text("compiling", what=what, functions=total), err=True)
    with Progress(catalogue.text("compiling-progress"), total) as progress:
        compile_side_by_side(families, lambda done: progress.at(min(done, total)))
    return total


def _use_temporary_cache() -> None:
    """Let the processes that compile for this one leave the machine code in a folder that ends with it."""
    from edokko.rules.compiled import use_cache_in

    folder = Path(tempfile.mkdtemp(prefix="edokko-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    use_cache_in(folder)
