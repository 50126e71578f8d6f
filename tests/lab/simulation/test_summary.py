"""Summaries of simulations: coverage of intervals, and sums."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from edokko.lab.simulation.summary import Tally, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (250, 1000, 0.2242, 0.2778)],
)
def test_wilson_intervals_are_those_of_the_tables(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_covers_the_true_share_in_nearly_95_of_100_trials() -> None:
    wins = np.random.default_rng(1).binomial(60, 0.25, 4000)
    covered = [low <= 0.25 <= high for low, high in (wilson(int(count), 60) for count in wins)]
    assert 0.93 < np.mean(covered) < 0.975


def test_a_tally_adds_up() -> None:
    totals = np.array([[10, 20], [30, 25], [5, 50]], np.int16)
    rankings = np.array([[1, 0], [0, 1], [1, 0]], np.int16)
    decisions, branching = np.array([100, 200, 300]), np.array([300, 600, 900])
    tally = Tally(["one", "two"])
    for games in (slice(0, 1), slice(1, 3)):
        tally.add(totals[games], rankings[games], decisions[games], branching[games])
    summary = tally.summary(seconds=2.0)
    assert (summary.games, summary.decisions, summary.length) == (3, 600, 200)
    assert (summary.games_per_second, summary.decisions_per_second) == (1.5, 300)
    assert summary.branching == 3
    assert (summary.best, summary.median) == (50, 22.5)
    assert summary.mean == pytest.approx(140 / 6)
    assert summary.winning == pytest.approx(100 / 3)
    first, second = summary.seats
    assert (first.wins, second.wins) == (1, 2)
    assert second.win_share == pytest.approx(2 / 3)
    assert (first.mean, first.median, first.best) == (15, 10, 30)
    assert (second.low, second.high) == wilson(2, 3)


def test_a_tally_agrees_with_arrays_of_all_games() -> None:
    generator = np.random.default_rng(3)
    totals = generator.integers(-5, 90, (501, 3)).astype(np.int16)
    rankings = np.argsort(-totals, axis=1, kind="stable").astype(np.int16)
    lengths, branching = generator.integers(100, 400, 501), generator.integers(300, 900, 501)
    tally = Tally(["one", "two", "three"])
    for start in range(0, 501, 100):
        part = slice(start, start + 100)
        tally.add(totals[part], rankings[part], lengths[part], branching[part])
    summary = tally.summary(1.0)
    assert (summary.mean, summary.median) == (totals.mean(), np.median(totals))
    assert summary.winning == pytest.approx(totals.max(axis=1).mean())
    for seat in summary.seats:
        assert (seat.mean, seat.median) == (totals[:, seat.seat].mean(), np.median(totals[:, seat.seat]))
    assert sum(seat.wins for seat in summary.seats) == 501


def test_the_memory_of_a_tally_does_not_grow_with_the_games() -> None:
    generator = np.random.default_rng(3)
    tally, sizes = Tally(["one", "two"]), []
    for _ in range(2):
        for _ in range(50):
            totals = generator.integers(0, 50, (200, 2)).astype(np.int16)
            rankings = np.argsort(-totals, axis=1).astype(np.int16)
            tally.add(totals, rankings, np.full(200, 100), np.full(200, 300))
        sizes.append(len(pickle.dumps(tally)))
    assert sizes[1] < 1.2 * sizes[0]


def test_an_empty_tally_has_no_summary() -> None:
    with pytest.raises(ValueError, match="no game"):
        Tally(["one", "two"]).summary(1.0)
