"""What is tuned: the numbers, how far each may go, and what is held.

The optimiser works on positive numbers by their logarithms: a weight of 10 may become 25 as easily as one of 400 may
become 1000. What it finds for a number is rounded before anybody plays with it, so what is written is what has played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from edokko.players.search import data
from edokko.players.search.settings import EXPLICIT, Settings
from edokko.players.weights import LARGEST, Weights

REACH = 2.5
"""A number may become so many times as large or as small, where nothing else is said."""
DIGITS = 4
"""Digits of a number that is not whole."""
OF_NOTHING = 0.5
"""What a weight of 0 counts as, which has no logarithm: it rounds to 0, and may become 1."""
SHARES = ("prior_uniform", "win_share")
"""The constants of the search that are shares of one."""
OF_EXPLICIT_CHANCE = ("widening", "widening_power")
"""The constants that an open loop does not look at."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is tuned.

    Attributes:
        name: of a weight or a constant.
        start: where the optimiser begins, as its parameter: more than 0.
        reach: how many times as large or as small it may become. The optimiser's first steps are of a third of that
            way, in logarithms.
        most: the bound on the number itself.
        is_whole: whether the number is whole.
    """

    name: str
    start: float
    reach: float
    most: float
    is_whole: bool

    @property
    def low(self) -> float:
        """The least that the optimiser may ask for."""
        return self.start / self.reach

    @property
    def high(self) -> float:
        """The most that the optimiser may ask for."""
        return self.start * self.reach

    def of(self, parameter: float) -> float:
        """The number that a parameter stands for."""
        if self.is_whole:
            return min(round(parameter), int(self.most))
        return min(float(f"{parameter:.{DIGITS}g}"), self.most)


@dataclass(frozen=True, slots=True)
class Space:
    """All numbers of one kind: those that are tuned, and the others.

    Attributes:
        numbers: those that are tuned.
        held: the others, by name.
    """

    numbers: tuple[Number, ...]
    held: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.numbers:
            raise ValueError("nothing is left to tune")

    @property
    def start(self) -> dict[str, float]:
        """The parameters that the optimiser begins with."""
        return {number.name: number.start for number in self.numbers}

    def tuned(self, parameters: Mapping[str, float]) -> dict[str, float]:
        """The numbers that parameters stand for."""
        return {number.name: number.of(parameters[number.name]) for number in self.numbers}

    def all(self, parameters: Mapping[str, float]) -> dict[str, float]:
        """The same, and those that are held."""
        return {**self.tuned(parameters), **self.held}

    def to_json(self) -> dict[str, Any]:
        """What studies are told apart by."""
        return {
            "numbers": {number.name: [number.low, number.high] for number in self.numbers},
            "held": dict(self.held),
        }


def space_of_weights(start: Weights, fixed: Mapping[str, float], reach: float = REACH) -> Space:
    """The weights of the evaluation, from a start.

    Args:
        start: where the optimiser begins.
        fixed: weights that are held, by name.
        reach: how far each may go (:class:`Number`), more than 1.

    Raises:
        ValueError: there is no such weight, it cannot be that, or nothing is left to tune.
    """
    Weights.of({name: _whole(number) for name, number in fixed.items()})
    numbers = tuple(
        Number(name, number or OF_NOTHING, reach, LARGEST, is_whole=True)
        for name, number in start.items()
        if name not in fixed
    )
    return Space(numbers, {name: int(number) for name, number in fixed.items()})


def space_of_constants(start: Settings, fixed: Mapping[str, float], reach: float = REACH) -> Space:
    """The constants of the search, from a start. Switches are held, and what is 0 or not looked at.

    Args:
        start: where the optimiser begins.
        fixed: constants that are held, by name.
        reach: how far each may go (:class:`Number`), more than 1.

    Raises:
        ValueError: there is no such constant, it cannot be that, or nothing is left to tune.
    """
    held = {name: getattr(data.changed(fixed), name) for name in fixed}
    numbers = []
    for name, number in start.items():
        if name in held:
            continue
        if _is_switch(name) or number == 0 or (name in OF_EXPLICIT_CHANCE and _chance(start, held) != EXPLICIT):
            held[name] = number
        else:
            most = 1.0 if name in SHARES else data.LARGEST
            numbers.append(Number(name, number, reach, most, is_whole=False))
    return Space(tuple(numbers), held)


def _is_switch(name: str) -> bool:
    return Settings.cells[name].type.startswith("i")


def _chance(start: Settings, held: Mapping[str, float]) -> float:
    return held.get("chance", start.chance)


def _whole(number: float) -> float:
    """A whole number as Python's own; any other as it is, to be refused."""
    return int(number) if float(number).is_integer() else number
