"""Families of functions that are compiled together: entry points, process groups, needs, counts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest
from filelock import FileLock

from edokko.players.runtime.families import (
    DEFAULT_FAMILIES,
    FAMILIES,
    PLAYER_FAMILIES,
    count_in_process,
    needed_by,
    process_groups,
)
from edokko.rules.engine.compiled import cache_folder
from edokko.rules.engine.registry import RULES

COUNT = """
import sys
from edokko.players.runtime import compiling, families
names = sys.argv[1:]
counts = []
compiling.compile_in_parallel(names, counts.append)
is_sequence = counts == list(range(1, len(counts) + 1))
print(compiling.count_functions(names), counts[-1], is_sequence, *compiling.missing(names))
"""
"""A process that compiles families and prints the expected and the actual number of compiled functions."""


# The main group has most functions, so it begins first. The tests after this file find all machine code.
@pytest.mark.parametrize(
    "group",
    process_groups(FAMILIES)[::-1],
)
def test_as_many_functions_are_compiled_as_were_announced(tmp_path: Path, group: tuple[str, ...]) -> None:
    """Also catches a warm-up that misses an entry point or calls a wrong one."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    process = subprocess.run(
        [sys.executable, "-c", COUNT, *group], env=environment, capture_output=True, text=True, timeout=600
    )
    assert process.returncode == 0, process.stderr
    expected, compiled, *rest = process.stdout.split()
    assert expected == compiled
    assert rest == ["True"]
    cached = {path.name.partition("-")[0] for path in tmp_path.glob("*/*.nbi")}
    entry_points = [entry for name in group for entry in FAMILIES[name].entry_points]
    assert cached == {entry.rpartition(".")[2].replace(":", ".") for entry in entry_points}
    (folder,) = tmp_path.iterdir()
    fill_cache(folder, group)


def fill_cache(compiled: Path, group: tuple[str, ...]) -> None:
    """Give the other tests the machine code of a group that they have not compiled yet: `run-tests` starts with it.

    Args:
        compiled: the cache folder that holds the group.
        group: its families.
    """
    cache = cache_folder()
    if cache is None or compiled.name != cache.name:
        return
    (cache / "locks").mkdir(exist_ok=True)
    cached = set()
    for index in compiled.glob("*.nbi"):
        # The lock under which a process compiles this function.
        with FileLock(cache / "locks" / f"{index.stem}.lock"):
            if not (cache / index.name).exists():
                # The index names the files of code, so it comes last.
                for file in (*compiled.glob(f"{index.stem}.*.nbc"), index):
                    shutil.copyfile(file, cache / file.name)
                cached.add(index.name.partition("-")[0])
    for family in group:
        if {entry.rpartition(".")[2].replace(":", ".") for entry in FAMILIES[family].entry_points} <= cached:
            (cache / f"{family}.done").touch()


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_has_rules_as_entry_points_and_a_warm_up(name: str) -> None:
    family = FAMILIES[name]
    assert callable(resolve_name(family.warm_up))
    assert all(resolve_name(entry) in RULES for entry in family.entry_points)


@pytest.mark.parametrize(
    ("tables", "families"),
    [
        ([["random"] * 4], ("random",)),
        ([["random", "greedy"]], ("games",)),
        ([["random", "planner"]], ("planner",)),
        ([["greedy:mistakes=20", "random"]], ("greedy",)),
        ([["greedy:mistakes=100", "random"]], ()),
        ([["mcts:100sims", "greedy"]], ("greedy", "search")),
        ([["master", "random"]], ("search", "champion")),
        ([["random", "random"], ["random", "greedy"], ["planner", "greedy"]], ("random", "games", "greedy", "planner")),
        ([], ()),
    ],
)
def test_games_need_what_their_players_need(tables: list[list[str]], families: tuple[str, ...]) -> None:
    assert needed_by(tables) == families


def test_the_search_is_compiled_in_its_own_process() -> None:
    assert process_groups(DEFAULT_FAMILIES) == [("search", "champion"), ("random", "games", "greedy", "planner")]
    assert process_groups(PLAYER_FAMILIES) == [("search", "champion"), ("planner",)]
    assert process_groups(DEFAULT_FAMILIES, cores=1) == [DEFAULT_FAMILIES]


def test_families_of_one_process_share_functions() -> None:
    assert (
        count_in_process(("random",))
        < count_in_process(("random", "games"))
        < sum(map(count_in_process, [["random"], ["games"]]))
    )
