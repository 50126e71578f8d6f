"""What the network learns: the outlook's error, and targets with less luck than a final score.

A final score holds the luck of all months to come. The expectation at the beginning of the next month holds that of one
month, but also the errors of the values. A return mixes both (TD(lambda): Sutton, 1988).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from edokko.players.evaluation.outlook import Outlook
from edokko.rules.state import NEW_YEAR, SEATS
from edokko_research.data.observed import DataError
from edokko_research.train.months import Months
from edokko_research.tune.outlook_fit import best_spread, fit
from edokko_research.tune.positions import Positions

Floats = npt.NDArray[np.float32]
LATE = 10
"""The month after which targets lean more and more on finished games."""


def fit_outlooks(data: Months, rows: npt.NDArray[np.int64]) -> dict[int, Outlook]:
    """Fit an outlook for each number of players.

    Args:
        data: the data.
        rows: the rows of the fit.

    Raises:
        DataError: there are too few games with a number of players.
    """
    outlooks = {}
    for players in range(2, SEATS + 1):
        chosen = rows[data.seats[rows] == players]
        names, index, game = np.unique(data.games[chosen], return_index=True, return_inverse=True)
        firsts = chosen[index]
        positions = Positions(
            features=data.features[chosen, :players].astype(np.float64),
            month=data.months[chosen],
            game=game.astype(np.int64),
            totals=data.totals[firsts, :players].astype(np.float64),
            winner=data.winners[firsts],
        )
        try:
            outlooks[players] = fit(positions).outlook()
        except ValueError:
            raise DataError(f"{len(names)} games with {players} players; more are needed for a fit") from None
    return outlooks


def with_best_spreads(
    data: Months, rows: npt.NDArray[np.int64], values: Floats, outlooks: Mapping[int, Outlook]
) -> dict[int, Outlook]:
    """Return outlooks whose win chances fit expected final scores other than their own: those of a network.

    Args:
        data: the data.
        rows: the rows of the fit.
        values: the expected final scores, (rows of the data, ``SEATS``).
        outlooks: by number of players; a month without positions keeps its spread.
    """
    fitted = {}
    for players, outlook in outlooks.items():
        fitted[players] = outlook.copy()
        own = rows[data.seats[rows] == players]
        for month in np.unique(data.months[own]):
            chosen = own[data.months[own] == month]
            fitted[players].spread[month] = best_spread(values[chosen, :players].astype(float), data.winners[chosen])
    return fitted


def expected(data: Months, outlooks: Mapping[int, Outlook]) -> Floats:
    """Return the outlooks' expected final scores, (rows, ``SEATS``); 0 for missing seats."""
    finals = np.zeros((len(data), SEATS), np.float32)
    for players, outlook in outlooks.items():
        rows = np.flatnonzero(data.seats == players)
        base, weight = np.array(outlook.base), np.array(outlook.weight)
        months = data.months[rows]
        values = base[months][:, np.newaxis] + np.einsum("nsf,nf->ns", data.features[rows], weight[months])
        finals[rows] = np.where(data.is_present[rows], values, 0)
    return finals


def returns(data: Months, values: Floats, share: float, anchor: float = 0.0) -> Floats:
    """Return the target of each row and seat: a final score, or a mixture of it with the values of the next months.

    Where a search has played, the target is what the search of the position expects: it averages many ways to play on,
    and a result is one of them.

    Args:
        data: the data.
        values: the expected final scores, (rows, ``SEATS``).
        share: lambda: 1 for the final score alone, 0 for the value of the next month alone.
        anchor: the weight of the mean of the games that finish a position, beside the expectation of its search, up to
            month 10; it rises to 1 at New Year, because a search misjudges the last months most.
    """
    targets = data.totals.copy()
    for row in np.flatnonzero(~data.is_last)[::-1]:
        targets[row] = (1 - share) * values[row + 1] + share * targets[row + 1]
    late = np.clip((data.months - LATE) / (NEW_YEAR - LATE), 0, 1)
    weights = np.where(data.finished.any(axis=(1, 2)), anchor + (1 - anchor) * late, 0)[:, np.newaxis]
    judged = (1 - weights) * data.searched + weights * data.finished.mean(axis=1)
    return np.where(data.searched.any(axis=1, keepdims=True), judged, targets).astype(np.float32)


def leads(scores: Floats, data: Months) -> Floats:
    """Return each seat's lead over the mean of the others, (rows, ``SEATS``), as the search maximises it."""
    totals = scores.sum(axis=1, keepdims=True)
    others = (totals - scores) / (data.seats[:, np.newaxis] - 1)
    return np.where(data.is_present, scores - others, 0).astype(np.float32)


def true_miss(data: Months, expectations: Floats) -> float:
    """Return the root-mean-square difference between expected leads and the true ones, in IKI.

    The true lead of a position is the mean over games that finish it. Two halves of these games have independent
    errors, so the product of the differences from both has no noise of theirs.

    Args:
        data: positions with games that finish them.
        expectations: the expected final scores, (rows, ``SEATS``).
    """
    own = leads(expectations, data)
    first, second = (own - leads(data.finished[:, half], data) for half in range(2))
    return float(np.sqrt(max(float(np.mean((first * second)[data.is_present])), 0.0)))
