"""The outlook read off positions: least squares for the final score, maximum likelihood for the chance to win."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from edokko.lab.tune.positions import Floats, Positions
from edokko.players.features import FEATURE_COUNT
from edokko.players.outlook import Outlook
from edokko.rules.state import NEW_YEAR

MONTHS = NEW_YEAR + 1
SETUP = 0
HELD_OUT = 5
"""One game in so many is held out: the quality is measured on it."""
RIDGE = 3.0
"""How much a weight is drawn to zero: as by so many positions that show nothing, where a feature varies as it does."""
LEAST_SPREAD, MOST_SPREAD = 0.5, 100.0


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a month's fit is, on games that it has not seen.

    Attributes:
        month: 1 to 13; ``None`` for all together.
        positions: how many were looked at.
        error: the root mean square of the final score less what was expected, in IKI.
        log_loss: of the winner by the expected chances, in nats.
        uniform: the log-loss of who thinks that all win alike.
    """

    month: int | None
    positions: int
    error: float
    log_loss: float
    uniform: float


@dataclass(frozen=True, slots=True)
class Fit:
    """An outlook for one number of players, and how good it is.

    Attributes:
        base, weight, spread: by month (:class:`edokko.players.outlook.Outlook`).
        quality: of each month that held-out games have positions in, then of all.
    """

    base: Floats
    weight: Floats
    spread: Floats
    quality: tuple[Quality, ...]

    def outlook(self) -> Outlook:
        """The numbers as the search takes them."""
        found = Outlook()
        found.base, found.weight, found.spread = self.base.tolist(), self.weight.tolist(), self.spread.tolist()
        return found


def fit(positions: Positions) -> Fit:
    """Fit each month by itself. The setup and months without positions take the numbers of the month after.

    Raises:
        ValueError: there are too few games.
    """
    base, weight, spread = np.zeros(MONTHS), np.zeros((MONTHS, FEATURE_COUNT)), np.zeros(MONTHS)
    is_held_out = positions.game % HELD_OUT == HELD_OUT - 1
    known = []
    quality = []
    for month in range(SETUP + 1, MONTHS):
        shown = positions.among((positions.month == month) & ~is_held_out)
        if len(shown.month) < FEATURE_COUNT:
            continue
        known.append(month)
        base[month], weight[month] = _line(shown)
        spread[month] = _spread(_expected(shown, base[month], weight[month]), shown.won)
        hidden = positions.among((positions.month == month) & is_held_out)
        if len(hidden.month):
            finals = _expected(hidden, base[month], weight[month])
            quality.append(_quality(month, finals, spread[month], hidden))
    if not quality:
        raise ValueError("too few games: nothing is left to fit, or to hold out")
    for month in range(MONTHS):
        source = min((one for one in known if one >= month), default=known[-1])
        base[month], weight[month], spread[month] = base[source], weight[source], spread[source]
    return Fit(base, weight, spread, (*quality, _together(quality)))


def _line(positions: Positions) -> tuple[float, Floats]:
    """The base and the weights of one month, by ridge regression over the seats of all positions.

    Features are brought to the same scale first, so that all are drawn to zero alike; one that never varies gets none.
    """
    seen = positions.features.reshape(-1, FEATURE_COUNT)
    final = positions.final.ravel()
    middle, scale = seen.mean(axis=0), seen.std(axis=0)
    varies = scale > 0
    alike = np.where(varies, seen - middle, 0.0) / np.where(varies, scale, 1.0)
    found = np.linalg.solve(alike.T @ alike + RIDGE * np.eye(FEATURE_COUNT), alike.T @ (final - final.mean()))
    weight: Floats = np.where(varies, found / np.where(varies, scale, 1.0), 0.0)
    return float(final.mean() - middle @ weight), weight


def _expected(positions: Positions, base: float, weight: Floats) -> Floats:
    """The expected final scores by position and seat."""
    found: Floats = base + positions.features @ weight
    return found


def _spread(expected: Floats, winner: npt.NDArray[np.int64]) -> float:
    """The temperature of the softmax under which the winners are most likely.

    The likelihood is concave in the inverse of the temperature, so its derivative is bisected.
    """
    low, high = 1 / MOST_SPREAD, 1 / LEAST_SPREAD
    for _ in range(60):
        middle = (low + high) / 2
        chances = win_chances(expected, 1 / middle)
        if (_of(expected, winner) - (chances * expected).sum(axis=1)).sum() > 0:
            low = middle
        else:
            high = middle
    return 2 / (low + high)


def win_chances(expected: Floats, spread: float) -> Floats:
    """The softmax of :func:`edokko.players.outlook.win_chances`, for many positions."""
    lead = (expected - expected.max(axis=1, keepdims=True)) / spread
    chances: Floats = np.exp(lead) / np.exp(lead).sum(axis=1, keepdims=True)
    return chances


def _of(values: Floats, seats: npt.NDArray[np.int64]) -> Floats:
    """The value of one seat in each row."""
    found: Floats = values[np.arange(len(seats)), seats]
    return found


def _quality(month: int, expected: Floats, spread: float, positions: Positions) -> Quality:
    chances = _of(win_chances(expected, spread), positions.won)
    error = float(np.sqrt(((expected - positions.final) ** 2).mean()))
    # A chance may be too small for a float.
    log_loss = float(-np.log(np.maximum(chances, 1e-300)).mean())
    return Quality(month, len(positions.month), error, log_loss, log(expected.shape[1]))


def _together(quality: list[Quality]) -> Quality:
    """All months as one."""
    count = sum(one.positions for one in quality)
    error = (sum(one.positions * one.error**2 for one in quality) / count) ** 0.5
    log_loss = sum(one.positions * one.log_loss for one in quality) / count
    return Quality(None, count, error, log_loss, quality[0].uniform)
