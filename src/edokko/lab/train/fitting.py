"""The training of a network on siblings: the loss, the loop, and the figures of the result on held-out games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko import extras
from edokko.lab.train.batches import Batch, Pairs, batch_of, pairs_of
from edokko.lab.train.gain import Gain, gain, halves, split
from edokko.lab.train.linear import linear_start
from edokko.lab.train.model import INNER, UNITS, Model
from edokko.lab.train.siblings import DataError, Siblings
from edokko.players.champion.network import Layers
from edokko.players.champion.stored import StoredNetwork
from edokko.players.champion.valuer import Valuer
from edokko.rules.engine.backends import COMPILED, Backend
from edokko.rules.state import SEATS

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.floating[Any]]
ROWS_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a training depends on, besides its data.

    Attributes:
        seed: fixes initial weights, order and rotations. On one thread the same seed gives the same network.
        epochs: passes over the data at most; the pass with the smallest loss on validation games counts.
        batch: decisions of a step.
        rate: the learning rate at the beginning; it falls to 0 along a cosine.
        direct: the learning rate of the direct layer, relative to the others: it starts from a linear regression.
        decay: the weight decay of the others (AdamW).
        drop: the share of units of the first layer that are left out at random in a step.
        tolerance: as of :func:`edokko.lab.train.batches.batch_of`.
        others: the weight of the differences of the other seats' margins; the deciding seat's has 1.
        margin: the weight of the absolute margins.
        win: the weight of the win chances.
        rotates: whether each step shows a decision from a random seat.
        units, inner: the sizes of the layers.
        held_out: the share of games that the figures are measured on, and no training sees.
        validation: the share of the other games that choose the pass.
    """

    seed: int = 1
    epochs: int = 12
    batch: int = 128
    rate: float = 2e-3
    direct: float = 0.02
    decay: float = 0.05
    drop: float = 0.1
    tolerance: float = 3.0
    others: float = 0.3
    margin: float = 0.2
    win: float = 1.0
    rotates: bool = False
    units: int = UNITS
    inner: int = INNER
    held_out: float = 0.2
    validation: float = 0.1


@dataclass(frozen=True)
class Figures:
    """What a network reaches on held-out games.

    Attributes:
        decisions: the decisions that it was trained with, those for validation included.
        gain: the gain of the sibling that it prefers, as whole numbers.
        float_gain: the same in floating-point numbers, before the export.
        own_gain: the gain on the decisions that it was trained with.
        margin_error: the root-mean-square difference between its margins and the means of the playouts, in IKI.
        brier: the mean squared error of its win chances against the shares of the playouts.
        rounding: the root-mean-square change of a margin by the export, in IKI.
        passes: the number of the pass that counts.
    """

    decisions: int
    gain: Gain
    float_gain: Gain
    own_gain: Gain
    margin_error: float
    brier: float
    rounding: float
    passes: int


@dataclass(frozen=True)
class Trained:
    """A trained network.

    Attributes:
        layers: in whole numbers.
        figures: measured on held-out games.
    """

    layers: Layers
    figures: Figures


Report = Callable[[int, float], None]
"""Called before the first pass with 0 and after each with its number, and with the loss on the validation games."""


def train(
    data: Siblings,
    recipe: Recipe,
    decisions: int | None = None,
    report: Report = lambda number, loss: None,
    backend: Backend = COMPILED,
) -> Trained:
    """Train a network.

    Args:
        data: the siblings.
        recipe: the settings.
        decisions: how many decisions to train with; whole games are taken until there are as many. ``None`` for all.
        report: called before the first pass and after each.
        backend: how the exported network is run for its figures.

    Raises:
        DataError: there are too few games.
        edokko.extras.MissingExtra: PyTorch is not installed.
    """
    torch = extras.package("torch", extras.TRAIN)
    own, held_out = split(data, recipe.seed, recipe.held_out)
    own = _first_games(data, own, recipe.seed, decisions)
    is_validation = np.isin(own, _validation(data, own, recipe))
    fitted, validation = own[~is_validation], own[is_validation]
    if min(len(fitted), len(validation), len(held_out)) == 0:
        raise DataError("too few games: none is left for training, for validation or to be held out")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        model, passes = _fit(torch, data, recipe, fitted, validation, report)
    finally:
        torch.set_num_threads(threads)
    layers = model.export()
    return Trained(layers, _figures(data, model, layers, own, held_out, passes, backend))


