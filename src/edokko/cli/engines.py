"""Compilation of what a command needs, before it begins, with a progress bar."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import click

from edokko.catalogue import Catalogue
from edokko.cli.problems import Problem, as_problem


def prepare_search(
    catalogue: Catalogue, is_plain: bool, more_families: Sequence[str] = ()
) -> Literal["compiled", "plain"]:
    """Compile the search and return the engine to search on; fall back to the plain engine if the compiler fails.

    Args:
        catalogue: the language of messages.
        is_plain: whether to use the plain engine without compiling.
        more_families: what the command needs besides the search.
    """
    from edokko.players.runtime.compiling import CompilingFailed

    if is_plain:
        return "plain"
    try:
        _compile(catalogue, ("search", "champion", *more_families))
    except CompilingFailed as error:
        click.echo(catalogue.text("compiling-failed", reason=str(error)), err=True)
        return "plain"
    return "compiled"


def compile_for(catalogue: Catalogue, families: Sequence[str]) -> None:
    """Compile and load families, so that the command's timings do not include compilation.

    Args:
        catalogue: the language of messages.
        families: names of :data:`edokko.players.runtime.families.FAMILIES`.

    Raises:
        Problem: the compiler has failed.
    """
    from edokko.players.runtime.compiling import CompilingFailed

    try:
        _compile(catalogue, families)
    except CompilingFailed as error:
        raise Problem(catalogue.text("problem-compiling", reason=str(error))) from None


def _compile(catalogue: Catalogue, families: Sequence[str]) -> None:
    from edokko.folders import NoHome
    from edokko.players.runtime.compiling import compile_all, missing
    from edokko.rules.engine.compiled import cache_folder, cache_path

    is_kept = not families or cache_folder() is not None
    if not is_kept:
        try:
            click.echo(catalogue.text("compiling-again", folder=str(cache_path().parent)), err=True)
        except NoHome as error:
            click.echo(as_problem(error, catalogue), err=True)
        _use_temporary_cache()
    missing_families = missing(families)
    if missing_families:
        compile_missing(catalogue, missing_families, "compiling" if is_kept else "compiling-for-now")
    compile_all(families)


def compile_missing(catalogue: Catalogue, families: Sequence[str], message: str = "compiling") -> int:
    """Compile families in parallel, and announce it in a sentence and, on a terminal, with a progress bar.

    Returns:
        The number of functions.

    Raises:
        CompilingFailed: a compiling process ended with an error.
    """
    from edokko.cli.progress import Progress
    from edokko.players.runtime.compiling import compile_in_parallel, count_functions

    total = count_functions(families)
    what = ", ".join(catalogue.text(f"family-{name}") for name in families)
    click.echo(catalogue.text(message, what=what, functions=total), err=True)
    with Progress(catalogue.text("compiling-progress"), total) as progress:
        compile_in_parallel(families, lambda done: progress.at(min(done, total)))
    return total


def _use_temporary_cache() -> None:
    """Use a temporary cache folder, shared with the compiling subprocesses and removed when this process ends."""
    from edokko.rules.engine.compiled import use_cache_in

    folder = Path(tempfile.mkdtemp(prefix="edokko-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    use_cache_in(folder)
