"""Rules outside the engine's own folder are compiled too, whenever they are defined."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core import event

import edokko.lab.loop
from edokko.players.greedy import is_opened
from edokko.rules import compiled as machinery
from edokko.rules.chance import below
from edokko.rules.compiled import compiled
from edokko.rules.referee import is_decision
from edokko.rules.registry import RULES, rule

SOURCES = """
import {imports}
from edokko.rules.compiled import sources
print(*sources())
"""

SCORES = """
import numba.core.event as event, numpy as np
from edokko import Game
from edokko.rules.compiled import compiled
from edokko.rules.entry import score_at

game = Game(2, seed=1)
arguments = game.tables.to_records(), game.state.to_records(), 0, 0, np.zeros(8, np.int64)
with event.install_recorder("numba:compile") as told:
    input()
    assert compiled(score_at)(*arguments) == game.score()[0].total
for _, one in told.buffer:
    if one.is_start:
        print(one.data["dispatcher"].py_func.__qualname__, one.data["args"])
"""
"""A process that waits for a word and tells what it had to compile for a score."""


@rule
def halved(number: int) -> int:
    """Half a number."""
    return number // 2


@rule
def halves(small: list[int], large: list[int]) -> int:
    """The sum of halves of numbers of two widths, and of a constant."""
    return halved(small[0]) + halved(large[0]) + halved(6)


@rule
def entry_of(numbers: list[int], index: int) -> int:
    """An entry."""
    return numbers[index]


@rule
def last_of(numbers: list[int], index: int) -> int:
    """An entry, by another rule."""
    return entry_of(numbers, index)


def test_a_rule_defined_after_others_were_compiled_has_a_twin() -> None:
    compiled(is_decision)

    @rule
    def doubled(number: int) -> int:
        """Twice a number."""
        return 2 * number

    assert compiled(doubled)(21) == 42
    RULES.remove(doubled)


def test_a_rule_is_lowered_once_whatever_the_width_of_its_numbers() -> None:
    with event.install_recorder("numba:compile") as told:
        assert compiled(halves)(np.array([-3], np.int8), np.array([1000], np.int64)) == -2 + 500 + 3
    names = [one.data["dispatcher"].py_func.__name__ for _, one in told.buffer if one.is_start]
    assert names == ["halves", "halved"]


def test_a_part_refuses_an_index_out_of_bounds_where_indexes_are_checked() -> None:
    if not machinery._bounds_checked():
        pytest.skip("only where NUMBA_BOUNDSCHECK=1")
    with pytest.raises(IndexError):
        compiled(last_of)(np.zeros(3, np.int64), 7)


def test_a_rule_has_one_twin() -> None:
    assert compiled(below) is compiled(below)
    assert compiled(is_opened) is compiled(is_opened)


def test_the_sources_of_the_cache_do_not_depend_on_what_is_imported() -> None:
    few, many = (
        subprocess.run([sys.executable, "-c", SOURCES.format(imports=imports)], capture_output=True, check=True).stdout
        for imports in ("edokko.rules.compiled", "edokko.lab.simulation, edokko.lab.bench")
    )
    assert few
    assert few == many


def test_the_sources_hold_every_rule_of_the_package() -> None:
    sources = set(machinery.sources())
    package = machinery.PACKAGE
    ours = {Path(function.__code__.co_filename) for function in RULES}
    assert edokko.lab.loop.__file__ in map(str, ours)
    assert {path for path in ours if package in path.parents} <= sources


def test_rules_of_other_packages_are_not_cached() -> None:
    assert machinery._is_hashed(is_opened)
    assert not machinery._is_hashed(test_a_rule_has_one_twin)  # type: ignore[arg-type]


def test_processes_that_need_the_same_at_the_same_time_compile_it_once(tmp_path: Path) -> None:
    def compile_in(folder: Path, processes: int) -> list[str]:
        started = [
            subprocess.Popen(
                [sys.executable, "-c", SCORES],
                env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(processes)
        ]
        for one in started:
            assert one.stdin is not None
            one.stdin.write("\n")
            one.stdin.flush()
        told = [one.communicate(timeout=300)[0] for one in started]
        assert [one.returncode for one in started] == [0] * processes
        return sorted(line for one in told for line in one.splitlines())

    alone = compile_in(tmp_path / "alone", 1)
    assert alone
    assert compile_in(tmp_path / "together", 3) == alone
    assert compile_in(tmp_path / "together", 1) == []


def test_a_function_that_comes_to_itself_waits_for_nobody(tmp_path: Path) -> None:
    """A rule that calls itself with other types is compiled while it is compiled."""
    nested = """
from edokko.rules.chance import below
from edokko.rules.compiled import compiled
with compiled(below)._cache.lock(), compiled(below)._cache.lock():
    print("twice")
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    found = subprocess.run(
        [sys.executable, "-c", nested], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (found.returncode, found.stdout) == (0, "twice\n"), found.stderr
