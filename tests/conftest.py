"""How tests are distributed: a group of tests goes to one process, and tests with a browser come last."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

WEB = Path(__file__).parent / "web"


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function):
            fixtures = item._fixtureinfo.name2fixturedefs.values()
            if any(fixture.scope == "module" for found in fixtures for fixture in found):
                # One process sets the fixture up, once.
                item.add_marker(pytest.mark.xdist_group(item.location[0]))
    sizes = Counter(map(_group_of, items))
    # Playwright's event loop counts as running until its browser is closed, at the end of the process. No other event
    # loop can run until then. Large groups come first, so that no process waits for one at the end.
    items.sort(key=lambda item: (WEB in item.path.parents, -sizes[_group_of(item)]))


def _group_of(item: pytest.Item) -> str:
    """Return the group of a test; a test without one is a group of its own."""
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else item.nodeid
