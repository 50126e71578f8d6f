"""The families that are compiled together: what each holds, who needs which, how many functions that is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest

from edokko.players.families import EVERYDAY, FAMILIES, PLAYERS, crews_of, functions_of, needed_by
from edokko.rules.registry import RULES

COUNT = """
import sys
from edokko.players import compiling, families
names = sys.argv[1:]
told = []
compiling.compile_side_by_side(names, told.append)
print(compiling.count_functions(names), told[-1], told == list(range(1, len(told) + 1)), *compiling.missing(names))
"""
"""A process that compiles families and prints how many functions were expected and how many were compiled."""


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_holds_rules_and_a_rehearsal(name: str) -> None:
    family = FAMILIES[name]
    assert callable(resolve_name(family.rehearsal))
    assert all(resolve_name(whole) in RULES for whole in family.wholes)


@pytest.mark.parametrize("crew", crews_of(FAMILIES))
def test_as_many_functions_are_compiled_as_were_announced(tmp_path: Path, crew: tuple[str, ...]) -> None:
    """Hardly optimised; a rehearsal that misses a function or calls another one is found too."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_OPT": "1"}
    ended = subprocess.run(
        [sys.executable, "-c", COUNT, *crew], env=environment, capture_output=True, text=True, timeout=600
    )
    assert ended.returncode == 0, ended.stderr
    expected, compiled, *rest = ended.stdout.split()
    assert expected == compiled
    assert rest == ["True"]
    kept = {path.name.partition("-")[0] for path in tmp_path.glob("*/*.nbi")}
    wholes = {whole.rpartition(".")[2].replace(":", ".") for name in crew for whole in FAMILIES[name].wholes}
    assert kept == wholes


@pytest.mark.parametrize(
    ("tables", "families"),
    [
        ([["random"] * 4], ("random",)),
        ([["random", "greedy"]], ("games",)),
        ([["random", "planner"]], ("planner",)),
        ([["greedy:mistakes=20", "random"]], ("greedy",)),
        ([["greedy:mistakes=100", "random"]], ()),
        ([["mcts:100sims", "greedy"]], ("greedy", "search")),
        ([["master", "random"]], ("search",)),
        ([["random", "random"], ["random", "greedy"], ["planner", "greedy"]], ("random", "games", "greedy", "planner")),
        ([], ()),
    ],
)
def test_games_need_what_their_players_need(tables: list[list[str]], families: tuple[str, ...]) -> None:
    assert needed_by(tables) == families


def test_the_search_has_a_process_of_its_own() -> None:
    assert crews_of(EVERYDAY) == [("search",), ("random", "games", "greedy", "planner")]
    assert crews_of(PLAYERS) == [("search",), ("planner",)]
    assert crews_of(EVERYDAY, cores=1) == [EVERYDAY]


def test_families_of_one_process_share_functions() -> None:
    assert (
        functions_of(("random",)) < functions_of(("random", "games")) < sum(map(functions_of, [["random"], ["games"]]))
    )
