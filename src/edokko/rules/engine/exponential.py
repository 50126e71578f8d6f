"""The exponential function in additions and multiplications alone: every processor gives the same digits.

IEEE 754 fixes the last digit of ``+ - * /`` and of the square root, and of nothing else: mathematical libraries differ
in the last digit of ``exp``, and then a search on another machine may choose another move.
"""

from __future__ import annotations

from math import factorial

from edokko.rules.engine.registry import rule

LEAST, MOST = -708.0, 709.78
"""The arguments between which the result is neither too small nor too large for a number of double precision."""
PER_LN2 = 1.4426950408889634
LN2_HIGH = 0x162E42FEE / 0x200000000
"""The logarithm of 2 to 33 bits: its product with a whole number of 11 bits is exact."""
LN2_LOW = 1.9082149292705877e-10
"""What is left of it."""
C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13 = (1 / factorial(power) for power in range(2, 14))
"""The coefficients of the Taylor series."""
LOWEST_POWER = -1022
SMALL_POWERS = tuple(2.0**power for power in range(32))
LARGE_POWERS = tuple(2.0**power for power in range(LOWEST_POWER, 1024, 32))
"""Each power of 2 is the product of one small and one large power."""


@rule
def exponential(x: float) -> float:
    """Return the exponential of a number, to 0.9 units in the last place.

    Up to -708 it is 0, as it is for what is not a number; from 709.78 on it grows no more.

    With ``n`` the whole number next to ``x / ln 2``, the rest ``x - n ln 2`` lies within 0.35 of 0. The subtraction has
    two parts, so that it loses no digit (Cody and Waite, Software Manual for the Elementary Functions, 1980, chapter
    6). The Taylor polynomial of degree 13 gives the exponential of the rest to 0.04 units, and the product with
    ``2 ** n`` is exact.
    """
    if not x > LEAST:
        return 0.0
    x = min(x, MOST)
    n = int(x * PER_LN2 + (0.5 if x > 0.0 else -0.5))
    high, low = x - n * LN2_HIGH, n * LN2_LOW
    rest = high - low
    square = rest * rest
    # Two chains, for even and odd powers, take half the time of one.
    even = C2 + square * (C4 + square * (C6 + square * (C8 + square * (C10 + square * C12))))
    odd = C3 + square * (C5 + square * (C7 + square * (C9 + square * (C11 + square * C13))))
    result = 1.0 + (high + (square * (even + rest * odd) - low))
    place = n - LOWEST_POWER
    return result * SMALL_POWERS[place & 31] * LARGE_POWERS[place >> 5]
