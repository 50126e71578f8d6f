"""Commands that need machine code announce compilation, show its progress, and start their clock afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from edokko.cli import engines
from edokko.players.runtime import compiling
from edokko.players.runtime.compiling import CompilingFailed
from edokko.players.runtime.families import DEFAULT_FAMILIES, FAMILIES
from edokko.rules.engine import compiled
from tests.helpers.paths import SAMPLES, SOURCE
from tests.helpers.terminal import Terminal, edokko

NO_FOLDER = "/dev/null/cache"
SECONDS = 1.5
BAR = r"Compiling \S+ +[1-9]\d*/\d+ "
"""A progress bar with at least one step."""

Compile = Callable[[Sequence[str], Callable[[int], None]], None]


def simulate_empty_cache(monkeypatch: pytest.MonkeyPatch, compile_in_parallel: Compile) -> None:
    """Make the next command find no machine code, and replace the compiler."""
    monkeypatch.setattr(compiling, "missing", tuple)
    monkeypatch.setattr(compiling, "compile_in_parallel", compile_in_parallel)


def slow_compiler(names: Sequence[str], progress: Callable[[int], None]) -> None:
    time.sleep(SECONDS)


def failing_compiler(names: Sequence[str], progress: Callable[[int], None]) -> None:
    raise CompilingFailed("no memory")


def test_a_simulation_announces_compilation_and_starts_its_clock_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    simulate_empty_cache(monkeypatch, slow_compiler)
    result = edokko("simulate", "--games", "5", "--seed", "1", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["seconds"] < SECONDS
    assert "functions to machine code: games of random players." in result.stderr


@pytest.mark.parametrize(
    ("command", "family"),
    [
        (("simulate", "--seats", "greedy,random", "--games", "1"), "games of greedy players."),
        (("simulate", "--seats", "planner,greedy", "--games", "1"), "the greedy player, the planner."),
        (("arena", "--entries", "random,greedy", "--games", "2"), "games of greedy players."),
        (("soak", "--games", "1"), "the soak test."),
    ],
)
def test_each_command_names_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], family: str
) -> None:
    simulate_empty_cache(monkeypatch, failing_compiler)
    result = edokko(*command)
    assert result.exit_code == 2
    announced, problem = result.stderr.splitlines()
    assert announced.startswith("Compiling ")
    assert f": {family}" in announced
    assert problem == "edokko: The compiler has failed: no memory"


def test_a_cache_that_cannot_be_written_is_announced_without_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    simulate_empty_cache(monkeypatch, failing_compiler)
    monkeypatch.setattr(compiled, "cache_folder", lambda: None)
    monkeypatch.setattr(engines, "_use_temporary_cache", lambda: None)
    again, announced, _ = edokko("simulate", "--games", "1").stderr.splitlines()
    assert "is compiled again each time" in again
    assert announced.startswith("Compiling ")
    assert "once" not in announced


def test_a_hint_runs_on_the_plain_engine_if_the_compiler_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    simulate_empty_cache(monkeypatch, failing_compiler)
    game = SAMPLES / "games-2021-3.jsonl"
    result = edokko("hint", str(game), "--ply", "9", "--budget", "20sims", "--json")
    assert json.loads(result.stdout)["engine"] == "plain"
    assert "The compiler has failed (no memory)" in result.stderr


def test_compile_reports_its_time_and_the_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    simulate_empty_cache(monkeypatch, lambda names, progress: progress(1))
    result = edokko("compile")
    assert result.exit_code == 0, result.output
    assert (
        f"Compiled {compiling.count_functions(DEFAULT_FAMILIES)} functions in 0.0 s. The machine code is kept in "
        in (result.stdout)
    )


def test_compile_takes_families_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[str]] = []
    simulate_empty_cache(monkeypatch, lambda names, progress: asked.append(tuple(names)))
    result = edokko("compile", "environments", "months", "environments")
    assert result.exit_code == 0, result.output
    assert asked == [("environments", "months")]
    assert "machine code: environments for learning, games whose months are sampled." in result.stderr


def test_compile_refuses_an_unknown_family_and_lists_all() -> None:
    result = edokko("compile", "random", "shogi")
    assert result.exit_code == 2
    assert result.stderr == f"edokko: There is no family shogi; choose from {', '.join(FAMILIES)}.\n"


def test_compile_has_nothing_to_do_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "missing", lambda names: ())
    assert "Everything is compiled already." in edokko("compile").stdout


def test_compile_refuses_a_folder_that_cannot_be_written() -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": NO_FOLDER, "PYTHONPATH": str(SOURCE), "EDOKKO_LANGUAGE": "en"}
    process = subprocess.run(
        [sys.executable, "-m", "edokko", "compile"], env=environment, capture_output=True, text=True, timeout=60
    )
    assert process.returncode == 2
    assert process.stderr.startswith(f"edokko: {NO_FOLDER} is not writable, so the machine code cannot be cached.")
    assert process.stdout == ""


def test_the_progress_bar_moves_and_ctrl_c_ends_every_process(tmp_path: Path) -> None:
    terminal = Terminal("compile", data=tmp_path, columns=200, NUMBA_CACHE_DIR=str(tmp_path / "cache"), NO_COLOR="1")
    terminal.child.expect(BAR, timeout=120)
    began = time.monotonic()
    terminal.child.sendintr()
    assert terminal.exit_code() == 130
    assert time.monotonic() - began < 20
    assert "Stopped." in terminal.child.before


def test_a_command_without_a_cache_warns_and_leaves_no_files_behind(tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    settings: dict[str, Any] = {"NUMBA_CACHE_DIR": NO_FOLDER, "TMPDIR": str(folder), "NO_COLOR": "1"}
    terminal = Terminal("simulate", "--games", "1", data=tmp_path, columns=300, **settings)
    terminal.child.expect_exact(f"{NO_FOLDER} is not writable, so the machine code cannot be cached", timeout=60)
    terminal.child.expect(BAR, timeout=120)
    assert list(folder.iterdir())
    terminal.child.sendintr()
    assert terminal.exit_code() == 130
    assert list(folder.iterdir()) == []
