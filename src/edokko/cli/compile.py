"""``edokko compile``: prepare the machine code that other commands would compile when they need it."""

from __future__ import annotations

from time import perf_counter

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.problems import Problem


def command(catalogue: Catalogue) -> click.Command:
    """The command in one language."""

    @click.command("compile", help=catalogue.text("help-compile"), short_help=catalogue.text("help-compile-short"))
    @options.language(catalogue)
    def compile_() -> None:
        from edokko.cli.engines import compile_missing
        from edokko.players.compiling import CompilingFailed, missing
        from edokko.players.families import EVERYDAY
        from edokko.rules.compiled import cache_folder, cache_path

        folder = cache_folder()
        if folder is None:
            raise Problem(catalogue.text("problem-cache", folder=str(cache_path().parent)))
        lacking = missing(EVERYDAY)
        if not lacking:
            click.echo(catalogue.text("compile-there", folder=str(folder)))
            return
        began = perf_counter()
        try:
            functions = compile_missing(catalogue, lacking)
        except CompilingFailed as error:
            raise Problem(catalogue.text("problem-compiling", reason=str(error))) from None
        seconds = f"{perf_counter() - began:.1f}"
        click.echo(catalogue.text("compile-done", functions=functions, seconds=seconds, folder=str(folder)))

    return compile_
