"""The engine and the library of the tests: both check every index, in all processes that tests start."""

from __future__ import annotations

import os

import pytest

from edokko.native.engine import VARIABLE, fresh
from edokko_research.engine import CHECKED


def pytest_configure(config: pytest.Config) -> None:
    if VARIABLE not in os.environ:
        assert config.cache is not None
        library = fresh(config.cache.mkdir("engine") / "checked.so", "--checked")
        os.environ[VARIABLE] = str(library.path)
    os.environ[CHECKED] = "1"
