"""The network in floating-point numbers, as PyTorch trains it, and its export to whole numbers.

Weights stay in the range of the integers that they become, activations are clipped as the integers are, and a step of
the activations is a thousandth. So rounding is all that the export changes.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.observation.arrays import SCALES
from edokko.observation.encoder import CELLS
from edokko.players.champion.network import (
    DIRECT_SHIFT,
    FIRST_SHIFT,
    ONE,
    ONE_IKI,
    OUTPUTS,
    SECOND_SHIFT,
    THIRD_SHIFT,
    Layers,
)
from edokko_research.train.batches import Batch
from edokko_research.train.loop import Trainable

UNIT = 10.0
"""The IKI of 1 of a correction inside the model."""
LARGEST_INTEGER = 32_767
LARGEST_BIAS = 1 << 30

FIRST_ONE = ONE << FIRST_SHIFT
SECOND_ONE = 1 << SECOND_SHIFT
OUTPUT_ONE = ONE_IKI * UNIT
"""The integer output of 1 inside the model."""
# A shift rounds down; half a step more in a bias makes it round to the nearest.
HALF_FIRST = (1 << FIRST_SHIFT) / 2
HALF_SECOND = SECOND_ONE / 2
HALF_OUTPUT = (ONE << THIRD_SHIFT) / 2


class Model(Trainable):
    """The weights as PyTorch tensors.

    Args:
        seed: fixes the initial weights.
        units, inner: the numbers of units of the two layers.
        device: where PyTorch computes, such as ``cuda``.
    """

    def __init__(self, seed: int, units: int, inner: int, device: str = "cpu") -> None:
        self.torch = torch = import_module("torch")
        self.units = units
        self.device = device
        generator = torch.Generator().manual_seed(seed)

        def normal(*shape: int, scale: float) -> Any:
            return weights(torch.randn(*shape, generator=generator) * scale)

        def weights(tensor: Any) -> Any:
            return tensor.to(device).requires_grad_()

        self.first = normal(CELLS, units, scale=0.05)
        self.first_bias = weights(torch.full((units,), 0.5))
        self.direct = weights(torch.zeros(CELLS, OUTPUTS))
        self.second = normal(inner, units, scale=units**-0.5)
        self.second_bias = weights(torch.full((inner,), 0.5))
        self.third = weights(torch.zeros(OUTPUTS, inner))
        self.third_bias = weights(torch.zeros(OUTPUTS))
        self.limits = self._make_limits()

    @property
    def layers(self) -> list[Any]:
        """All tensors but the direct layer."""
        return [self.first, self.first_bias, self.second, self.second_bias, self.third, self.third_bias]

    @property
    def parameters(self) -> list[Any]:
        """All tensors that the training changes."""
        return [*self.layers, self.direct]

    def forward(self, batch: Batch, drop: float = 0.0) -> Any:
        """Return the corrections in IKI, (rows, ``OUTPUTS``), by place.

        Args:
            batch: the observations.
            drop: the share of units that are left out at random.
        """
        torch = self.torch
        cells, offsets, weights = (self.tensor(array) for array in (batch.cells, batch.offsets, batch.values))
        columns = torch.cat([self.first, self.direct], 1)
        sums = torch.nn.functional.embedding_bag(cells, columns, offsets, mode="sum", per_sample_weights=weights)
        hidden = (sums[:, : self.units] + self.first_bias).clamp(0, 1)
        if drop > 0:
            hidden = torch.nn.functional.dropout(hidden, drop)
        hidden = torch.nn.functional.linear(hidden, self.second, self.second_bias).clamp(0, 1)
        outputs = torch.nn.functional.linear(hidden, self.third, self.third_bias) + sums[:, self.units :]
        return outputs * UNIT

    def tensor(self, array: npt.NDArray[Any]) -> Any:
        """Return an array as a tensor on the device."""
        return self.torch.from_numpy(array).to(self.device)

    def _make_limits(self) -> list[tuple[Any, Any]]:
        torch = self.torch
        scales = self.tensor(1 / SCALES)[:, None]
        return [
            (self.first, scales * (LARGEST_INTEGER / FIRST_ONE)),
            (self.direct, scales * (LARGEST_INTEGER / (1 << DIRECT_SHIFT) / OUTPUT_ONE)),
            (self.second, torch.tensor(LARGEST_INTEGER / SECOND_ONE, device=self.device)),
            (self.third, torch.tensor(LARGEST_INTEGER / (1 << THIRD_SHIFT) / OUTPUT_ONE, device=self.device)),
        ]

    def state(self) -> list[npt.NDArray[np.float32]]:
        """Return a copy of all weights."""
        return [tensor.detach().cpu().numpy().copy() for tensor in self.parameters]

    def load(self, state: list[npt.NDArray[np.float32]]) -> None:
        """Replace all weights."""
        with self.torch.no_grad():
            for tensor, numbers in zip(self.parameters, state, strict=True):
                tensor.copy_(self.torch.from_numpy(numbers))

    def load_layers(self, layers: Layers) -> None:
        """Replace all weights by those of layers in whole numbers: the inverse of :meth:`export`."""
        scales = SCALES[:, np.newaxis].astype(np.float64)
        given = arrays_of(layers)
        columns = given["first"] / scales
        arrays = (
            columns[:, : self.units] / FIRST_ONE,
            (given["first_bias"][: self.units] - HALF_FIRST) / FIRST_ONE,
            given["second"] / SECOND_ONE,
            (given["second_bias"] - HALF_SECOND) / (ONE * SECOND_ONE),
            given["third"] / (OUTPUT_ONE * (1 << THIRD_SHIFT)),
            (given["third_bias"] - HALF_OUTPUT) / (OUTPUT_ONE * (ONE << THIRD_SHIFT)),
            columns[:, self.units :] / (OUTPUT_ONE * (1 << DIRECT_SHIFT)),
        )
        self.load([np.asarray(array, np.float32) for array in arrays])

    def export(self) -> Layers:
        """Return the layers in whole numbers, for :mod:`edokko.players.champion`."""
        first, first_bias, second, second_bias, third, third_bias, direct = (
            array.astype(np.float64) for array in self.state()
        )
        scales = SCALES[:, np.newaxis].astype(np.float64)
        columns = np.concatenate([first * FIRST_ONE, direct * OUTPUT_ONE * (1 << DIRECT_SHIFT)], axis=1) * scales
        return {
            "first": to_weights(columns),
            "first_bias": to_biases(np.concatenate([first_bias * FIRST_ONE + HALF_FIRST, np.zeros(OUTPUTS)])),
            "second": to_weights(second * SECOND_ONE),
            "second_bias": to_biases(second_bias * ONE * SECOND_ONE + HALF_SECOND),
            "third": to_weights(third * OUTPUT_ONE * (1 << THIRD_SHIFT)),
            "third_bias": to_biases(third_bias * OUTPUT_ONE * (ONE << THIRD_SHIFT) + HALF_OUTPUT),
        }


def arrays_of(layers: Layers) -> dict[str, npt.NDArray[Any]]:
    """Return layers, which a file gives as ``memoryview`` objects, as arrays of NumPy over the same memory."""
    return {name: np.asarray(layer) for name, layer in layers.items()}


def widened(layers: Layers, units: int, seed: int) -> Layers:
    """Return layers with more units in the first layer that compute the same, for now.

    The new units read the cells at random, and the second layer ignores them until a training changes that.

    Args:
        layers: in whole numbers.
        units: how many units the first layer shall have, at least as many as it has.
        seed: fixes the new units.
    """
    layers = arrays_of(layers)
    inner, old = layers["second"].shape
    new = Model(seed, units - old, inner).export()
    return {
        **layers,
        "first": np.concatenate(
            [layers["first"][:, :old], new["first"][:, : units - old], layers["first"][:, old:]], 1
        ),
        "first_bias": np.concatenate(
            [layers["first_bias"][:old], new["first_bias"][: units - old], layers["first_bias"][old:]]
        ),
        "second": np.concatenate([layers["second"], np.zeros((inner, units - old), np.int16)], 1),
    }


def to_weights(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.int16]:
    """Return weights as the nearest integers of 16 bits."""
    return np.clip(np.rint(numbers), -LARGEST_INTEGER, LARGEST_INTEGER).astype(np.int16)


def to_biases(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    """Return biases as the nearest integers of 32 bits."""
    return np.clip(np.rint(numbers), -LARGEST_BIAS, LARGEST_BIAS).astype(np.int32)
