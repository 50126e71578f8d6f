"""Random play in the environments."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def random_legal(masks: npt.NDArray[Any], generator: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return a random legal action for each row of masks; 0 where there is none."""
    chances = generator.random(masks.shape) * masks
    actions: npt.NDArray[np.int64] = np.argmax(chances, axis=1)
    return actions
