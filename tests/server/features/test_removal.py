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


def test_every_folder_is_registered_under_its_name() -> None:
    assert sorted(feature.name for feature in FEATURES) == FOLDERS


def test_no_two_features_have_a_problem_or_a_preview_of_the_same_name() -> None:
    for names in (
        [*CODES_OF_THE_REST, *(code for feature in FEATURES for code in feature.problems)],
        [page for feature in FEATURES for page in feature.previews],
    ):
        assert len(set(names)) == len(names)


PROGRAM = """
import sys
import pytest
code = pytest.main(sys.argv[1:])
import edokko
from edokko.server.app.application import application
print(edokko.__file__)
sys.exit(code)
"""
"""Run tests with the copy of the package, and import the server's whole application from it."""
OPTIONS = ["-q", "-k", "not postgres", *(f"-pno:{name}" for name in ("cacheprovider", "xdist", "schemathesis"))]


@pytest.mark.parametrize("feature", FOLDERS)
def test_the_rest_works_without_a_feature(feature: str, tmp_path: Path) -> None:
    copy = tmp_path / "edokko"
    # With the code that Python has compiled: the files have their old times.
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("page"))
    shutil.rmtree(copy / "server/features" / feature)
    registry = copy / "server/app/features.py"
    name = feature.upper()
    text, removed = re.subn(rf"^from edokko.*import FEATURE as {name}\n", "", registry.read_text(), flags=re.MULTILINE)
    assert removed == 1
    text, removed = re.subn(rf"(?<=[( ]){name}(, |(?=\)))", "", text)
    assert removed == 1
    registry.write_text(text)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    environment.pop("EDOKKO_TEST_POSTGRES", None)
    tests = [str(ROOT / "tests/server" / name) for name in REST]
    command = [sys.executable, "-c", PROGRAM, *OPTIONS, *tests]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
    assert result.stdout.endswith(f"\n{copy}/__init__.py\n")
