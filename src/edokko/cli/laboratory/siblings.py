"""``edokko lab siblings``: many decisions with few playouts of each candidate, to train on."""

from __future__ import annotations

import click

from edokko.catalogue import Catalogue
from edokko.cli.laboratory import samples

SIZES = samples.Sizes(decisions=10_000, candidates=6, playouts=24)


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""
    return samples.command(catalogue, "siblings", "training", SIZES)
