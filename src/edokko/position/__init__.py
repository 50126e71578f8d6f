"""A position: the whole state of a game as typed, frozen values, in the ids of the components.

It goes to JSON and back, to the engine's state and back, and, its public part, into the trace of a record. Nothing
hidden is in it: the deck is the set of cards still to come, and no generator of chance is kept.
"""

from __future__ import annotations

from edokko.position.engine import position_of, state_of, trace_of
from edokko.position.form import STAGES
from edokko.position.line import is_line
from edokko.position.model import FirePosition, PlayerPosition, Position, RoomPosition
from edokko.position.problems import PositionError

__all__ = [
    "STAGES",
    "FirePosition",
    "PlayerPosition",
    "Position",
    "PositionError",
    "RoomPosition",
    "is_line",
    "position_of",
    "state_of",
    "trace_of",
]
