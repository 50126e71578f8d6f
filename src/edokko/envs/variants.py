"""Small variants for curricula and tabular work: the last months of a game, and few deals.

The rules do not change. A game of n months begins at month 13 - n with a fixed position, which ``starts.json`` has for
each edition and number of players, and ends and scores as always.
"""

from __future__ import annotations

import json
from importlib.resources import files

from edokko.components import Components
from edokko.position.engine import state_of
from edokko.position.model import Position
from edokko.rules.state import State
from edokko.rules.tables import tables_for
from edokko.whole import as_integer

MONTHS = (1, 3, 6)
WHOLE = 12
MOST_DEALS = 1 << 62


class Variant:
    """A variant of an environment.

    Args:
        months: 1, 3 or 6: how many months of the year are played; ``None`` or 12 for all.
        deals: how many games a seed has, by chance and by the opponents' draws, in every place of a vector alike; then
            the first one comes again. ``None`` for no limit.

    Raises:
        ValueError: an argument is invalid.
    """

    def __init__(self, months: int | None, deals: int | None) -> None:
        whole, number = as_integer(WHOLE if months is None else months), as_integer(0 if deals is None else deals)
        if whole not in (*MONTHS, WHOLE):
            raise ValueError(f"months: {months!r}; possible: {', '.join(map(str, (*MONTHS, WHOLE)))}")
        if number is None or not int(deals is not None) <= number <= MOST_DEALS:
            raise ValueError(f"deals: {deals!r} is not a whole number of at least 1")
        self.months, self.deals = whole, number

    def start(self, components: Components, players: int) -> State | None:
        """Return the position in which a game begins; ``None`` for its setup."""
        if self.months == WHOLE:
            return None
        lines = json.loads(files("edokko.envs").joinpath("starts.json").read_text(encoding="utf-8"))
        position = Position.from_line(lines[f"{components.edition} {players}"][str(self.months)])
        return state_of(components, tables_for(components, players), position)
