"""Calibration: the measures are those of win chances whose truth is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.helpers.networks import random_network

from edokko.native.backends import PLAIN
from edokko.players.champion.stored import empty_network
from edokko.rules.state import SEATS
from edokko_research.train.calibration import bins, chances_of, draw, qualities
from edokko_research.train.months import Months
from helpers.networks import months


def with_known_chances(games: int) -> tuple[Months, np.ndarray]:
    """Return positions whose winners are drawn by known chances, and these."""
    data, generator = months(games, 1), np.random.default_rng(2)
    shares = generator.exponential(1.0, data.is_present.shape) * data.is_present
    chances = shares / shares.sum(axis=1, keepdims=True)
    winners = np.array([generator.choice(SEATS, p=row) for row in chances])
    return replace(data, winners=winners), chances


def test_true_chances_are_reliable_and_better_than_even_ones() -> None:
    data, chances = with_known_chances(3000)
    rows = np.arange(len(data))
    for point in bins(data, rows, chances):
        assert point.won == pytest.approx(point.mean, abs=5 * (0.25 / point.chances) ** 0.5)
    for quality in qualities(data, rows, chances):
        assert quality.positions == 3000
        assert quality.brier < quality.even_brier
    wrong = np.roll(chances, 1, axis=0)
    assert all(quality.brier > quality.even_brier for quality in qualities(data, rows, wrong))


def test_certain_chances_that_come_true_have_no_error() -> None:
    data = months(30, 3)
    rows = np.flatnonzero(data.is_held_out)
    chances = (data.winners[rows][:, np.newaxis] == np.arange(SEATS)).astype(float)
    assert [quality.brier for quality in qualities(data, rows, chances)] == [0, 0]
    assert [(point.mean, point.won) for point in bins(data, rows, chances)] == [(0, 0), (1, 1)]


def test_win_chances_are_those_of_the_network() -> None:
    data = months(12, 4)
    rows = np.arange(len(data))
    even = chances_of(data, rows, empty_network(), PLAIN)
    assert np.allclose(even, data.is_present / data.seats[:, np.newaxis])
    judged = chances_of(data, rows, random_network(5), PLAIN)
    assert np.allclose(judged.sum(axis=1), 1)
    assert not judged[~data.is_present].any()
    assert not np.allclose(judged, even)


def test_the_picture_is_reproducible() -> None:
    data, chances = with_known_chances(300)
    points = bins(data, np.arange(len(data)), chances)
    picture = draw(points, ".svg")
    assert b"Expected chance to win" in picture
    assert draw(points, ".svg") == picture
    assert draw(points, ".png").startswith(b"\x89PNG")
