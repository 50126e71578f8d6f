"""The exponential function of the rules: exact to one unit in the last place, the same in Python and in C."""

from __future__ import annotations

import decimal
import math
import random
from itertools import pairwise
from pathlib import Path

import pytest

from edokko.native.building import build
from edokko.rules.engine.exponential import LEAST, LOWEST_POWER, MOST, exponential

DIGITS = decimal.Context(prec=40)
SPANS = ((LEAST, MOST), (-30.0, 0.0), (-1.0, 1.0), (-0.36, 0.36))
BORDER = 40
"""So many neighbours on either side of the border between two powers of 2 are computed."""


def samples(count: int) -> list[float]:
    """Return arguments from every span."""
    chance = random.Random(13)
    return [chance.uniform(*span) for span in SPANS for _ in range(count)]


def borders() -> list[list[float]]:
    """Return the neighbours of each argument where the power of 2 changes."""
    rows = []
    for power in range(LOWEST_POWER + 1, 1024):
        row = [(power + 0.5) * math.log(2)]
        for _ in range(BORDER):
            row = [math.nextafter(row[0], -math.inf), *row, math.nextafter(row[-1], math.inf)]
        rows.append([x for x in row if LEAST < x < MOST])
    return rows


def error(x: float) -> float:
    """Return the distance from the true value in units in the last place."""
    true = DIGITS.exp(decimal.Decimal(x))
    return float(abs(decimal.Decimal(exponential(x)) - true) / decimal.Decimal(math.ulp(float(true))))


def test_the_error_is_below_one_unit_in_the_last_place() -> None:
    numbers = samples(5000) + [x for row in borders() for x in row[::40]]
    assert max(map(error, numbers)) < 0.9


def test_it_grows_with_its_argument_where_the_power_of_two_changes() -> None:
    for row in borders():
        assert all(first <= second for first, second in pairwise(map(exponential, row)))


@pytest.mark.parametrize("x", [-math.inf, -1e300, -709.0, LEAST, math.nan])
def test_it_is_zero_far_below(x: float) -> None:
    assert exponential(x) == 0.0


@pytest.mark.parametrize("x", [MOST, 710.0, 1e300, math.inf])
def test_it_stays_finite_far_above(x: float) -> None:
    assert exponential(x) == exponential(MOST) == pytest.approx(math.exp(MOST), rel=1e-15)


def test_the_exponential_of_zero_is_one() -> None:
    assert exponential(0.0) == exponential(-0.0) == 1.0


def test_c_gives_the_same_digits(tmp_path: Path) -> None:
    call = build([exponential], tmp_path).call(exponential)
    ends = [-math.inf, LEAST, -0.0, 0.0, MOST, math.inf, math.nan]
    for x in (*samples(5000), *ends):
        assert call(x) == exponential(x), x
