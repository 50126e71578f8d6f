"""The fit of an outlook to positions: ridge regression for the final score, maximum likelihood for the win chance."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from edokko.players.evaluation.outlook import FEATURE_COUNT, Outlook
from edokko.rules.state import NEW_YEAR
from edokko_research.tune.positions import Floats, Positions

MONTHS = NEW_YEAR + 1
SETUP = 0
HELD_OUT = 5
"""Every fifth game is held out as test data, on which the quality is measured."""
RIDGE = 3.0
"""The ridge penalty on weights of standardised features: it acts like so many extra positions with weight 0."""
LEAST_SPREAD, MOST_SPREAD = 0.5, 100.0


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of a month's fit on held-out games.

    Attributes:
        month: 1 to 13; ``None`` for all months.
        positions: the number of test positions.
        error: the root-mean-square error of the expected final scores, in IKI.
        log_loss: the log loss of the win chances, in nats.
        uniform: the log loss of uniform win chances, as a baseline.
    """

    month: int | None
    positions: int
    error: float
    log_loss: float
    uniform: float


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted outlook for one number of players.

    Attributes:
        base, weight, spread: the parameters by month (:class:`edokko.players.evaluation.outlook.Outlook`).
        quality: the quality of each month with test positions, then of all months.
    """

    base: Floats
    weight: Floats
    spread: Floats
    quality: tuple[Quality, ...]

    def outlook(self) -> Outlook:
        """Convert to an outlook for the search."""
        outlook = Outlook()
        outlook.base, outlook.weight, outlook.spread = self.base.tolist(), self.weight.tolist(), self.spread.tolist()
        return outlook


def fit(positions: Positions) -> Fit:
    """Fit each month separately. The setup and months without positions copy the next fitted month.

    Raises:
        ValueError: there are too few games.
    """
    base, weight, spread = np.zeros(MONTHS), np.zeros((MONTHS, FEATURE_COUNT)), np.zeros(MONTHS)
    is_held_out = positions.game % HELD_OUT == HELD_OUT - 1
    fitted_months = []
    quality = []
    for month in range(SETUP + 1, MONTHS):
        training = positions.subset((positions.month == month) & ~is_held_out)
        if len(training.month) < FEATURE_COUNT:
            continue
        fitted_months.append(month)
        base[month], weight[month] = _ridge_regression(training)
        spread[month] = best_spread(_expected(training, base[month], weight[month]), training.winners)
        test = positions.subset((positions.month == month) & is_held_out)
        if len(test.month):
            finals = _expected(test, base[month], weight[month])
            quality.append(_quality(month, finals, spread[month], test))
    if not quality:
        raise ValueError("too few games: nothing is left to fit, or to hold out")
    for month in range(MONTHS):
        source = min((fitted for fitted in fitted_months if fitted >= month), default=fitted_months[-1])
        base[month], weight[month], spread[month] = base[source], weight[source], spread[source]
    return Fit(base, weight, spread, (*quality, _all_months(quality)))


def _ridge_regression(positions: Positions) -> tuple[float, Floats]:
    """Fit the base and the weights of one month, over the seats of all positions.

    Features are standardised, so that the penalty treats them alike. A constant feature gets weight 0.
    """
    features = positions.features.reshape(-1, FEATURE_COUNT)
    finals = positions.finals.ravel()
    mean, scale = features.mean(axis=0), features.std(axis=0)
    varies = scale > 0
    standard = np.where(varies, features - mean, 0.0) / np.where(varies, scale, 1.0)
    hessian = standard.T @ standard + RIDGE * np.eye(FEATURE_COUNT)
    standard_weight = np.linalg.solve(hessian, standard.T @ (finals - finals.mean()))
    weight: Floats = np.where(varies, standard_weight / np.where(varies, scale, 1.0), 0.0)
    return float(finals.mean() - mean @ weight), weight


def _expected(positions: Positions, base: float, weight: Floats) -> Floats:
    """Return the expected final scores by position and seat."""
    expected: Floats = base + positions.features @ weight
    return expected


def best_spread(expected: Floats, winner: npt.NDArray[np.int64]) -> float:
    """Return the maximum-likelihood temperature of the softmax, given the winners.

    The log-likelihood is concave in the inverse temperature, so its derivative is bisected.
    """
    low, high = 1 / MOST_SPREAD, 1 / LEAST_SPREAD
    for _ in range(60):
        middle = (low + high) / 2
        chances = win_chances(expected, 1 / middle)
        if (_at_seats(expected, winner) - (chances * expected).sum(axis=1)).sum() > 0:
            low = middle
        else:
            high = middle
    return 2 / (low + high)


def win_chances(expected: Floats, spread: float) -> Floats:
    """Vectorise the softmax of :func:`edokko.players.evaluation.outlook.win_chances` over positions."""
    lead = (expected - expected.max(axis=1, keepdims=True)) / spread
    chances: Floats = np.exp(lead) / np.exp(lead).sum(axis=1, keepdims=True)
    return chances


def _at_seats(values: Floats, seats: npt.NDArray[np.int64]) -> Floats:
    """Return the value of one seat in each row."""
    at_seats: Floats = values[np.arange(len(seats)), seats]
    return at_seats


def _quality(month: int, expected: Floats, spread: float, positions: Positions) -> Quality:
    chances = _at_seats(win_chances(expected, spread), positions.winners)
    error = float(np.sqrt(((expected - positions.finals) ** 2).mean()))
    # A chance may underflow to 0.
    log_loss = float(-np.log(np.maximum(chances, 1e-300)).mean())
    return Quality(month, len(positions.month), error, log_loss, log(expected.shape[1]))


def _all_months(quality: list[Quality]) -> Quality:
    """Return the quality over the positions of all months together."""
    count = sum(month.positions for month in quality)
    error = (sum(month.positions * month.error**2 for month in quality) / count) ** 0.5
    log_loss = sum(month.positions * month.log_loss for month in quality) / count
    return Quality(None, count, error, log_loss, quality[0].uniform)
