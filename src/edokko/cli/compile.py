"""``edokko compile``: compile in advance what other commands would compile on demand."""

from __future__ import annotations

from time import perf_counter

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.problems import Problem


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("compile", help=catalogue.text("help-compile"), short_help=catalogue.text("help-compile-short"))
    @click.argument("names", metavar="[FAMILY]...", nargs=-1)
    @options.language(catalogue)
    def compile_(names: tuple[str, ...]) -> None:
        from edokko.cli.engines import compile_missing
        from edokko.players.runtime.compiling import CompilingFailed, missing
        from edokko.players.runtime.families import DEFAULT_FAMILIES, FAMILIES
        from edokko.rules.engine.compiled import cache_folder, cache_path

        unknown = next((name for name in names if name not in FAMILIES), None)
        if unknown is not None:
            raise Problem(catalogue.text("problem-family", family=unknown, families=", ".join(FAMILIES)))

        folder = cache_folder()
        if folder is None:
            raise Problem(catalogue.text("problem-cache", folder=str(cache_path().parent)))
        missing_families = missing(dict.fromkeys(names) or DEFAULT_FAMILIES)
        if not missing_families:
            click.echo(catalogue.text("compile-there", folder=str(folder)))
            return
        began = perf_counter()
        try:
            functions = compile_missing(catalogue, missing_families)
        except CompilingFailed as error:
            raise Problem(catalogue.text("problem-compiling", reason=str(error))) from None
        seconds = f"{perf_counter() - began:.1f}"
        click.echo(catalogue.text("compile-done", functions=functions, seconds=seconds, folder=str(folder)))

    return compile_
