"""The entries of a table's log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from edokko.events import Event


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Step:
    """An entry of the log with its events."""

    # The setup, a move, an undo, a seat handed to a computer player, or chance that the client has supplied after its
    # move, in a line of play.
    kind: Literal["setup", "move", "undo", "seat", "chance"]
    ply: int  # the ply before the step; for ``undo`` the ply after it
    seat: int | None = None  # the seat of the move, of the undo, or the seat handed over
    move: str | None = None  # the words of the move or of the chance; for ``seat`` the new player: ``bot:<level>``
    month: int = 0  # the month of the step
    events: Sequence[Event] = ()  # of a move and of the chance after it; of the setup
    undone: int = 0  # for ``undo``: the number of moves that were taken back
    reason: Literal["time"] | None = None  # for ``seat``: ``time`` after a timeout; ``None`` on a player's request
