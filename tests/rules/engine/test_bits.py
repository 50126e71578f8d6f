"""Sets as bits: plain and native code visit the same members."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from edokko.native.backends import NATIVE, backend_of
from edokko.rules.engine.bits import first_of
from edokko.rules.engine.registry import rule
from tests.helpers.native_rules import in_c


@rule
def visit(numbers: int, members: list[int]) -> int:
    """Write the members of a set in order; return their number."""
    count = 0
    while numbers:
        members[count] = first_of(numbers)
        numbers &= numbers - 1
        count += 1
    return count


@pytest.mark.parametrize("engine", ["plain", "native"])
@pytest.mark.parametrize("members", [[], [0], [0, 1, 13], [4, 59], list(range(60))])
def test_a_set_is_visited_in_order(engine: str, members: list[int]) -> None:
    found: Any = backend_of(engine).integers(60)
    count = (visit if engine == "plain" else in_c(visit))(sum(1 << number for number in members), found)
    assert list(found[:count]) == members


@pytest.mark.parametrize("width", [np.int16, np.int32, np.int64])
def test_a_narrow_field_holds_the_same_set(width: type[np.integer[Any]]) -> None:
    found: Any = NATIVE.integers(60)
    assert in_c(visit)(width(0b1010_0000_0001), found) == 3
    assert list(found[:3]) == [0, 9, 11]
