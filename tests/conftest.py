"""The engine of the tests, which tests measure coverage, and how tests are distributed.

All tests, and all processes that they start, use an engine in C that checks every index.

Those that share a module's fixture go to one process. Those with a browser come last. Otherwise the longest come first,
so that no process waits for one at the end: `durations.json` has the seconds of those that take long.

pytest-xdist has groups of its own (``--dist=loadgroup``), but version 3.8 cannot name them with pytest 9.2 and then
distributes single tests.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped] # no stubs

from edokko.native.engine import VARIABLE, fresh

ROOT = Path(__file__).parents[1]
WEB = "tests/web/"
MEASURED = ("tests/rules/", "tests/explain/", "tests/test_batch.py")
"""The tests of the modules whose coverage is measured, except those with the mark `no_cover`."""
DURATIONS = Path(__file__).parent / "durations.json"
LONG = 3
"""The seconds from which a group is in the file of durations."""


class FixtureScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Distributes single tests, but all of a file with a module's fixture to one process, which sets it up once."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matrices", action="store_true", help="include the page in every size, script and language")
    parser.addoption("--third", metavar="COMMIT", help="of --matrices, a third: with each commit another one")
    parser.addoption("--store-durations", action="store_true", help=f"renew tests/{DURATIONS.name} with this run")


def pytest_configure(config: pytest.Config) -> None:
    if VARIABLE not in os.environ:
        assert config.cache is not None
        library = fresh(config.cache.mkdir("engine") / "checked.so", "--checked")
        os.environ[VARIABLE] = str(library.path)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> FixtureScheduling:
    return FixtureScheduling(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    views = [item for item in items if item.get_closest_marker("matrix")]
    left = left_out(views, config.getoption("--matrices"), config.getoption("--third"))
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]
    for item in items:
        if item.nodeid.startswith(MEASURED) and item.get_closest_marker("no_cover") is None:
            item.add_marker("measured")
    sizes = Counter(group_of(item.nodeid) for item in items)
    durations = json.loads(DURATIONS.read_text())

    def order(item: pytest.Item) -> tuple[bool, float, int]:
        # Playwright's event loop counts as running until its browser is closed, at the end of the process. No other
        # event loop can run until then.
        group = group_of(item.nodeid)
        return item.nodeid.startswith(WEB), -durations.get(group, 0), -sizes[group]

    items.sort(key=order)


def left_out(views: Sequence[pytest.Item], is_whole: bool, commit: str | None) -> set[pytest.Item]:
    """Return the tests of the matrix that do not run; a third of each test function's runs, chosen by the commit."""
    if not is_whole:
        return set(views)
    if commit is None:
        return set()
    order = sorted(views, key=lambda item: (item.nodeid.partition("[")[0], crc32((commit + item.nodeid).encode())))
    return {item for place, item in enumerate(order) if place % 3}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Store the durations of the groups that have run, and keep those of all others."""
    if not config.getoption("--store-durations"):
        return
    found: defaultdict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                found[group_of(report.nodeid)] += report.duration
    stored = json.loads(DURATIONS.read_text()) | {group: round(seconds) for group, seconds in found.items()}
    kept = {group: seconds for group, seconds in sorted(stored.items()) if seconds >= LONG}
    DURATIONS.write_text(json.dumps(kept, indent=2) + "\n")


def group_of(nodeid: str) -> str:
    """Return the group of a test: its file if that has a fixture for the module, else the test alone."""
    file = nodeid.partition("::")[0]
    return file if has_module_fixture(file) else nodeid


@cache
def has_module_fixture(file: str) -> bool:
    return 'scope="module"' in (ROOT / file).read_text(encoding="utf-8")
