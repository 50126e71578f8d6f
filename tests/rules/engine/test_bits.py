"""Sets as bits: plain and compiled code visit the same members."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from edokko.native.backends import NATIVE, PLAIN, Backend
from edokko.rules.engine.bits import first_of
from edokko.rules.engine.registry import rule


@rule
def visit(numbers: int, members: list[int]) -> int:
    """Write the members of a set in order; return their number."""
    count = 0
    while numbers:
        members[count] = first_of(numbers)
        numbers &= numbers - 1
        count += 1
    return count


@pytest.mark.parametrize("backend", [PLAIN, NATIVE], ids=["plain", "compiled"])
@pytest.mark.parametrize("members", [[], [0], [0, 1, 13], [4, 59], list(range(60))])
def test_a_set_is_visited_in_order(backend: Backend, members: list[int]) -> None:
    found: Any = backend.integers(60)
    count = backend.call(visit)(sum(1 << number for number in members), found)
    assert list(found[:count]) == members


@pytest.mark.parametrize("width", [np.int16, np.int32, np.int64])
def test_a_narrow_field_holds_the_same_set(width: type[np.integer[Any]]) -> None:
    found: Any = NATIVE.integers(60)
    assert NATIVE.call(visit)(width(0b1010_0000_0001), found) == 3
    assert list(found[:3]) == [0, 9, 11]
