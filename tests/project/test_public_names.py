"""The names that other packages may take from edokko, besides those of the library's pages: none may go."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module

import pytest

from tests.helpers.paths import DOCS, SOURCE

PUBLIC = {
    "edokko.native": {"Backend", "Cells", "Fields", "build", "entry_point", "fields", "rule", "sources"},
    "edokko.observation": {
        *("CELLS", "LAYOUT", "PIECES", "SCALES", "VERSION", "Cells", "Piece"),
        *("floats", "observe", "relative", "views"),
    },
    "edokko.players.champion": {"NetworkError", "StoredNetwork", "file_hash", "read_network", "write_network"},
}
PAGES = {
    "edokko.native": "build/writing-rules.md",
    "edokko.observation": "build/environments.md",
    "edokko.players.champion": "build/network-file.md",
}
"""The page that explains the names of each package."""


@pytest.mark.parametrize("package", PUBLIC)
def test_a_package_has_its_public_names(package: str) -> None:
    module = import_module(package)
    assert set(module.__all__) == PUBLIC[package]
    assert all(getattr(module, name) is not None for name in PUBLIC[package])
    with pytest.raises(AttributeError, match="no attribute 'absent'"):
        _ = module.absent


@pytest.mark.parametrize("package", PUBLIC)
def test_a_page_explains_them(package: str) -> None:
    page = (DOCS / PAGES[package]).read_text(encoding="utf-8")
    assert package in page
    words = set(re.findall(r"\w+", page))
    assert PUBLIC[package] <= words


@pytest.mark.parametrize("package", PUBLIC)
def test_importing_a_package_loads_no_numpy(package: str) -> None:
    code = f"import sys, {package}; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_package_imports_nothing_of_the_research() -> None:
    """The project in ``research/`` imports the package, and is in no wheel."""
    sources = sorted((SOURCE / "edokko").rglob("*.py"))
    assert len(sources) > 400
    assert [path for path in sources if "edokko_research" in path.read_text(encoding="utf-8")] == []
