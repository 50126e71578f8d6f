"""How far two samples with the same decisions agree: the order of the candidates, and which is the best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from edokko import extras
from edokko_research.decisions.cases import Case, Floats
from edokko_research.decisions.regret import ERRORS

FEWEST = 3
"""The minimum number of candidates of a decision whose order is compared."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two measurements of the same candidates.

    Attributes:
        decisions: the decisions that are compared.
        correlation: Spearman's rank correlation of the candidates' margins, mean over decisions with at least
            ``FEWEST`` candidates; not a number without any.
        same_best: the share of decisions with the same best candidate.
        equal_best: the share in which the other's best is within ``ERRORS`` standard errors of the best here.
    """

    decisions: int
    correlation: float
    same_best: float
    equal_best: float


def agreement(cases: Sequence[Case], others: dict[int, Case]) -> Agreement | None:
    """Compare a sample with another one with the same decisions; ``None`` if they share none.

    Args:
        cases: the decisions.
        others: those of the other sample by number.
    """
    pairs = [
        (case, others[case.decision].margins)
        for case in cases
        if case.decision in others and others[case.decision].moves == case.moves
    ]
    return _agreement(pairs) if pairs else None


def agreement_of_halves(cases: Sequence[Case]) -> Agreement:
    """Compare the even with the odd playouts: how much half of the playouts can agree with all at most."""
    return _agreement([(case, case.halves[:, 1]) for case in cases], [case.halves[:, 0] for case in cases])


def _agreement(pairs: Sequence[tuple[Case, Floats]], own: Sequence[Floats] | None = None) -> Agreement:
    firsts = own or [case.margins for case, _ in pairs]
    same, equal = [], []
    for (case, second), first in zip(pairs, firsts, strict=True):
        best, other = int(first.argmax()), int(second.argmax())
        same.append(best == other)
        equal.append(first[best] - first[other] <= ERRORS * case.loss_errors[other])
    correlations = _correlations((first, second) for (_, second), first in zip(pairs, firsts, strict=True))
    correlation = float(np.mean(correlations)) if correlations else nan
    return Agreement(len(pairs), correlation, float(np.mean(same)), float(np.mean(equal)))


def _correlations(pairs: Iterable[tuple[Floats, Floats]]) -> list[float]:
    """Return the rank correlations of pairs of measurements; constant ones have none."""
    rank = extras.lab("scipy.stats").rankdata
    ranks = [(rank(first), rank(second)) for first, second in pairs if len(first) >= FEWEST]
    return [float(np.corrcoef(first, second)[0, 1]) for first, second in ranks if first.std() and second.std()]
