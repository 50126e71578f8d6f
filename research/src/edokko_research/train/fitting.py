"""The training of a network: its stages, the loop, and the figures of the result on held-out games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.native.backends import NATIVE, Backend
from edokko.players.champion.network import Layers
from edokko.players.champion.stored import StoredNetwork
from edokko.players.evaluation.outlook import Outlook, outlook_for
from edokko.rules.state import SEATS
from edokko_research.data.observed import DataError
from edokko_research.train.batches import batch_of
from edokko_research.train.corrector import Corrector
from edokko_research.train.loop import Report, Schedule, fit, one_thread
from edokko_research.train.model import Model, widened
from edokko_research.train.months import Months, first_games
from edokko_research.train.targets import expected, fit_outlooks, leads, returns, true_miss, with_best_spreads

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
ROWS_AT_ONCE = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe(Schedule):
    """What the training of a value network depends on. A network that is trained further may get more units.

    Attributes:
        epochs: passes over the data in each stage. In a pass, each position is seen from one seat.
        stages: the lambda of each stage's targets. A stage trains a new network; its targets use the one before.
        inner: the number of units of the second layer.
        device: where PyTorch computes. Only the processor adds in the same order each time.
        start: a network that is trained further and keeps its outlooks; ``None`` for a new one.
        anchor: the weight of finished games in the targets, as of :func:`edokko_research.train.targets.returns`.
    """

    epochs: int = 12
    stages: tuple[float, ...] = (1.0, 0.7, 0.4)
    rate: float = 2e-3
    decay: float = 0.3
    drop: float = 0.2
    inner: int = 32
    device: str = "cpu"
    start: StoredNetwork | None = None
    anchor: float = 0.0


def further(recipe: Recipe, start: StoredNetwork, units: int | None = None) -> Recipe:
    """Return the recipe with which a network is trained further, in one stage.

    Args:
        recipe: the other settings.
        start: the network.
        units: how many units its first layer shall have; ``None`` for as many as it has.

    Raises:
        DataError: it has more units.
    """
    inner, own = start.layers["second"].shape
    if units is not None and units < own:
        raise DataError(f"{units} units, but the network has {own} already")
    return replace(recipe, start=start, stages=(0.7,), units=units or own, inner=inner)


@dataclass(frozen=True)
class Figures:
    """What a network reaches on held-out games.

    An error is the root-mean-square difference between the expected lead and the lead of the final score, in IKI. Most
    of it is the luck of the months to come. A lead is counted over the mean of the others.

    Attributes:
        games: the games that it was trained with.
        error: of the network of whole numbers.
        fitted_error: of the outlooks that it corrects.
        shipped_error: of the outlooks of the search.
        own_error: of the network on the games that it was trained with.
        search_error: the root-mean-square difference between the leads that the network and the searches of the
            positions expect, in IKI; ``None`` if no search has played.
        rounding: the root-mean-square change of a correction by the export, in IKI.
        truth: by whom, the root-mean-square difference from the true leads of a fixed sample, in IKI: of the network,
            of the one that was trained further, and of the searches of the positions. Empty without such a sample.
    """

    games: int
    error: float
    fitted_error: float
    shipped_error: float
    own_error: float
    search_error: float | None
    rounding: float
    truth: Mapping[str, float]


@dataclass(frozen=True)
class Trained:
    """A trained network.

    Attributes:
        layers: in whole numbers.
        outlooks: those that it corrects, by number of players.
        figures: measured on held-out games.
    """

    layers: Layers
    outlooks: Mapping[int, Outlook]
    figures: Figures


def train(
    data: Months,
    recipe: Recipe,
    games: int | None = None,
    report: Report = lambda number, error: None,
    backend: Backend = NATIVE,
    truth: Months | None = None,
) -> Trained:
    """Train a network.

    Args:
        data: the data.
        recipe: the settings.
        games: how many games to train with; ``None`` for all that are not held out.
        report: called after each pass with its number, from 1, and with the error of its targets in IKI.
        backend: how the exported network is run for its figures.
        truth: positions with games that finish them, against which values are measured.

    Raises:
        DataError: there are too few games.
        ModuleNotFoundError: PyTorch is not installed.
    """
    own = first_games(data, np.flatnonzero(~data.is_held_out), games)
    held_out = np.flatnonzero(data.is_held_out)
    if min(len(own), len(held_out)) == 0:
        raise DataError("too few games: none is left for training or to be held out")
    outlooks = fit_outlooks(data, own) if recipe.start is None else recipe.start.outlooks
    base = expected(data, outlooks)
    with one_thread():
        values = base
        if recipe.start is not None:
            values = base + corrections_of(data, _model(recipe))
        for stage, share in enumerate(recipe.stages):
            targets = returns(data, values, share, recipe.anchor) - base

            def tell(number: int, error: float, before: int = stage * recipe.epochs) -> None:
                report(before + number, error)

            model = _model(recipe)
            _fit(model, data, recipe, own, targets, tell)
            values = base + corrections_of(data, model)
    layers = model.export()
    if recipe.start is None:
        outlooks = with_best_spreads(data, own, values, outlooks)
    figures = _figures(data, layers, base, values, own, held_out, backend)
    if truth is not None:
        networks = {"network": (layers, outlooks)}
        if recipe.start is not None:
            networks["start"] = (recipe.start.layers, recipe.start.outlooks)
        misses = {name: true_miss(truth, judged(truth, *each, backend)) for name, each in networks.items()}
        figures = replace(figures, truth=misses | {"search": true_miss(truth, truth.searched)})
    return Trained(layers, outlooks, figures)


def _model(recipe: Recipe) -> Model:
    """Return a new model, or one with the weights of the recipe's network."""
    if recipe.start is None:
        return Model(recipe.seed, recipe.units, recipe.inner, recipe.device)
    layers = recipe.start.layers
    if recipe.units > layers["second"].shape[1]:
        layers = widened(layers, recipe.units, recipe.seed)
    model = Model(recipe.seed, recipe.units, recipe.inner, recipe.device)
    model.load_layers(layers)
    return model


