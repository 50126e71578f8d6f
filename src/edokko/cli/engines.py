"""Which engine a command searches on: it waits for the compiler, and says so where that takes long."""

from __future__ import annotations

from typing import Literal

import click

from edokko.catalogue import Catalogue

PATIENCE = 3.0
"""Seconds after which it is said what everybody is waiting for; what was compiled before is there sooner."""


def prepared(catalogue: Catalogue, is_plain: bool) -> Literal["compiled", "plain"]:
    """Have the search compiled, unless it is to run plain or nothing can be compiled here.

    Args:
        catalogue: the language.
        is_plain: whether to do without.
    """
    if is_plain:
        return "plain"
    from edokko.players import ready

    if not ready.wait(PATIENCE):
        click.echo(catalogue.text("search-compiling"), err=True)
    return "compiled" if ready.wait() else "plain"
