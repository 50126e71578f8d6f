"""The simulations of searches whose positions are sampled."""

from __future__ import annotations

from typing import NamedTuple


class Budgets(NamedTuple):
    """The simulations that the tree holds at a decision, those of earlier decisions included, and how games finish."""

    month: int
    """At the first decision of a month."""
    between: int
    """At the other decisions."""
    finished: int = 0
    """How many games finish each position, an even number."""
    finishing: int = 0
    """At each decision of these games, 2 or more."""
