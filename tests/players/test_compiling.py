"""Another process compiles what the players need, and ends with the one that began it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edokko.players import compiling, ready
from edokko.players.families import PLAYERS
from edokko.rules.compiled import cache_folder

BEGUN = """
import sys
from edokko.players import compiling, ready
compile_all = ready.compile_all
def told():
    print("compiled before:", compiling.is_done())
    compile_all()
ready.compile_all = told
compiling.PROCESS = sys.argv[1] or compiling.PROCESS
print("ready:", ready.wait(), compiling.is_done())
"""


@pytest.fixture
def unfinished(tmp_path: Path) -> dict[str, str]:
    """An environment whose machine code is there, but nobody has said that it is all."""
    assert ready.wait()
    kept = cache_folder()
    if kept is None:
        pytest.skip("NO MACHINE CODE CAN BE KEPT HERE: the compiler's own process is not tested")
    shutil.copytree(kept, tmp_path / kept.name)
    for family in PLAYERS:
        (tmp_path / kept.name / f"{family}.done").unlink()
    return {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}


@pytest.mark.parametrize(("process", "before"), [("", True), ("raise SystemExit(1)", False)])
def test_another_process_compiles_and_if_it_fails_this_one_does(
    unfinished: dict[str, str], process: str, before: bool
) -> None:
    begun = [sys.executable, "-c", BEGUN, process]
    ended = subprocess.run(begun, env=unfinished, capture_output=True, text=True, timeout=300)
    assert ended.stdout.splitlines() == [f"compiled before: {before}", "ready: True True"], ended.stderr


def test_a_process_that_fails_is_an_error_with_its_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "PROCESS", "import sys; print('.'); sys.exit('no memory')")
    told: list[int] = []
    with pytest.raises(compiling.CompilingFailed, match=r"^no memory$"):
        compiling.compile_side_by_side(["random"], told.append)
    assert told == [1]


def test_it_ends_with_the_process_that_began_it(tmp_path: Path) -> None:
    """Compiling takes a minute and more; here whoever began it is gone at once."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", compiling.PROCESS], env=environment, stdin=subprocess.DEVNULL, timeout=60
    )
    assert ended.returncode == 1
