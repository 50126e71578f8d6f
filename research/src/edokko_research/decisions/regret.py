"""How much players lose at the decisions of a sample: the loss to the best candidate, the gain over a random one.

Both are differences of candidates' results. With the best candidate by the same results as the standard, luck makes the
best look better than it is, so a loss is an upper bound; the mean gain has no such bias. The difference between the
gain of the best by half of the playouts, judged by the other half, and a player's gain is a lower bound of its loss.

Decisions of one game are not independent, so intervals are over games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from edokko_research.decisions.cases import Case, Floats
from edokko_research.decisions.intervals import Estimate, clustered_mean
from edokko_research.decisions.valuers import Valuer

ERRORS = 2.0
"""A candidate within so many standard errors of the best one counts as equal to it."""
HALF = "half"
"""The name of the best candidate by half of the playouts."""


@dataclass(frozen=True, slots=True)
class Line:
    """A player at some of the decisions.

    Attributes:
        name: the player.
        decisions: the decisions that count.
        loss: the mean margin lost to the best candidate, in IKI.
        win_loss: the mean chance to win lost to the candidate with the most wins.
        gain: the mean margin gained over a random candidate, in IKI.
        equal: the share of choices that are within ``ERRORS`` standard errors of the best.
    """

    name: str
    decisions: int
    loss: Estimate
    win_loss: Estimate
    gain: Estimate
    equal: float


@dataclass(frozen=True)
class Judged:
    """A player's results at each decision of a sample; not a number where it is left out."""

    name: str
    loss: Floats
    win_loss: Floats
    gain: Floats
    equal: Floats


def judge(cases: Sequence[Case], player: Valuer, advance: Callable[[int], None] = lambda done: None) -> Judged:
    """Ask a player for its choice at each decision.

    Args:
        cases: the decisions.
        player: the player.
        advance: a callback that receives the number of decisions so far.
    """
    rows = []
    for done, case in enumerate(cases, 1):
        values = player.values(case)
        rows.append([nan] * 4 if values is None else _result(case, shares_of(values)))
        advance(done)
    return Judged(player.name, *np.array(rows, np.float64).T)


def judge_half(cases: Sequence[Case]) -> Judged:
    """Judge the best candidate by half of the playouts by the other half, both ways."""
    rows = []
    for case in cases:
        first, second = case.halves.T
        best_first, best_second = int(first.argmax()), int(second.argmax())
        gain = (second[best_first] - second.mean() + first[best_second] - first.mean()) / 2
        shares = np.zeros(len(first))
        shares[best_first] += 0.5
        shares[best_second] += 0.5
        _, win_loss, _, equal = _result(case, shares)
        rows.append([case.margins.max() - case.margins.mean() - gain, win_loss, gain, equal])
    return Judged(HALF, *np.array(rows, np.float64).T)


def shares_of(values: Sequence[float]) -> Floats:
    """Return how often each candidate is chosen: those with the highest value share the choice."""
    array = np.asarray(values, np.float64)
    is_best = array == array.max()
    shares: Floats = is_best / is_best.sum()
    return shares


def _result(case: Case, shares: Floats) -> list[float]:
    """Return loss, loss of wins, gain and whether the choice is as good as the best."""
    margin = float(shares @ case.margins)
    is_equal = case.margins.max() - case.margins <= ERRORS * case.loss_errors
    return [
        float(case.margins.max()) - margin,
        float(case.wins.max() - shares @ case.wins),
        margin - float(case.margins.mean()),
        float(shares @ is_equal),
    ]


# --- summaries

ALL, AS_PLAYED = "all", "as_played"
GROUPS: dict[str, Callable[[Case], str | int]] = {
    "kind": lambda case: case.kind,
    "month": lambda case: case.month,
    "seats": lambda case: case.seats,
    "edition": lambda case: case.edition,
    "prices": lambda case: "changed" if case.is_changed else "shipped",
}
"""What the decisions are grouped by."""


def summary(cases: Sequence[Case], judged: Judged, *, as_played: bool = False) -> Line:
    """Return the means over decisions.

    Args:
        cases: the decisions.
        judged: the player's results at them.
        as_played: whether a decision counts as often as its kind occurs in games; else all count alike.
    """
    weights = np.array([case.weight if as_played else 1.0 for case in cases])
    games = np.array([case.game for case in cases])
    is_counted = ~np.isnan(judged.loss)

    def mean(values: Floats) -> Estimate:
        return clustered_mean(values[is_counted], weights[is_counted], games[is_counted])

    equal = mean(judged.equal).mean
    count = int(is_counted.sum())
    return Line(judged.name, count, mean(judged.loss), mean(judged.win_loss), mean(judged.gain), equal)


def by_group(cases: Sequence[Case], judged: Judged, group: str) -> Iterator[tuple[str, Line]]:
    """Yield the values of a group and the means over their decisions, in order."""
    keys = [GROUPS[group](case) for case in cases]
    for value in sorted(set(keys), key=lambda key: (isinstance(key, str), key)):
        places = [place for place, key in enumerate(keys) if key == value]
        part = Judged(
            judged.name, judged.loss[places], judged.win_loss[places], judged.gain[places], judged.equal[places]
        )
        yield str(value), summary([cases[place] for place in places], part)
