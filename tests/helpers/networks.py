"""Networks for tests, with random weights."""

from __future__ import annotations

import numpy as np

from edokko.native.backends import PLAIN
from edokko.observation.encoder import CELLS, observe
from edokko.players.champion.network import OUTPUTS
from edokko.players.champion.stored import StoredNetwork
from edokko.rules.moves import MOVES
from edokko.rules.state import State
from edokko.rules.tables import Tables


def random_network(seed: int, units: int = 12, inner: int = 6) -> StoredNetwork:
    """Return a network with random weights, whose activations reach both ends of their range."""
    generator = np.random.default_rng(seed)

    def draw(width: int, kind: type[np.signedinteger], *shape: int) -> np.ndarray:
        return generator.integers(-width, width, shape, kind)

    layers = {
        "first": draw(3000, np.int16, CELLS, units + OUTPUTS),
        "first_bias": draw(9000, np.int32, units + OUTPUTS),
        "second": draw(2000, np.int16, inner, units),
        "second_bias": draw(1 << 21, np.int32, inner),
        "third": draw(4000, np.int16, OUTPUTS, inner),
        "third_bias": draw(1 << 20, np.int32, OUTPUTS),
    }
    policy = {
        "policy_first": draw(3000, np.int16, CELLS, units),
        "policy_first_bias": draw(9000, np.int32, units),
        "policy_moves": draw(4000, np.int16, MOVES, units),
        "policy_move_bias": draw(1 << 20, np.int32, MOVES),
    }
    return StoredNetwork(layers, policy, about={"seed": seed})


def seen(tables: Tables, state: State, viewer: int) -> np.ndarray:
    """Return an observation, written by the plain encoder."""
    cells = PLAIN.integers(CELLS)
    observe(tables, state, viewer, cells)
    return np.array(cells, np.int8)
