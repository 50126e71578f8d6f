"""Compilation of the players' code in a subprocess, which ends with its parent."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edokko.players.runtime import compiling, ready
from edokko.players.runtime.families import PLAYER_FAMILIES
from edokko.rules.engine.compiled import cache_folder

PARENT = """
import sys
from edokko.players.runtime import compiling, ready
compile_all = ready.compile_all
def report():
    print("compiled before:", compiling.is_cached())
    compile_all()
ready.compile_all = report
compiling.PROCESS = sys.argv[1] or compiling.PROCESS
print("ready:", ready.wait(), compiling.is_cached())
"""
"""A process that waits for compilation and prints whether the cache is complete before and after."""


@pytest.fixture
def unfinished(tmp_path: Path) -> dict[str, str]:
    """Return an environment whose cache has all the machine code but lacks the marker files."""
    assert ready.wait()
    cache = cache_folder()
    if cache is None:
        pytest.skip("NO MACHINE CODE CAN BE CACHED HERE: the compiling subprocess is not tested")
    shutil.copytree(cache, tmp_path / cache.name)
    for family in PLAYER_FAMILIES:
        (tmp_path / cache.name / f"{family}.done").unlink()
    return {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}


@pytest.mark.parametrize(("process", "before"), [("", True), ("raise SystemExit(1)", False)])
def test_a_subprocess_compiles_and_if_it_fails_the_parent_does(
    unfinished: dict[str, str], process: str, before: bool
) -> None:
    command = [sys.executable, "-c", PARENT, process]
    parent = subprocess.run(command, env=unfinished, capture_output=True, text=True, timeout=300)
    assert parent.stdout.splitlines() == [f"compiled before: {before}", "ready: True True"], parent.stderr


def test_a_failing_subprocess_is_an_error_with_its_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "PROCESS", "import sys; print('.'); sys.exit('no memory')")
    counts: list[int] = []
    with pytest.raises(compiling.CompilingFailed, match=r"^no memory$"):
        compiling.compile_in_parallel(["random"], counts.append)
    assert counts == [1]


def test_the_subprocess_exits_when_its_parent_is_gone(tmp_path: Path) -> None:
    """Compiling takes more than a minute; here the input is closed from the start, as if the parent had died."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    process = subprocess.run(
        [sys.executable, "-c", compiling.PROCESS], env=environment, stdin=subprocess.DEVNULL, timeout=60
    )
    assert process.returncode == 1
