"""The seeds of the environments' games, from NumPy's :class:`numpy.random.SeedSequence`.

The same seed gives the same games in every kind of environment: the games of an AEC or single-agent environment are
those of lane 0 of a vector environment, and a vector environment of any size plays the same games in its first lanes.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from edokko.envs.lanes import game_words
from edokko.whole import as_integer

Roots = npt.NDArray[np.int64]


UNKNOWN_SEED = -1
"""What Gymnasium says of the seed of a generator that the caller has set."""


def seed_of(seed: int | None, generator: np.random.Generator) -> int:
    """Return the seed of an environment's generator; if the caller has set the generator, a seed drawn from it."""
    return int(generator.integers(1 << 63)) if seed == UNKNOWN_SEED else entropy(seed)


def entropy(seed: object) -> int:
    """Return the seed, or fresh entropy from the system for ``None``.

    Raises:
        ValueError: the seed is not a whole number of at least 0.
    """
    if seed is None:
        return int(np.random.SeedSequence().entropy)  # type: ignore[arg-type]
    number = as_integer(seed)
    if number is None or number < 0:
        raise ValueError(f"seed: {seed!r} is not a whole number of at least 0")
    return number


def roots(seed: int, lanes: Iterable[int]) -> Roots:
    """Return the root of each lane: two 32-bit words of the seed sequence's child with the lane's number."""
    return np.array([np.random.SeedSequence(seed, spawn_key=(lane,)).generate_state(2) for lane in lanes], np.int64)


def lane_seed(root: npt.NDArray[np.int64], episode: int) -> int:
    """Return the seed of a lane's game: ``Game(seed=...)`` draws the same chance."""
    seed = [0, 0]
    game_words([int(root[0]), int(root[1])], episode, [0] * 4, seed)
    return seed[0] | seed[1] << 32
