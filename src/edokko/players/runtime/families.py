"""Families of functions that are compiled together, and the families that each player needs.

A family lists its entry points: the compiled functions that Python calls. Rules that an entry point calls are
compiled with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name
from types import CodeType, FunctionType

from edokko.players.names import KINDS, MISTAKES, parse_name

MAIN, SEARCH, NARROW, LEAVES = range(4)


@dataclass(frozen=True, slots=True)
class Family:
    """Functions that are compiled together.

    Attributes:
        warm_up: a function that calls each entry point, and so compiles it or loads its machine code.
        entry_points: the rules that Python calls, as ``module:name``.
        group: one process compiles all families of a group, because they share most of their rules. Families that
            list moves in 16 bits are in the group ``NARROW``, so that a process compiles each rule for one width only.
            ``SEARCH`` and ``LEAVES`` are groups of their own, so that several cores compile side by side.
    """

    warm_up: str
    entry_points: tuple[str, ...]
    group: int = MAIN


_BATCH = ("begin_all", "legal_lists", "legal_masks", "play_all", "score_all")
_SOAK = ("begin_at", "draw_at", "reveal_at", "play_at", "legal_lists", "legal_masks", "score_all")
_NODES = ("begin_at", "chance_outcomes_at", "legal_lists", "play_at", "reveal_at", "score_all")
_ROOT = ("count_visits", "keep_only_child", "refresh_root", "start", "visit_lead")
_TREE = ("clear_tree", "copy_subtree", "principal_variation", "walk")

FAMILIES = {
    "random": Family(
        "edokko.lab.simulation.rehearsals:random_games",
        (
            "edokko.lab.simulation.loop:play_random_games",
            "edokko.rules.engine.entry:sheets_all",
        ),
    ),
    "games": Family(
        "edokko.lab.simulation.rehearsals:greedy_games",
        (
            "edokko.lab.simulation.loop:play_games",
            "edokko.rules.engine.entry:sheets_all",
        ),
    ),
    "greedy": Family("edokko.players.runtime.rehearsals:greedy", ("edokko.players.policies.greedy:greedy_move",)),
    "planner": Family("edokko.players.runtime.rehearsals:planner", ("edokko.players.policies.planner:planned_move",)),
    "search": Family(
        "edokko.players.runtime.rehearsals:search",
        (
            "edokko.players.search.simulate:run_simulations",
            *(f"edokko.players.search.root:{name}" for name in _ROOT),
            *(f"edokko.players.search.tree:{name}" for name in _TREE),
        ),
        group=SEARCH,
    ),
    "champion": Family(
        "edokko.players.runtime.rehearsals:champion",
        ("edokko.players.champion.simulate:run_guided_simulations",),
        group=SEARCH,
    ),
    "judged": Family(
        "edokko.players.runtime.rehearsals:champion_without_policy",
        ("edokko.players.champion.simulate:run_judged_simulations",),
        group=SEARCH,
    ),
    "network": Family(
        "edokko.players.runtime.rehearsals:network",
        tuple(f"edokko.players.champion.network:{name}" for name in ("judge_games", "judge_observations")),
    ),
    "luck": Family(
        "edokko.players.runtime.rehearsals:luck", ("edokko.players.champion.luck:measure_luck",), group=LEAVES
    ),
    "batch": Family(
        "edokko.lab.simulation.rehearsals:batch", tuple(f"edokko.rules.engine.entry:{name}" for name in _BATCH), NARROW
    ),
    "soak": Family(
        "edokko.lab.simulation.rehearsals:soak_games",
        tuple(f"edokko.rules.engine.entry:{name}" for name in _SOAK),
        NARROW,
    ),
    "environments": Family(
        "edokko.envs.rehearsals:environments",
        (
            "edokko.envs.lanes:carry_out_orders",
            "edokko.envs.lanes:take_moves",
            "edokko.observation.encoder:observe_at",
            *(f"edokko.rules.engine.entry:{name}" for name in _NODES),
        ),
        NARROW,
    ),
    "months": Family(
        "edokko.lab.simulation.rehearsals:sampled_months",
        (
            "edokko.lab.months.sampling:sample_games",
            "edokko.lab.months.sampling:sample_positions",
            "edokko.lab.months.searching:observe_decisions",
            "edokko.rules.engine.entry:score_all",
        ),
    ),
    "side-lines": Family(
        "edokko.lab.simulation.rehearsals:side_lines",
        ("edokko.lab.months.side_lines:play_with_side_lines",),
        SEARCH,
    ),
    "playouts": Family(
        "edokko.lab.simulation.rehearsals:playouts",
        (
            "edokko.lab.playouts.games:play_and_keep",
            "edokko.lab.playouts.judging:judge_decision",
        ),
    ),
    "leaves": Family(
        "edokko.lab.simulation.rehearsals:leaves",
        (
            "edokko.lab.playouts.leaves:evaluations_of",
            "edokko.lab.playouts.leaves:leaf_values",
        ),
        LEAVES,
    ),
}

DEFAULT_FAMILIES = ("random", "games", "greedy", "planner", "search", "champion")
"""The families that ``play``, ``simulate``, ``hint`` and ``review`` need."""
PLAYER_FAMILIES = ("planner", "search", "champion")
"""The families that computer players need in a game with people."""
_OF_KINDS: dict[str, tuple[str, ...]] = {
    "random": (),
    "greedy": ("greedy",),
    "planner": ("planner",),
    "mcts": ("search",),
    "champion": ("search", "champion"),
}
_BUILT_IN = ("random", "greedy")
"""The players that the compiled game loop supports: it plays their games from beginning to end."""


def needed_by(tables: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the families that games between computer players need, in the order of ``FAMILIES``.

    Args:
        tables: for each table, the names of its players.
    """
    needed: set[str] = set()
    for seats in tables:
        if set(seats) == {"random"}:
            needed.add("random")
        elif set(seats) <= set(_BUILT_IN):
            needed.add("games")
        else:
            needed.update(family for name in seats for family in _needed_by_player(name))
    return tuple(name for name in FAMILIES if name in needed)


