"""The spaces of one decision: the same for every number of players and edition."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from edokko.observation.encoder import CELLS
from edokko.rules.moves import MOVES


def action_space() -> spaces.Discrete:
    """Return the space of move numbers."""
    return spaces.Discrete(MOVES)


def observation_space() -> spaces.Dict:
    """Return the space of the observation and the mask of legal moves."""
    limits = np.iinfo(np.int8)
    return spaces.Dict(
        {
            "observation": spaces.Box(limits.min, limits.max, (CELLS,), np.int8),
            "action_mask": spaces.Box(0, 1, (MOVES,), np.int8),
        }
    )
