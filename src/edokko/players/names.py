"""The names of players: a kind and its options, such as ``mcts:500ms:threads=2``.

random
greedy, greedy:mistakes=20      a random legal move in 20 of 100 decisions
planner
mcts, mcts:2000sims, mcts:1s:threads=2, mcts:1s:playout=1      any constant of the search by its name
easy, medium, hard, master      levels, each an alias of a name above
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TypeVar

from edokko.players.base import Player
from edokko.players.budget import Budget
from edokko.players.policies.greedy import GreedyPlayer
from edokko.players.policies.mistakes import MistakenPlayer
from edokko.players.policies.planner import PlannerPlayer
from edokko.players.policies.uniform import RandomPlayer
from edokko.players.search import data
from edokko.players.search.player import MOST_THREADS, SearchPlayer
from edokko.rules.engine.backends import Backend

KINDS = ("random", "greedy", "planner", "mcts")
Raw = TypeVar("Raw")
Value = TypeVar("Value")

THREADS = "threads"
MISTAKES = "mistakes"


@cache
def levels() -> Mapping[str, str]:
    """Return the player name behind each level, the weakest level first."""
    names: dict[str, str] = tomllib.loads(files("edokko.players").joinpath("levels.toml").read_text(encoding="utf-8"))
    return names


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed player name.

    Attributes:
        name: the original text.
        kind: one of ``KINDS``, or another package's player.
        options: the options in order: a budget, or ``key=value``.
        budget: the budget of a search.
        numbers: the values of the ``key=value`` options.
    """

    name: str
    kind: str
    options: tuple[str, ...] = ()
    budget: Budget | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)


def parse_name(name: str) -> Spec:
    """Parse a player's name.

    Args:
        name: as above. The options of another package's player are not checked.

    Raises:
        ValueError: an option is invalid; the message lists the valid ones.
    """
    kind, *options = levels().get(name, name).split(":")
    if kind in levels():
        raise ValueError(f"player {name!r}: the level {kind} is {levels()[kind]!r}; it takes no options")
    if kind not in KINDS:
        return Spec(name, kind, tuple(options))
    allowed = _allowed(kind)
    budget: Budget | None = None
    numbers: dict[str, float] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals and kind == "mcts" and budget is None:
            budget = _read_option(name, Budget.parse, option)
        elif equals and key in allowed and key not in numbers:
            numbers[key] = _read_option(name, allowed[key], value)
        else:
            known = ", ".join([*(["500ms", "2000sims"] if kind == "mcts" else []), *(f"{key}=" for key in allowed)])
            raise ValueError(f"player {name!r}: {option!r} is not possible here; possible: {known or 'nothing'}")
    _read_option(name, data.changed, {key: value for key, value in numbers.items() if key in data.constants()})
    return Spec(name, kind, tuple(options), budget, numbers)


def create(spec: Spec, seed: int | None, backend: Backend) -> Player:
    """Create a player of this package.

    Args:
        spec: the result of :func:`parse_name`.
        seed: fixes the player's random choices (0 to 2**64 - 1); ``None`` takes one from the system's generator.
        backend: how it runs, ``PLAIN`` or ``COMPILED``.
    """
    player: Player
    if spec.kind == "random":
        player = RandomPlayer(seed)
    elif spec.kind == "greedy":
        player = GreedyPlayer(seed, backend=backend)
        if MISTAKES in spec.numbers:
            player = MistakenPlayer(player, spec.numbers[MISTAKES], seed)
    elif spec.kind == "planner":
        player = PlannerPlayer(seed, backend=backend)
    else:
        constants = {key: value for key, value in spec.numbers.items() if key != THREADS}
        player = SearchPlayer(
            seed,
            spec.budget or SearchPlayer.default,
            int(spec.numbers.get(THREADS, 1)),
            settings=data.changed(constants),
            backend=backend,
        )
    player.name = spec.name
    return player


def _allowed(kind: str) -> dict[str, Callable[[str], float]]:
    """Return the ``key=value`` options of a kind, each with the function that reads its value."""
    if kind == "greedy":
        return {MISTAKES: _percent}
    if kind == "mcts":
        return {THREADS: _threads, **dict.fromkeys(data.constants(), float)}
    return {}


def _percent(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 100:
        raise ValueError(f"{text} is not from 0 to 100")
    return number


def _threads(text: str) -> float:
    number = int(text)
    if not 1 <= number <= MOST_THREADS:
        raise ValueError(f"{text} is not from 1 to {MOST_THREADS}")
    return number


def _read_option(name: str, read: Callable[[Raw], Value], raw: Raw) -> Value:
    """Read an option; on failure, prefix the error message with the player's name."""
    try:
        return read(raw)
    except ValueError as error:
        raise ValueError(f"player {name!r}: {error}") from None