def _needed_by_player(name: str) -> tuple[str, ...]:
    spec = parse_name(name)
    # A greedy player with 100 % mistakes plays at random, which needs no compiled code.
    return () if spec.kind not in KINDS or spec.numbers.get(MISTAKES) == 100 else _OF_KINDS[spec.kind]


def process_groups(names: Iterable[str], cores: int = 2) -> list[tuple[str, ...]]:
    """Split families into groups, one for each compiling process.

    Args:
        names: the families.
        cores: the number of processors; with one, a single process compiles all groups but ``NARROW``.
    """
    groups: dict[int, list[str]] = {}
    for name in names:
        group = FAMILIES[name].group
        groups.setdefault(MAIN if cores == 1 and group != NARROW else group, []).append(name)
    return [tuple(group) for _, group in sorted(groups.items(), reverse=True)]


def count_in_process(names: Iterable[str]) -> int:
    """Count the functions that a process compiles for some families: the entry points and each rule they call."""
    entry_points = {resolve_name(entry) for name in names for entry in FAMILIES[name].entry_points}
    callees: set[FunctionType] = set()
    queue = [callee for entry in entry_points for callee in _rules_called_by(entry)]
    while queue:
        function = queue.pop()
        if function not in callees:
            callees.add(function)
            queue.extend(_rules_called_by(function))
    return len(entry_points) + len(callees)


@cache
def _rules_called_by(function: FunctionType) -> frozenset[FunctionType]:
    """Return the rules that a rule calls directly."""
    from edokko.rules.engine.entry import copy_game, store_game
    from edokko.rules.engine.registry import RULES

    values = (function.__globals__.get(name) for name in _names_in(function.__code__))
    rules = {*RULES, copy_game, store_game}
    return frozenset(value for value in values if isinstance(value, FunctionType) and value in rules)


def _names_in(code: CodeType) -> set[str]:
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names, *(name for part in inner for name in _names_in(part))}
