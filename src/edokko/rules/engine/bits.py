"""Sets of small numbers, each kept as the bits of one integer: cards, goods, buildings."""

from __future__ import annotations


def first_of(numbers: int) -> int:
    """Return the smallest number of a set that is not empty.

    A rule visits a set by its first number and then drops it with ``numbers &= numbers - 1``, so it looks at no number
    outside the set. Native code has one instruction for this function.
    """
    return (numbers & -numbers).bit_length() - 1
