"""The results of a finished game: the place of each seat, and the characters that it has hired."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection

from edokko.server.store import rows as store
from edokko.server.store.ratings import Finish
from edokko.table.rows import effective_rows
from edokko.table.views.live_table import LiveTable


def finishes_of(live_table: LiveTable) -> list[Finish]:
    """Return the results of the seats, by place."""
    sheets = live_table.match.game.score()
    return [
        Finish(live_table.seats[seat], place, sheets[seat].total)
        for place, seat in enumerate(live_table.match.game.ranking, 1)
    ]


def hires_of(connection: Connection, table: str) -> dict[int, Counter[str]]:
    """Return the characters that each seat has hired."""
    hires: dict[int, Counter[str]] = {}
    for row in effective_rows(store.rows_of(connection, table)):
        kind, _, card = row.text.partition(" ")
        if row.kind == "move" and kind == "hire" and row.seat is not None:
            hires.setdefault(row.seat, Counter())[card] += 1
    return hires
