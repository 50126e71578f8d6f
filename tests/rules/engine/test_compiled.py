"""Compilation of rules: also outside the engine's own folder, and once for processes that run concurrently."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import cast

import numpy as np
import pytest
from numba.core import event

import edokko.lab.simulation.loop
from edokko.players.policies.greedy import has_open_choice
from edokko.rules.chance import below
from edokko.rules.engine import compiled as machinery
from edokko.rules.engine.compiled import compiled
from edokko.rules.engine.registry import RULES, rule
from edokko.rules.referee import is_decision

SOURCES = """
import {imports}
from edokko.rules.engine.compiled import sources
print(*sources())
"""

SCORES = """
import numba.core.event as event, numpy as np
from edokko import Game
from edokko.rules.engine.compiled import compiled
from edokko.rules.engine.entry import score_all

game = Game(2, seed=1)
totals, ranking = np.zeros((1, 4), np.int16), np.zeros((1, 4), np.int16)
arguments = game.tables.to_records(), game.state.to_records(), totals, ranking, np.zeros(8, np.int64)
with event.install_recorder("numba:compile") as recorder:
    input()
    compiled(score_all)(*arguments)
    assert totals[0, 0] == game.score()[0].total
for _, compilation in recorder.buffer:
    if compilation.is_start:
        print(compilation.data["dispatcher"].py_func.__qualname__, compilation.data["args"])
"""
"""A process that waits for a line of input, computes a score, and prints the functions that it compiled for it."""


@rule
def halved(number: int) -> int:
    """Return half a number."""
    return number // 2


@rule
def halves(small: list[int], large: list[int]) -> int:
    """Return the sum of halves of numbers of two widths, and of a constant."""
    return halved(small[0]) + halved(large[0]) + halved(6)


@rule
def entry_of(numbers: list[int], index: int) -> int:
    """Return an entry."""
    return numbers[index]


@rule
def last_of(numbers: list[int], index: int) -> int:
    """Return an entry by calling another rule."""
    return entry_of(numbers, index)


@rule
def last_of_row(rows: list[list[int]], row: int, index: int) -> int:
    """Return an entry of a row by calling another rule."""
    return last_of(rows[row], index)


def test_a_rule_defined_after_others_were_compiled_has_a_twin() -> None:
    compiled(is_decision)

    @rule
    def doubled(number: int) -> int:
        """Return twice a number."""
        return 2 * number

    assert compiled(doubled)(21) == 42
    RULES.remove(cast(FunctionType, doubled))


def test_a_rule_is_lowered_once_whatever_the_width_of_its_numbers() -> None:
    with event.install_recorder("numba:compile") as recorder:
        assert compiled(halves)(np.array([-3], np.int8), np.array([1000], np.int64)) == -2 + 500 + 3
    starts = [compilation for _, compilation in recorder.buffer if compilation.is_start]
    names = [start.data["dispatcher"].py_func.__name__ for start in starts]
    assert names == ["halves", "halved"]


@pytest.mark.parametrize("index", [3, 7, -1])
def test_a_called_rule_refuses_an_index_out_of_bounds_if_bounds_are_checked(index: int) -> None:
    if not machinery._bounds_checked():
        pytest.skip("only with NUMBA_BOUNDSCHECK=1")
    with pytest.raises(IndexError):
        compiled(last_of)(np.zeros(3, np.int64), index)


def test_compiled_code_counts_no_references() -> None:
    assert compiled(last_of_row)(np.arange(6).reshape(2, 3), 1, 2) == 5
    [assembly] = compiled(last_of_row).inspect_asm().values()
    assert "last_of_row" in assembly
    assert "NRT_incref" not in assembly


def test_a_rule_has_one_twin() -> None:
    assert compiled(below) is compiled(below)
    assert compiled(has_open_choice) is compiled(has_open_choice)


def test_the_sources_of_the_cache_do_not_depend_on_what_is_imported() -> None:
    few, many = (
        subprocess.run([sys.executable, "-c", SOURCES.format(imports=imports)], capture_output=True, check=True).stdout
        for imports in ("edokko.rules.engine.compiled", "edokko.lab.simulation.runner, edokko.lab.bench.engine")
    )
    assert few
    assert few == many


def test_the_sources_hold_every_rule_of_the_package() -> None:
    sources = set(machinery.sources())
    package = machinery.PACKAGE
    ours = {Path(function.__code__.co_filename) for function in RULES}
    assert edokko.lab.simulation.loop.__file__ in map(str, ours)
    assert {path for path in ours if package in path.parents} <= sources


def test_rules_of_other_packages_are_not_cached() -> None:
    assert machinery._is_hashed(cast(FunctionType, has_open_choice))
    assert not machinery._is_hashed(test_a_rule_has_one_twin)  # type: ignore[arg-type]


def test_concurrent_processes_compile_each_function_once(tmp_path: Path) -> None:
    def compile_in(folder: Path, count: int) -> list[str]:
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", SCORES],
                env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(count)
        ]
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        outputs = [process.communicate(timeout=300)[0] for process in processes]
        assert [process.returncode for process in processes] == [0] * count
        return sorted(line for output in outputs for line in output.splitlines())

    single = compile_in(tmp_path / "single", 1)
    assert single
    assert compile_in(tmp_path / "together", 3) == single
    assert compile_in(tmp_path / "together", 1) == []


def test_the_compile_lock_is_reentrant(tmp_path: Path) -> None:
    """A rule that calls itself with other types is compiled again while its compilation holds the lock."""
    nested = """
from edokko.rules.chance import below
from edokko.rules.engine.compiled import compiled
with compiled(below)._cache.lock(), compiled(below)._cache.lock():
    print("twice")
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    process = subprocess.run(
        [sys.executable, "-c", nested], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (process.returncode, process.stdout) == (0, "twice\n"), process.stderr
