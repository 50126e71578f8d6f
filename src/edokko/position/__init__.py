"""A position: the complete state of a game as typed, immutable values, in the ids of the components.

A position converts to and from JSON and the engine's state, and its public part goes into the trace of a record. It
holds no hidden information: the deck is the set of cards still to come, and there is no random generator.
"""

from __future__ import annotations

from edokko.position.engine import position_of, state_of, trace_of
from edokko.position.line import is_line
from edokko.position.model import Position
from edokko.position.problems import PositionError
from edokko.position.values import FirePosition, PlayerPosition, RoomPosition
from edokko.rules.phases import STAGES

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