def _fit(model: Model, data: Months, recipe: Recipe, rows: Integers, targets: Floats, report: Report) -> None:
    """Train a model on some rows.

    Args:
        model: the model; it is changed.
        data, recipe, report: as of :func:`train`.
        rows: the rows.
        targets: the corrections to learn, in IKI, (rows of the data, ``SEATS``).
    """

    def loss_of(chosen: Integers, generator: np.random.Generator) -> Any:
        batch = batch_of(data, chosen, generator.integers(0, 12, len(chosen)))
        wanted = model.tensor(np.take_along_axis(targets[chosen], batch.places, 1))
        is_present = model.tensor(batch.is_present)
        return ((model.forward(batch, recipe.drop) - wanted)[is_present] ** 2).mean()

    fit(model, recipe, rows, loss_of, lambda number, loss: report(number, loss**0.5))


def corrections_of(data: Months, model: Model) -> Floats:
    """Return the corrections of all rows as seat 0 sees them, (rows, ``SEATS``), in floating-point numbers."""
    parts = []
    with model.torch.no_grad():
        for begin in range(0, len(data), ROWS_AT_ONCE):
            rows = np.arange(begin, min(begin + ROWS_AT_ONCE, len(data)))
            parts.append(model.forward(batch_of(data, rows, np.zeros(len(rows), np.int64))).cpu().numpy())
    return np.where(data.is_present, np.concatenate(parts), 0).astype(np.float32)


# --- figures


def judged(data: Months, layers: Layers, outlooks: Mapping[int, Outlook], backend: Backend = NATIVE) -> Floats:
    """Return the final scores that a network of whole numbers expects, (rows, ``SEATS``)."""
    return expected(data, outlooks) + _corrections(data, layers, np.arange(len(data)), backend)


def _corrections(data: Months, layers: Layers, rows: Integers, backend: Backend) -> Floats:
    """Return the corrections of some rows by a network of whole numbers, (rows, ``SEATS``)."""
    corrector = Corrector(layers, backend)
    parts = [rows[begin : begin + ROWS_AT_ONCE] for begin in range(0, len(rows), ROWS_AT_ONCE)]
    return np.concatenate([corrector.of_observations(data.dense(part), data.seats[part]) for part in parts])


def _figures(
    data: Months,
    layers: Layers,
    base: Floats,
    values: Floats,
    own: Integers,
    held_out: Integers,
    backend: Backend,
) -> Figures:
    """Return the figures.

    Args:
        base: the expected final scores of the fitted outlooks, (rows, ``SEATS``).
        values: those of the network before its export.
    """
    shipped = expected(data, {players: outlook_for(players) for players in range(2, SEATS + 1)})
    whole = base.copy()
    whole[held_out] += _corrections(data, layers, held_out, backend)

    def error(expectations: Floats, rows: Integers, truth: Floats = data.totals) -> float:
        wrong = leads(expectations, data)[rows] - leads(truth, data)[rows]
        return float(np.sqrt(np.mean(wrong[data.is_present[rows]] ** 2)))

    searched = held_out[data.searched[held_out].any(axis=1)]

    return Figures(
        games=len(np.unique(data.games[own])),
        error=error(whole, held_out),
        fitted_error=error(base, held_out),
        shipped_error=error(shipped, held_out),
        own_error=error(values, own),
        search_error=error(whole, searched, data.searched) if len(searched) else None,
        rounding=float(np.sqrt(np.mean((whole - values)[held_out][data.is_present[held_out]] ** 2))),
        truth={},
    )
