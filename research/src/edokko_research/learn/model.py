"""The policy network with a value beside it, in floating-point numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.observation.arrays import SCALES
from edokko.observation.encoder import CELLS
from edokko.players.champion.network import MOVE_SHIFT, ONE_LOGIT, Layers
from edokko_research.train.model import FIRST_ONE, HALF_FIRST, arrays_of
from edokko_research.train.policy_model import NO_MOVE, PolicyModel

VALUE_UNITS = 128


class Learner(PolicyModel):
    """The policy network, and a network of its own for the value of a position to the seat that decides.

    Args:
        seed: fixes the initial weights.
        units: the number of units of the policy network.
        start: the layers of a policy network to begin with; it has as many units.
    """

    def __init__(self, seed: int, units: int, start: Layers | None = None) -> None:
        super().__init__(seed, units)
        torch, generator = self.torch, self.torch.Generator().manual_seed(seed + 1)
        self.scales = torch.from_numpy(SCALES)
        self.value_first = (torch.randn(CELLS, VALUE_UNITS, generator=generator) * 0.05).requires_grad_()
        self.value_bias = torch.zeros(VALUE_UNITS).requires_grad_()
        self.value_last = torch.zeros(VALUE_UNITS + 1).requires_grad_()
        if start is not None:
            self._begin_with(start)

    def _begin_with(self, start: Layers) -> None:
        layers, torch = arrays_of(start), self.torch
        numbers = (
            layers["policy_first"] / (FIRST_ONE * SCALES[:, np.newaxis]),
            (layers["policy_first_bias"] - HALF_FIRST) / FIRST_ONE,
            layers["policy_moves"] / (1 << MOVE_SHIFT),
            layers["policy_move_bias"] / ONE_LOGIT,
        )
        with torch.no_grad():
            for tensor, array in zip((self.first, self.first_bias, self.moves, self.move_bias), numbers, strict=True):
                tensor.copy_(torch.from_numpy(array.astype(np.float32)))

    @property
    def parameters(self) -> list[Any]:
        """All tensors."""
        return [*super().parameters, self.value_first, self.value_bias, self.value_last]

    def __call__(self, cells: Any, masks: Any) -> tuple[Any, Any]:
        """Return the log-probabilities of all moves, (n, 447), and the values, (n).

        Args:
            cells: observations, (n, ``CELLS``).
            masks: the legal moves, (n, 447); a row without any has equal probabilities.
        """
        torch = self.torch
        bag = torch.nn.functional.embedding_bag
        rows, columns = cells.nonzero(as_tuple=True)
        starts = torch.searchsorted(rows, torch.arange(len(cells)))
        weights = cells[rows, columns] * self.scales[columns]
        units = (bag(columns, self.first, starts, mode="sum", per_sample_weights=weights) + self.first_bias).clamp(0, 1)
        logits = (units @ self.moves.T + self.move_bias).masked_fill(~masks, NO_MOVE)
        seen = bag(columns, self.value_first, starts, mode="sum", per_sample_weights=weights) + self.value_bias
        return torch.log_softmax(logits, 1), seen.relu() @ self.value_last[:-1] + self.value_last[-1]


def cells_and_masks(torch: Any, seen: dict[str, npt.NDArray[np.int8]]) -> tuple[Any, Any]:
    """Return observations and masks of an environment as tensors of their own."""
    return torch.from_numpy(seen["observation"].copy()), torch.from_numpy(seen["action_mask"] == 1)
