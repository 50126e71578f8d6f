"""Each feature can be deleted: without its folder and its line, the server starts, and tests of the rest pass."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import edokko
from edokko.server.app.features import FEATURES
from edokko.table import problems

PACKAGE = Path(edokko.__file__).parent
ROOT = Path(__file__).parents[3]
FOLDERS = sorted(path.parent.name for path in (PACKAGE / "server/features").glob("*/feature.py"))
CODES_OF_THE_REST = " ".join(problems._CODES.values()).split()
REST = ["live/test_live.py", "tables/test_waiting.py", "workers/test_expiry.py"]
"""Tests of the rest, which wait for players, begin games, watch them, and let tables and guests expire."""
START_AND_TEST = """
import sys
import edokko
from edokko.server.app.application import application
print(edokko.__file__, flush=True)
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""
"""The package is imported before pytest, so that an import that fails is told as such."""


def test_every_folder_is_registered_under_its_name() -> None:
    assert sorted(feature.name for feature in FEATURES) == FOLDERS


def test_no_two_features_have_a_problem_or_a_preview_of_the_same_name() -> None:
    for names in (
        [*CODES_OF_THE_REST, *(code for feature in FEATURES for code in feature.problems)],
        [page for feature in FEATURES for page in feature.previews],
    ):
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("feature", FOLDERS)
def test_the_rest_works_without_a_feature(feature: str, tmp_path: Path) -> None:
    copy = tmp_path / "edokko"
    # With the translated modules: they are valid in the copy, which has the times of the sources.
    shutil.copytree(PACKAGE, copy)
    shutil.rmtree(copy / "server/features" / feature)
    registry = copy / "server/app/features.py"
    name = feature.upper()
    text, removed = re.subn(rf"^from edokko.*import FEATURE as {name}\n", "", registry.read_text(), flags=re.MULTILINE)
    assert removed == 1
    text, removed = re.subn(rf"(?<=[( ]){name}(, |(?=\)))", "", text)
    assert removed == 1
    registry.write_text(text)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    # Of pytest's plug-ins, the rest needs the one of the limit in pyproject.toml; the others take long to import.
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("EDOKKO_TEST_POSTGRES", None)
    tests = [str(ROOT / "tests/server" / name) for name in REST]
    options = ["-q", "-p", "no:cacheprovider", "-p", "pytest_timeout", "-k", "not postgres"]
    result = subprocess.run(
        [sys.executable, "-c", START_AND_TEST, *options, *tests],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
    assert Path(result.stdout.partition("\n")[0]) == copy / "__init__.py"
