"""Families of functions that are compiled together: entry points, process groups, needs, counts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest

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
from edokko.players.runtime import compiling, families
names = tuple(families.FAMILIES)
# Two processes compile all families. Four would need half as much time again, for the rules that they share.
compiling._cores = lambda: 1
counts = []
compiling.compile_in_parallel(names, counts.append)
is_sequence = counts == list(range(1, len(counts) + 1))
print(compiling.count_functions(names), counts[-1], is_sequence, *compiling.missing(names))
"""
"""A process that compiles all families and prints the expected and the actual number of compiled functions."""


def test_as_many_functions_are_compiled_as_were_announced(tmp_path: Path) -> None:
    """Also catches a warm-up that misses an entry point. The tests after it use the machine code."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    process = subprocess.run(
        [sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, timeout=900
    )
    assert process.returncode == 0, process.stderr
    expected, compiled, *rest = process.stdout.split()
    assert expected == compiled
    assert rest == ["True"]
    cached = {path.name.partition("-")[0] for path in tmp_path.glob("*/*.nbi")}
    entry_points = [entry for family in FAMILIES.values() for entry in family.entry_points]
    assert cached == {entry.rpartition(".")[2].replace(":", ".") for entry in entry_points}
    (folder,) = tmp_path.iterdir()
    fill_cache(folder)


def fill_cache(compiled: Path) -> None:
    """Copy machine code into the cache of the other tests, if that is empty: `run-tests` starts with this file.

    Args:
        compiled: the cache folder that holds all families.
    """
    cache = cache_folder()
    if cache is None or compiled.name != cache.name or any(cache.iterdir()):
        return
    # A process that finds an index finds the code that it names.
    shutil.copytree(compiled, cache.with_suffix(".copy")).replace(cache)


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


def test_lists_of_moves_in_16_bits_are_compiled_in_their_own_process() -> None:
    narrow, others = process_groups(FAMILIES, cores=1)
    assert narrow == ("batch", "soak", "environments")
    assert set(others) == set(FAMILIES) - set(narrow)


def test_families_of_one_process_share_functions() -> None:
    assert (
        count_in_process(("random",))
        < count_in_process(("random", "games"))
        < sum(map(count_in_process, [["random"], ["games"]]))
    )
