"""The training of a policy network: the loop, and the figures of the result on held-out games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edokko.players.champion.network import FIRST_SHIFT, ONE, ONE_LOGIT, Layers
from edokko_research.data.observed import DataError, Integers
from edokko_research.train.loop import Report, Schedule, fit, one_thread
from edokko_research.train.model import arrays_of
from edokko_research.train.policy_model import NO_MOVE, PolicyModel, policy_batch
from edokko_research.train.searches import Searches

ROWS_AT_ONCE = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyRecipe(Schedule):
    """What the training of a policy network depends on."""

    epochs: int = 6
    rate: float = 4e-3
    decay: float = 0.01
    drop: float = 0.1


@dataclass(frozen=True)
class PolicyFigures:
    """What a policy network reaches on held-out games.

    Attributes:
        decisions: the decisions that it was trained with.
        loss: the mean cross-entropy of the search's visits and the priors of the network of whole numbers, in nats.
        least_loss: the loss of priors that equal the visits.
        agreement: the share of decisions in which the move with the highest prior is one of the most visited.
    """

    decisions: int
    loss: float
    least_loss: float
    agreement: float


def train_policy(
    data: Searches, recipe: PolicyRecipe, report: Report = lambda number, loss: None
) -> tuple[Layers, PolicyFigures]:
    """Train a policy network.

    Args:
        data: the data.
        recipe: the settings.
        report: called after each pass with its number, from 1, and with its mean loss in nats.

    Returns:
        The layers in whole numbers, and the figures.

    Raises:
        DataError: there are too few games.
        ModuleNotFoundError: PyTorch is not installed.
    """
    own, held_out = np.flatnonzero(~data.is_held_out), np.flatnonzero(data.is_held_out)
    if min(len(own), len(held_out)) == 0:
        raise DataError("too few games: none is left for training or to be held out")
    with one_thread():
        model = PolicyModel(recipe.seed, recipe.units)
        fit(model, recipe, own, lambda rows, _: model.loss(policy_batch(data, rows), recipe.drop), report)
    layers = model.export()
    return layers, _figures(data, layers, len(own), held_out)


# --- figures


def _figures(data: Searches, layers: Layers, decisions: int, rows: Integers) -> PolicyFigures:
    loss = least = agreed = 0.0
    for begin in range(0, len(rows), ROWS_AT_ONCE):
        chosen = rows[begin : begin + ROWS_AT_ONCE]
        batch = policy_batch(data, chosen)
        shape = len(chosen), int(batch.places.max()) + 1
        shares, logits = np.zeros(shape), np.full(shape, NO_MOVE)
        shares[batch.rows, batch.places] = batch.shares
        logits[batch.rows, batch.places] = logits_of(layers, data.dense(chosen), batch.rows, batch.moves)
        priors = np.exp(logits - logits.max(axis=1, keepdims=True))
        priors /= priors.sum(axis=1, keepdims=True)
        visited = shares > 0
        loss -= float((shares[visited] * np.log(np.maximum(priors[visited], np.finfo(float).tiny))).sum())
        least -= float((shares[visited] * np.log(shares[visited])).sum())
        best = np.take_along_axis(shares, priors.argmax(axis=1)[:, np.newaxis], 1)[:, 0]
        agreed += int((best == shares.max(axis=1)).sum())
    return PolicyFigures(decisions, loss / len(rows), least / len(rows), agreed / len(rows))


def logits_of(layers: Layers, cells: npt.NDArray[np.int8], rows: Integers, moves: Integers) -> npt.NDArray[np.float64]:
    """Return logits as the policy network of whole numbers computes them, by products of whole matrices.

    Args:
        layers: the layers of the policy network.
        cells: (n, ``CELLS``), each as the deciding seat sees it.
        rows, moves: for each logit, the row of ``cells`` and the move.
    """
    layers = arrays_of(layers)
    # All sums are whole numbers below 2 ** 31, so floating point is exact.
    sums = cells.astype(np.float64) @ layers["policy_first"].astype(np.float64) + layers["policy_first_bias"]
    units = np.clip(np.floor(sums / (1 << FIRST_SHIFT)), 0, ONE)
    totals = (units[rows] * layers["policy_moves"][moves]).sum(axis=1) + layers["policy_move_bias"][moves]
    return totals / ONE_LOGIT  # type: ignore[no-any-return]
