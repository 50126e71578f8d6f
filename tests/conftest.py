"""The engine of the tests, which tests measure coverage, and how tests are distributed.

All tests, and all processes that they start, use an engine in C that checks every index.

Those that share a module's fixture go to one process. Those with a browser come last.

pytest-xdist has groups of its own (``--dist=loadgroup``), but version 3.8 cannot name them with pytest 9.2 and then
distributes single tests.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped] # no stubs

from edokko.native.engine import VARIABLE, fresh

ROOT = Path(__file__).parents[1]
WEB = "tests/web/"
MEASURED = ("tests/rules/", "tests/explain/", "tests/test_batch.py")
"""The tests of the modules whose coverage is measured, except those with the mark `no_cover`."""


class FixtureScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Distributes single tests, but all of a file with a module's fixture to one process, which sets it up once."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def pytest_configure(config: pytest.Config) -> None:
    if VARIABLE not in os.environ:
        assert config.cache is not None
        library = fresh(config.cache.mkdir("engine") / "checked.so", "--checked")
        os.environ[VARIABLE] = str(library.path)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> FixtureScheduling:
    return FixtureScheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(MEASURED) and item.get_closest_marker("no_cover") is None:
            item.add_marker("measured")
    sizes = Counter(group_of(item.nodeid) for item in items)
    # Playwright's event loop counts as running until its browser is closed, at the end of the process. No other event
    # loop can run until then. Large groups come first, so that no process waits for one at the end.
    items.sort(key=lambda item: (item.nodeid.startswith(WEB), -sizes[group_of(item.nodeid)]))


def group_of(nodeid: str) -> str:
    """Return the group of a test: its file if that has a fixture for the module, else the test alone."""
    file = nodeid.partition("::")[0]
    return file if has_module_fixture(file) else nodeid


@cache
def has_module_fixture(file: str) -> bool:
    return 'scope="module"' in (ROOT / file).read_text(encoding="utf-8")
