"""Small samples of months and searches whose truth is known."""

from __future__ import annotations

import numpy as np

from edokko.observation import CELLS, PIECES, views
from edokko.players.evaluation.outlook import FEATURE_COUNT
from edokko.rules.state import SEATS
from edokko_research.train.months import Months
from edokko_research.train.searches import Searches


def months(games: int, seed: int, noise: float = 1.0) -> Months:
    """Return games of two months whose final scores a network can learn: a share of what a seat has in mon.

    The games have two, three and four players in turn. The features say nothing.
    """
    generator = np.random.default_rng(seed)
    dense = np.zeros((2 * games, CELLS), np.int8)
    seats = np.repeat(2 + np.arange(games) % 3, 2)
    pieces = views(dense)
    shape = pieces["mon"].shape[1:]
    pieces["mon"][:] = np.repeat(generator.random((games, *shape)) < 0.3, 2, axis=0)
    pieces["mon"][np.arange(SEATS) >= seats[:, np.newaxis]] = 0
    is_present = np.arange(SEATS) < seats[:, np.newaxis]
    mon = pieces["mon"].sum(axis=2).astype(np.float32)
    totals = np.where(is_present, 50 + 2 * mon, 0)
    totals += np.where(is_present, np.repeat(generator.normal(0, noise, (games, SEATS)), 2, axis=0), 0)
    row, cells = np.nonzero(dense)
    return Months(
        games=np.repeat(np.arange(games), 2),
        is_held_out=np.repeat(np.arange(games) % 5 == 4, 2),
        seats=seats,
        months=np.tile([2, 3], games),
        cells=cells.astype(np.int16),
        values=dense[row, cells],
        cell_starts=np.concatenate([[0], np.cumsum(np.bincount(row, minlength=len(dense)))]),
        features=np.zeros((2 * games, SEATS, FEATURE_COUNT), np.float32),
        totals=totals.astype(np.float32),
        searched=np.zeros((2 * games, SEATS), np.float32),
        finished=np.zeros((2 * games, 2, SEATS), np.float32),
        winners=totals.argmax(axis=1),
    )


def searches(games: int, seed: int, moves: int = 5) -> Searches:
    """Return decisions, two of each game, whose search visits one move most often: the one with the number of rice."""
    generator = np.random.default_rng(seed)
    dense = np.zeros((2 * games, CELLS), np.int8)
    best = generator.integers(0, moves, 2 * games)
    rice = views(dense)["rice"]
    for place in range(moves - 1):
        rice[:, 0, place] = best > place
    views(dense)["mon"][:] = generator.random(PIECES["mon"].shape) < 0.3
    shares = np.full((2 * games, moves), 0.1 / (moves - 1), np.float32)
    shares[np.arange(2 * games), best] = 0.9
    row, cells = np.nonzero(dense)
    return Searches(
        games=np.repeat(np.arange(games), 2),
        is_held_out=np.repeat(np.arange(games) % 5 == 4, 2),
        cells=cells.astype(np.int16),
        values=dense[row, cells],
        cell_starts=np.concatenate([[0], np.cumsum(np.bincount(row, minlength=len(dense)))]),
        moves=np.tile(np.arange(100, 100 + moves, dtype=np.int16), 2 * games),
        shares=shares.ravel(),
        move_starts=np.arange(0, 2 * games * moves + 1, moves),
    )
