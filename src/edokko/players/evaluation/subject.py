"""The subject of an evaluation: one seat in one position, with all that the evaluation looks up."""

from __future__ import annotations

from typing import NamedTuple

from edokko.players.evaluation.worth import Worths
from edokko.rules.state import State
from edokko.rules.tables import Tables


class Subject(NamedTuple):
    """One seat in one position."""

    tables: Tables
    worths: Worths
    """The worths of the position's period."""
    state: State
    seat: int
    counts: int
    """The seat's types, packed (:mod:`edokko.rules.types`)."""
