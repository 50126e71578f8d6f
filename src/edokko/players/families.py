"""What is compiled together: families of functions that Python calls, and which players need which of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name
from types import CodeType, FunctionType

from edokko.players.names import KINDS, MISTAKES, understand

MAIN, SEARCH, NARROW = range(3)


@dataclass(frozen=True, slots=True)
class Family:
    """Functions that are compiled together.

    Attributes:
        rehearsal: a function that calls each of them, and so compiles them or loads their machine code.
        wholes: those functions: the rules that Python calls.
        crew: families of one crew are compiled by one process, for they share most of their rules.
            ``NARROW`` is the crew of those that list moves in 16 bits, so that rules are compiled once in a process.
    """

    rehearsal: str
    wholes: tuple[str, ...]
    crew: int = MAIN


_BATCH = ("begin_all", "legal_lists", "legal_masks", "play_all", "score_all")
_SOAK = ("begin_at", "draw_at", "reveal_at", "play_at", "legal_lists", "legal_masks", "score_all")
_TREE = ("clear_tree", "keep_subtree", "main_line", "walk")

FAMILIES = {
    "random": Family(
        "edokko.lab.rehearsals:random_games",
        ("edokko.lab.loop:play_random_games", "edokko.rules.entry:score_all", "edokko.rules.entry:score_at"),
    ),
    "games": Family(
        "edokko.lab.rehearsals:greedy_games",
        ("edokko.lab.loop:play_games", "edokko.rules.entry:score_all", "edokko.rules.entry:score_at"),
    ),
    "greedy": Family("edokko.players.rehearsals:greedy", ("edokko.players.greedy:greedy_move_at",)),
    "planner": Family("edokko.players.rehearsals:planner", ("edokko.players.planner:planned_move",)),
    "search": Family(
        "edokko.players.rehearsals:search",
        (
            *(f"edokko.players.search.simulate:{name}" for name in ("lead", "results", "search", "start")),
            *(f"edokko.players.search.tree:{name}" for name in _TREE),
            "edokko.players.search.searcher:keep_child",
        ),
        crew=SEARCH,
    ),
    "batch": Family("edokko.lab.rehearsals:batch", tuple(f"edokko.rules.entry:{name}" for name in _BATCH), NARROW),
    "soak": Family("edokko.lab.rehearsals:soak_games", tuple(f"edokko.rules.entry:{name}" for name in _SOAK), NARROW),
    "outlook": Family(
        "edokko.lab.rehearsals:outlook_games",
        ("edokko.lab.tune.positions:sample_games", "edokko.rules.entry:score_all"),
    ),
}

EVERYDAY = ("random", "games", "greedy", "planner", "search")
"""What ``play``, ``simulate``, ``hint`` and ``review`` need."""
PLAYERS = ("planner", "search")
"""What the players of a game with people need."""
_OF_KINDS: dict[str, tuple[str, ...]] = {
    "random": (),
    "greedy": ("greedy",),
    "planner": ("planner",),
    "mcts": ("search",),
}
_BUILT_IN = ("random", "greedy")
"""The players whose games compiled code plays from beginning to end."""


def needed_by(tables: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Find the families that games between automatic players need.

    Args:
        tables: for each table, the names of its players.

    Returns:
        The names of the families, in the order of ``FAMILIES``.
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
    spec = understand(name)
    # A player that always errs moves at random.
    return () if spec.kind not in KINDS or spec.numbers.get(MISTAKES) == 100 else _OF_KINDS[spec.kind]


def crews_of(names: Iterable[str], cores: int = 2) -> list[tuple[str, ...]]:
    """Share out families among processes.

    Args:
        names: the families.
        cores: how many processors there are; with one, the search is compiled with the others.
    """
    crews: dict[int, list[str]] = {}
    for name in names:
        crew = FAMILIES[name].crew
        crews.setdefault(MAIN if crew == SEARCH and cores == 1 else crew, []).append(name)
    return [tuple(crew) for _, crew in sorted(crews.items(), reverse=True)]


def functions_of(names: Iterable[str]) -> int:
    """How many functions a process compiles for some families: the wholes, and each rule that they call."""
    wholes = {resolve_name(whole) for name in names for whole in FAMILIES[name].wholes}
    parts: set[FunctionType] = set()
    waiting = [part for whole in wholes for part in _called_by(whole)]
    while waiting:
        function = waiting.pop()
        if function not in parts:
            parts.add(function)
            waiting.extend(_called_by(function))
    return len(wholes) + len(parts)


@cache
def _called_by(function: FunctionType) -> frozenset[FunctionType]:
    """The rules that a rule calls."""
    from edokko.rules.entry import copy_game
    from edokko.rules.registry import RULES

    values = (function.__globals__.get(name) for name in _names_in(function.__code__))
    rules = {*RULES, copy_game}
    return frozenset(value for value in values if isinstance(value, FunctionType) and value in rules)


def _names_in(code: CodeType) -> set[str]:
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names, *(name for one in inner for name in _names_in(one))}
