"""The names of players: a kind and what it is asked for, such as ``mcts:500ms:threads=2``.

random
greedy, greedy:mistakes=20      in 20 of 100 decisions any legal move
planner
mcts, mcts:2000sims, mcts:1s:threads=2, mcts:1s:chance=1      any constant of the search by its name
easy, medium, hard, master      each one of the above
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
from edokko.players.greedy import GreedyPlayer
from edokko.players.mistakes import MistakenPlayer
from edokko.players.planner import PlannerPlayer
from edokko.players.search import data
from edokko.players.search.player import MOST_THREADS, SearchPlayer
from edokko.players.uniform import RandomPlayer

KINDS = ("random", "greedy", "planner", "mcts")
Given = TypeVar("Given")
Value = TypeVar("Value")

THREADS = "threads"
MISTAKES = "mistakes"


@cache
def levels() -> Mapping[str, str]:
    """The levels for people, from the weakest: what each one is."""
    found: dict[str, str] = tomllib.loads(files("edokko.players").joinpath("levels.toml").read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True, slots=True)
class Spec:
    """A name that has been understood.

    Attributes:
        name: as it was given.
        kind: one of ``KINDS``, or another package's player.
        options: what is asked of it, in order: a budget, or words with ``=``.
        budget: of a search.
        numbers: what the words with ``=`` say.
    """

    name: str
    kind: str
    options: tuple[str, ...] = ()
    budget: Budget | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)

    @property
    def needs_compiling(self) -> bool:
        """Whether it is far too slow for a game before the engine is compiled."""
        return self.kind == "mcts"


def understand(name: str) -> Spec:
    """Read the name of a player of this package.

    Args:
        name: as above. Of another package's player only the kind is looked at.

    Raises:
        ValueError: it asks for something that there is not; the message says what there is.
    """
    kind, *options = levels().get(name, name).split(":")
    if kind in levels():
        raise ValueError(f"player {name!r}: the level {kind} is {levels()[kind]!r}; nothing can be asked of it besides")
    if kind not in KINDS:
        return Spec(name, kind, tuple(options))
    allowed = _allowed(kind)
    budget: Budget | None = None
    numbers: dict[str, float] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals and kind == "mcts" and budget is None:
            budget = _named(name, Budget.parse, option)
        elif equals and key in allowed and key not in numbers:
            numbers[key] = _named(name, allowed[key], value)
        else:
            known = ", ".join([*(["500ms", "2000sims"] if kind == "mcts" else []), *(f"{one}=" for one in allowed)])
            raise ValueError(f"player {name!r}: {option!r} is not possible here; possible: {known or 'nothing'}")
    _named(name, data.changed, {key: value for key, value in numbers.items() if key in data.constants()})
    return Spec(name, kind, tuple(options), budget, numbers)


def make(spec: Spec, seed: int | None, *, is_compiled: bool) -> Player:
    """Make a player of this package.

    Args:
        spec: what :func:`understand` has read.
        seed: fixes what it leaves to chance (0 to 2**64 - 1); ``None`` for the system's generator.
        is_compiled: whether it runs compiled or plain.
    """
    made: Player
    if spec.kind == "random":
        made = RandomPlayer(seed)
    elif spec.kind == "greedy":
        made = GreedyPlayer(seed, is_compiled=is_compiled)
        if MISTAKES in spec.numbers:
            made = MistakenPlayer(made, spec.numbers[MISTAKES], seed)
    elif spec.kind == "planner":
        made = PlannerPlayer(seed, is_compiled=is_compiled)
    else:
        constants = {key: value for key, value in spec.numbers.items() if key != THREADS}
        made = SearchPlayer(
            seed,
            spec.budget or SearchPlayer.default,
            int(spec.numbers.get(THREADS, 1)),
            settings=data.changed(constants),
            is_compiled=is_compiled,
        )
    made.name = spec.name
    return made


def _allowed(kind: str) -> dict[str, Callable[[str], float]]:
    """The words with ``=`` that a kind takes, and how their values are read."""
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


def _named(name: str, read: Callable[[Given], Value], given: Given) -> Value:
    try:
        return read(given)
    except ValueError as error:
        raise ValueError(f"player {name!r}: {error}") from None
