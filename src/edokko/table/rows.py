"""The rows of a table: its history, which a store keeps and from which everything else derives."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

DECISIONS = ("start", "move", "undo")
"""Kinds of rows that change the game."""
HANDED_OVER = ("bot", "time")
"""Kinds of rows that hand a seat to a computer player: by a request, or because its time ran out."""

TERMS = "terms"
"""The kind of a row that changes the edition, the pace, the clock and the chat before the game."""


class Row(Struct, frozen=True, gc=False):
    """An event at a table, as a store keeps it (:class:`edokko.server.store.models.Row` has the columns)."""

    row: int
    kind: str
    ply: int = 0
    seat: int | None = None
    text: str = ""
    chance: tuple[str, ...] = ()
    batch: int = 0
    guest: str | None = None
    request: str | None = None
    time: float = 0.0


def effective_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without undos and the moves that they took back."""
    effective: list[Row] = []
    for row in rows:
        if row.kind != "undo":
            effective.append(row)
            continue
        remaining = int(row.text)
        while remaining:
            for place in range(len(effective) - 1, -1, -1):
                if effective[place].kind == "move":
                    del effective[place]
                    remaining -= 1
                    break
    return effective
