"""Taking a decision back: within one's turn, as long as nobody has learned anything by it."""

from __future__ import annotations

from dataclasses import dataclass

from edokko.game import Game
from edokko.rules.moves import DONE

REVEALING = {"revealed", "slot_closed", "building_offered", "fire_broke_out"}
"""Events that chance has brought: what has been seen cannot be unseen."""


@dataclass(frozen=True, slots=True)
class Undo:
    """How many moves go back, or why none does."""

    moves: int = 0
    reason: str = ""
    """The id of the message that says why not."""
    mover: int | None = None
    """Who has moved last, where that is the reason."""


def possible_undo(game: Game) -> Undo:
    """How many moves lead back to the deciding seat's last real choice.

    Moves with a single legal answer are no choices, they go back together with the one before.
    """
    seat = game.seat
    back = game.copy()
    count = 0
    while back.ply:
        happened = {event.kind for event in back.last_events}
        move = back.undo()
        count += 1
        if back.seat != seat:
            return Undo(reason="undo-other-moved", mover=back.seat)
        if happened & REVEALING:
            return Undo(reason="undo-chance")
        if "turn_began" in happened or move.number == DONE:
            return Undo(reason="undo-turn")
        if len(back.legal_moves) > 1:
            return Undo(count)
    return Undo(reason="undo-nothing")
