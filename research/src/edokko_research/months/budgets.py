"""The simulations of searches whose positions are sampled."""

from __future__ import annotations

from typing import NamedTuple


class Budgets(NamedTuple):
    """The simulations that the tree holds at a decision, those of earlier decisions included."""

    month: int
    """At the first decision of a month."""
    between: int
    """At the other decisions."""
