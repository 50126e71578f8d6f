"""Undo of a decision: within the seat's own turn, as long as it has revealed nothing."""

from __future__ import annotations

from dataclasses import dataclass

from edokko.game import Game
from edokko.rules.moves import DONE

REVEALING = {"revealed", "slot_closed", "building_offered", "fire_broke_out"}
"""The kind of event of each kind of chance outcome. It reveals something that an undo could not hide again.

A review has another list, ``CHANCE_EVENTS``: it also shows what a fire did, and nothing of the setup.
"""


@dataclass(frozen=True, slots=True)
class Undo:
    """The number of moves to undo, or the reason why undo is impossible."""

    moves: int = 0
    reason: str = ""
    """The message id of the reason."""
    mover: int | None = None
    """The seat that has moved last, if that is the reason."""


def possible_undo(game: Game) -> Undo:
    """Count the moves back to the deciding seat's last real choice.

    Forced moves are not choices, so they are undone together with the one before.
    """
    seat = game.seat
    replay = game.copy()
    count = 0
    while replay.ply:
        kinds = {event.kind for event in replay.last_events}
        move = replay.undo()
        count += 1
        if replay.seat != seat:
            return Undo(reason="undo-other-moved", mover=replay.seat)
        if kinds & REVEALING:
            return Undo(reason="undo-chance")
        if "turn_began" in kinds or move.number == DONE:
            return Undo(reason="undo-turn")
        if len(replay.legal_moves) > 1:
            return Undo(count)
    return Undo(reason="undo-nothing")