def best_by_half(data: Siblings, decisions: Integers) -> Gain:
    """Return the gain of the sibling with the best mean over the first half of its playouts: a bound, nearly."""
    first, _ = halves(data)
    return gain(data, decisions, first)


# --- the loop


def _fit(
    torch: Any, data: Siblings, recipe: Recipe, fitted: Integers, validation: Integers, report: Report
) -> tuple[Model, int]:
    """Return the model after its best pass, and the number of that pass."""
    torch.manual_seed(recipe.seed)
    generator = np.random.default_rng(recipe.seed)
    pairs = pairs_of(data)
    model = Model(recipe.seed, recipe.units, recipe.inner)
    model.start_from(linear_start(data, fitted, validation))
    groups = [
        {"params": model.layers},
        {"params": [model.direct], "lr": recipe.rate * recipe.direct, "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=recipe.rate, weight_decay=recipe.decay)
    steps = recipe.epochs * -(-len(fitted) // recipe.batch)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    best, best_state, best_pass = _difference_loss(torch, model, data, pairs, validation, recipe), model.state(), 0
    report(0, best)
    for number in range(1, recipe.epochs + 1):
        order = generator.permutation(fitted)
        for begin in range(0, len(order), recipe.batch):
            chosen = order[begin : begin + recipe.batch]
            turns = generator.integers(0, 12, len(chosen)) if recipe.rotates else None
            batch = batch_of(data, pairs, chosen, recipe.tolerance, turns)
            optimiser.zero_grad()
            _loss(torch, model, batch, recipe, recipe.drop).backward()
            optimiser.step()
            schedule.step()
            model.keep_in_range()
        loss = _difference_loss(torch, model, data, pairs, validation, recipe)
        report(number, loss)
        if loss < best:
            best, best_state, best_pass = loss, model.state(), number
    model.load(best_state)
    return model, best_pass


def _loss(torch: Any, model: Model, batch: Batch, recipe: Recipe, drop: float) -> Any:
    """Return the loss of a batch."""
    margins, logits = model.forward(batch, drop)
    labels, present = torch.from_numpy(batch.margins), torch.from_numpy(batch.present)
    left, right = torch.from_numpy(batch.left), torch.from_numpy(batch.right)
    certainty = torch.from_numpy(batch.certainty)
    weights = torch.full_like(margins, recipe.others)
    weights[torch.arange(len(margins)), torch.from_numpy(batch.actors)] = 1.0
    weights = weights * present
    errors = (margins[left] - margins[right]) - (labels[left] - labels[right])
    differences = (weights[left] * errors**2).sum(1) * certainty
    loss = differences.sum() / certainty.sum() / recipe.tolerance**2
    absolute = torch.nn.functional.huber_loss(margins, labels, reduction="none", delta=20.0)
    loss = loss + recipe.margin * (absolute * present).sum() / present.sum() / 50
    shares = torch.from_numpy(batch.wins)
    log_chances = torch.log_softmax(logits.masked_fill(~present, -1e9), 1)
    return loss - recipe.win * (shares * log_chances).sum(1).mean()


def _difference_loss(
    torch: Any, model: Model, data: Siblings, pairs: Pairs, decisions: Integers, recipe: Recipe
) -> float:
    """Return the weighted squared error of the deciding seat's differences, in IKI²."""
    total = weight = 0.0
    with torch.no_grad():
        for begin in range(0, len(decisions), 4 * recipe.batch):
            batch = batch_of(data, pairs, decisions[begin : begin + 4 * recipe.batch], recipe.tolerance)
            margins = model.forward(batch)[0].numpy()[:, 0]
            labels = batch.margins[:, 0]
            errors = (margins - labels)[batch.left] - (margins - labels)[batch.right]
            total += float((batch.certainty * errors**2).sum())
            weight += float(batch.certainty.sum())
    return total / max(weight, 1e-9)


# --- parts of the data


def _first_games(data: Siblings, decisions: Integers, seed: int, most: int | None) -> Integers:
    """Return the decisions of the first games of a random order, until there are enough."""
    if most is None or most >= len(decisions):
        return decisions
    names = np.random.default_rng(seed).permutation(np.unique(data.games[decisions]))
    rank = {int(name): place for place, name in enumerate(names)}
    ranks = np.array([rank[int(game)] for game in data.games[decisions]])
    counts = np.cumsum(np.bincount(ranks, minlength=len(names)))
    return decisions[ranks <= int(np.searchsorted(counts, most))]


def _validation(data: Siblings, decisions: Integers, recipe: Recipe) -> Integers:
    """Return the decisions of the games that choose the pass."""
    names = np.random.default_rng(recipe.seed + 1).permutation(np.unique(data.games[decisions]))
    chosen = names[: max(1, round(recipe.validation * len(names)))] if len(names) > 1 else names[:0]
    return decisions[np.isin(data.games[decisions], chosen)]


# --- figures


def _figures(
    data: Siblings,
    model: Model,
    layers: Layers,
    own: Integers,
    held_out: Integers,
    passes: int,
    backend: Backend,
) -> Figures:
    rows = data.rows_of(held_out)
    whole, wins = values_of(data, rows, StoredNetwork(layers), backend)
    exact = _float_values(data, model, held_out)
    by_row, float_by_row = np.zeros(data.rows), np.zeros(data.rows)
    by_row[rows], float_by_row[rows] = whole[:, 0], exact[:, 0]
    own_by_row = np.zeros(data.rows)
    own_by_row[data.rows_of(own)] = _float_values(data, model, own)[:, 0]
    present = np.arange(SEATS) < data.seats[np.repeat(held_out, np.diff(data.starts)[held_out])][:, np.newaxis]
    errors = (whole - data.margins[rows])[present]
    return Figures(
        decisions=len(own),
        gain=gain(data, held_out, by_row),
        float_gain=gain(data, held_out, float_by_row),
        own_gain=gain(data, own, own_by_row),
        margin_error=float(np.sqrt(np.mean(errors**2))),
        brier=float(np.mean((wins - data.wins[rows])[present] ** 2)),
        rounding=float(np.sqrt(np.mean((whole - exact)[present] ** 2))),
        passes=passes,
    )


def values_of(
    data: Siblings, rows: Integers, network: StoredNetwork, backend: Backend = COMPILED
) -> tuple[Floats, Floats]:
    """Return the margins and win chances that a network of whole numbers gives to some rows, (rows, ``SEATS``)."""
    valuer = Valuer(network, backend)
    seats = np.repeat(data.seats, np.diff(data.starts))
    parts = [rows[begin : begin + ROWS_AT_ONCE] for begin in range(0, len(rows), ROWS_AT_ONCE)]
    judgements = [valuer.of_observations(data.dense(part), seats[part]) for part in parts]
    return (
        np.concatenate([judgement.margins for judgement in judgements]),
        np.concatenate([judgement.wins for judgement in judgements]),
    )


def _float_values(data: Siblings, model: Model, decisions: Integers) -> Floats:
    """Return the margins that the model gives to the rows of some decisions, (rows, ``SEATS``)."""
    no_pairs = Pairs(np.zeros(len(data) + 1, np.int64), *(np.zeros(0, np.int64),) * 2, np.zeros(0, np.float32))
    parts = []
    with model.torch.no_grad():
        for begin in range(0, len(decisions), 512):
            batch = batch_of(data, no_pairs, decisions[begin : begin + 512], 1.0)
            parts.append(model.forward(batch)[0].numpy())
    return np.concatenate(parts)
