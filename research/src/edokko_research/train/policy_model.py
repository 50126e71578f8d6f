"""The policy network in floating-point numbers, as PyTorch trains it, and its export to whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.observation.arrays import SCALES
from edokko.observation.encoder import CELLS
from edokko.players.champion.network import MOVE_SHIFT, ONE_LOGIT, Layers
from edokko.rules.moves import MOVES
from edokko_research.data.observed import Integers, spans
from edokko_research.train.loop import Trainable
from edokko_research.train.model import FIRST_ONE, HALF_FIRST, LARGEST_INTEGER, to_biases, to_weights
from edokko_research.train.searches import Searches

NO_MOVE = -1e9
"""The logit of a place without a move."""


@dataclass(frozen=True)
class PolicyBatch:
    """Some decisions.

    Attributes:
        cells, values: the numbers of the cells that are not zero and their scaled values, row by row.
        offsets: (rows), the first entry of each row in them.
        moves: the legal moves, row by row.
        rows, places: for each move, its row and its place among the moves of the row.
        shares: for each move, its share of the search's visits.
    """

    cells: Integers
    values: npt.NDArray[np.float32]
    offsets: Integers
    moves: Integers
    rows: Integers
    places: Integers
    shares: npt.NDArray[np.float32]


def policy_batch(data: Searches, rows: Integers) -> PolicyBatch:
    """Return the decisions of some rows."""
    cells, values, cell_counts = data.sparse(rows)
    first_moves, last_moves = data.move_starts[rows], data.move_starts[rows + 1]
    moves = spans(first_moves, last_moves)
    counts = last_moves - first_moves
    return PolicyBatch(
        cells=cells,
        values=values,
        offsets=np.concatenate([[0], np.cumsum(cell_counts)[:-1]]),
        moves=data.moves[moves].astype(np.int64),
        rows=np.repeat(np.arange(len(rows)), counts),
        places=moves - np.repeat(first_moves, counts),
        shares=data.shares[moves],
    )


class PolicyModel(Trainable):
    """The weights as PyTorch tensors.

    Args:
        seed: fixes the initial weights.
        units: the number of units.
    """

    def __init__(self, seed: int, units: int) -> None:
        self.torch = torch = import_module("torch")
        generator = torch.Generator().manual_seed(seed)
        self.first = (torch.randn(CELLS, units, generator=generator) * 0.05).requires_grad_()
        self.first_bias = torch.full((units,), 0.5).requires_grad_()
        self.moves = torch.zeros(MOVES, units).requires_grad_()
        self.move_bias = torch.zeros(MOVES).requires_grad_()
        limit = torch.from_numpy(1 / SCALES)[:, None] * (LARGEST_INTEGER / FIRST_ONE)
        self.limits = [(self.first, limit), (self.moves, torch.tensor(LARGEST_INTEGER / (1 << MOVE_SHIFT)))]

    @property
    def parameters(self) -> list[Any]:
        """All tensors."""
        return [self.first, self.first_bias, self.moves, self.move_bias]

    def loss(self, batch: PolicyBatch, drop: float = 0.0) -> Any:
        """Return the mean cross-entropy of the visits and the priors, in nats.

        Args:
            batch: the decisions.
            drop: the share of units that are left out at random.
        """
        torch = self.torch
        cells, offsets = torch.from_numpy(batch.cells), torch.from_numpy(batch.offsets)
        values, moves = torch.from_numpy(batch.values), torch.from_numpy(batch.moves)
        sums = torch.nn.functional.embedding_bag(cells, self.first, offsets, mode="sum", per_sample_weights=values)
        units = torch.nn.functional.dropout((sums + self.first_bias).clamp(0, 1), drop, training=drop > 0)
        logits = (units[batch.rows] * self.moves[moves]).sum(1) + self.move_bias[moves]
        padded = torch.full((len(batch.offsets), int(batch.places.max()) + 1), NO_MOVE)
        padded[batch.rows, batch.places] = logits
        logarithms = torch.log_softmax(padded, 1)[batch.rows, batch.places]
        return -(torch.from_numpy(batch.shares) * logarithms).sum() / len(batch.offsets)

    def export(self) -> Layers:
        """Return the layers in whole numbers, for :mod:`edokko.players.champion.network`."""
        tensors = self.first, self.first_bias, self.moves, self.move_bias
        first, first_bias, moves, move_bias = (tensor.detach().numpy().astype(np.float64) for tensor in tensors)
        return {
            "policy_first": to_weights(first * FIRST_ONE * SCALES[:, np.newaxis]),
            "policy_first_bias": to_biases(first_bias * FIRST_ONE + HALF_FIRST),
            "policy_moves": to_weights(moves * (1 << MOVE_SHIFT)),
            "policy_move_bias": to_biases(move_bias * ONE_LOGIT),
        }
