"""``edokko lab decisions``: held-out decisions with many playouts of each candidate, to judge players by."""

from __future__ import annotations

import click

from edokko.catalogue import Catalogue
from edokko_research.commands import samples

SIZES = samples.Sizes(decisions=2000, candidates=8, playouts=1000)


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""
    return samples.command(catalogue, "decisions", "benchmark", SIZES)
