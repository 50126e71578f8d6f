"""Rules outside the engine's own folder are compiled too, whenever they are defined."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


def test_a_rule_defined_after_others_were_compiled_has_a_twin() -> None:
    compiled(is_decision)

    @rule
    def doubled(number: int) -> int:
        """Twice a number."""
        return 2 * number

    assert compiled(doubled)(21) == 42
    RULES.remove(doubled)


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
    assert machinery._is_ours(is_opened)
    assert not machinery._is_ours(test_a_rule_has_one_twin)  # type: ignore[arg-type]
