"""The training loop of both networks: AdamW with one cycle of the learning rate, over rows in a random order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from edokko_research.data.observed import Integers

UNITS = 128
"""The default number of units of a first layer."""
Report = Callable[[int, float], None]
"""Called after each pass with its number, from 1, and with its mean loss."""


class Trainable(ABC):
    """A model: weights as PyTorch tensors that become whole numbers."""

    torch: Any
    limits: list[tuple[Any, Any]]
    """The tensors that must not leave the range of their integers, each with the end of the range."""

    @property
    @abstractmethod
    def parameters(self) -> list[Any]:
        """The tensors that the training changes."""

    def keep_in_range(self) -> None:
        """Move weights that have left the range of their integers back to its end."""
        with self.torch.no_grad():
            for tensor, limit in self.limits:
                tensor.copy_(self.torch.minimum(self.torch.maximum(tensor, -limit), limit))


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """What a training depends on, besides its data.

    Attributes:
        seed: fixes initial weights and all random choices. On one thread the same seed gives the same network.
        epochs: passes over the data.
        batch: rows of a step.
        rate: the highest learning rate; it rises to it and falls along a cosine.
        decay: the weight decay (AdamW).
        drop: the share of units of the first layer that are left out at random in a step.
        units: the number of units of the first layer.
    """

    seed: int = 1
    epochs: int
    batch: int = 1024
    rate: float
    decay: float
    drop: float
    units: int = UNITS


@contextmanager
def one_thread() -> Iterator[None]:
    """Let PyTorch compute on one thread, so that its sums do not depend on the machine.

    Raises:
        ModuleNotFoundError: PyTorch is not installed.
    """
    torch = import_module("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def fit(
    model: Trainable,
    schedule: Schedule,
    rows: Integers,
    loss_of: Callable[[Integers, np.random.Generator], Any],
    report: Report,
) -> None:
    """Train a model. On one thread the same seed gives the same weights.

    Args:
        model: the model; it is changed.
        schedule: the settings.
        rows: the rows to train with.
        loss_of: returns the mean loss of some rows; it may draw from the generator.
        report: called after each pass.
    """
    torch = model.torch
    torch.manual_seed(schedule.seed)
    generator = np.random.default_rng(schedule.seed)
    optimiser = torch.optim.AdamW(model.parameters, lr=schedule.rate, weight_decay=schedule.decay)
    steps = schedule.epochs * -(-len(rows) // schedule.batch)
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, schedule.rate, total_steps=max(steps, 4))
    for number in range(1, schedule.epochs + 1):
        order = generator.permutation(rows)
        total = 0.0
        for begin in range(0, len(order), schedule.batch):
            chosen = order[begin : begin + schedule.batch]
            loss = loss_of(chosen, generator)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            cycle.step()
            model.keep_in_range()
            total += float(loss.detach()) * len(chosen)
        report(number, total / len(order))
