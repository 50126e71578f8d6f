"""Rules that are no entry points of the engine, in a library of their own."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from edokko.native.building import build
from edokko.native.engine import VARIABLE


@cache
def in_c(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a rule in C, which checks every index. The library is kept beside the engine of the tests."""
    return build([function], Path(os.environ[VARIABLE]).parent, is_checked=True).call(function)
