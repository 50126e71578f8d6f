"""The rows of judged decisions, as Arrow tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.lab.data.files import from_rows
from edokko.rules.state import SEATS
from edokko_research.decisions.sampling import Decision
from edokko_research.decisions.schema import MOST_MARGINS, POSITIONS, SIBLINGS
from edokko_research.playouts.workbench import Verdict

Floats = npt.NDArray[np.float64]
NONE = -1
"""The number of the overlay with the shipped numbers."""


def positions_table(decisions: Sequence[Decision]) -> Any:
    """Return the table of positions."""
    rows = [
        (*_shared(decision), decision.options, decision.weight, decision.position.to_line()) for decision in decisions
    ]
    return from_rows(POSITIONS, rows)


def siblings_table(decisions: Sequence[Decision]) -> Any:
    """Return the table of siblings."""
    return from_rows(SIBLINGS, [row for decision in decisions for row in _siblings(decision)])


def _shared(decision: Decision) -> tuple[Any, ...]:
    game, state = decision.game, decision.state
    overlay = game.number if game.is_changed else NONE
    return decision.number, game.number, game.edition, game.seats, state.month, decision.kind, state.seat, overlay


def _siblings(decision: Decision) -> list[tuple[Any, ...]]:
    verdict, shared = decision.verdict, _shared(decision)
    playouts = verdict.margins.shape[1]
    loss, loss_se = losses(verdict.margins)
    win_loss, win_loss_se = losses(verdict.wins)
    halves, win_halves = half_means(verdict.margins), half_means(verdict.wins)
    deviations = verdict.margins.std(axis=1, ddof=1)
    return [
        (
            *shared,
            int(verdict.moves[place]),
            verdict.cells[place].tobytes(),
            playouts,
            _four(verdict.seat_margins[place]),
            _four(verdict.seat_wins[place]),
            float(deviations[place]),
            float(loss[place]),
            float(loss_se[place]),
            float(win_loss[place]),
            float(win_loss_se[place]),
            halves[place].tolist(),
            win_halves[place].tolist(),
            verdict.margins[place].tolist() if playouts <= MOST_MARGINS else None,
            _sheet(verdict, place),
        )
        for place in range(len(verdict.moves))
    ]


def losses(results: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return how much worse each candidate's mean is than the best mean, and the standard error of each difference.

    Args:
        results: an array (candidates, playouts). Playouts of the same number share their chance, so the error is that
            of paired differences.
    """
    best = int(results.mean(axis=1).argmax())
    differences = results[best] - results
    return differences.mean(axis=1), differences.std(axis=1, ddof=1) / np.sqrt(results.shape[1])


def half_means(results: npt.NDArray[np.int64]) -> Floats:
    """Return the means over the even and over the odd playouts, an array (candidates, 2)."""
    return np.stack([results[:, 0::2].mean(axis=1), results[:, 1::2].mean(axis=1)], axis=1)


def _four(values: Floats) -> list[float]:
    """Return the values of the seats, with 0 for those that the game does not have."""
    return [*values.tolist(), *[0.0] * (SEATS - len(values))]


def _sheet(verdict: Verdict, place: int) -> list[float]:
    sheet = verdict.sheets[place]
    return [*sheet.ravel().tolist(), *[0.0] * ((SEATS - len(sheet)) * sheet.shape[1])]
