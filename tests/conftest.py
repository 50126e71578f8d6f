"""How tests are distributed: those that share a module's fixture go to the same process, which sets it up once."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function):
            fixtures = item._fixtureinfo.name2fixturedefs.values()
            if any(fixture.scope == "module" for found in fixtures for fixture in found):
                item.add_marker(pytest.mark.xdist_group(item.location[0]))
