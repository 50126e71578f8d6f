"""``edokko lab``: runs of many games as tables, and questions to them."""

from __future__ import annotations

import click

from edokko.catalogue import Catalogue
from edokko.cli.group import LazyGroup

COMMANDS = (
    "run",
    "work",
    "chunks",
    "sql",
    "report",
    "compare",
    "calibrate",
)
"""The commands in the order of the help; each is ``command(catalogue)`` in its module of ``laboratory``."""


def command(catalogue: Catalogue) -> click.Group:
    """Return the command group in the catalogue's language."""
    return LazyGroup(
        catalogue,
        "lab",
        "edokko.cli.laboratory",
        COMMANDS,
        help=catalogue.text("help-lab"),
        short_help=catalogue.text("help-lab-short"),
    )
