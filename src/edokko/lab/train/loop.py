"""The training loop of both networks: AdamW with one cycle of the learning rate, over rows in a random order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np

from edokko import extras
from edokko.lab.data.observed import Integers

Report = Callable[[int, float], None]
"""Called after each pass with its number, from 1, and with its mean loss."""


class Trainable(Protocol):
    """A model: weights as PyTorch tensors that become whole numbers."""

    torch: Any

    @property
    def parameters(self) -> list[Any]:
        """The tensors that the training changes."""

    def keep_in_range(self) -> None:
        """Move weights that have left the range of their integers back to its end."""


class Schedule(Protocol):
    """The settings of a loop."""

    @property
    def seed(self) -> int:
        """Fixes the order of the rows and the units that are left out."""

    @property
    def epochs(self) -> int:
        """Passes over the rows."""

    @property
    def batch(self) -> int:
        """Rows of a step."""

    @property
    def rate(self) -> float:
        """The highest learning rate; it rises to it and falls along a cosine."""

    @property
    def decay(self) -> float:
        """The weight decay (AdamW)."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Let PyTorch compute on one thread, so that its sums do not depend on the machine.

    Raises:
        edokko.extras.MissingExtra: PyTorch is not installed.
    """
    torch = extras.package("torch", extras.TRAIN)
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
