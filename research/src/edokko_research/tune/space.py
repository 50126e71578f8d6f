"""The search space: the tuned numbers with their ranges, and the numbers that are held constant.

The optimiser works on the logarithms of positive parameters: a weight of 10 may become 25 as easily as one of 400 may
become 1000. A parameter is rounded before a candidate plays with it, so the written numbers are those that played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from edokko.players.evaluation.weights import LARGEST, Weights
from edokko.players.search import data
from edokko.players.search.data import Settings

REACH = 2.5
"""The default range of a number: the factor by which it may grow or shrink."""
DIGITS = 4
"""The significant digits of a number that is not an integer."""
START_OF_ZERO = 0.5
"""The starting parameter of a weight of 0, which has no logarithm. It rounds to 0 and can grow to 1."""
SHARES = ("prior_uniform", "win_share")
"""The constants of the search that range from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Number:
    """A tuned number.

    Attributes:
        name: the name of the weight or constant.
        start: the starting parameter of the optimiser, more than 0.
        reach: the factor by which the parameter may grow or shrink. The optimiser's initial step size is a third of
            that range, in logarithms.
        most: the upper bound of the number.
        is_whole: whether the number is an integer.
    """

    name: str
    start: float
    reach: float
    most: float
    is_whole: bool

    @property
    def low(self) -> float:
        """The lower bound of the parameter."""
        return self.start / self.reach

    @property
    def high(self) -> float:
        """The upper bound of the parameter."""
        return self.start * self.reach

    def of(self, parameter: float) -> float:
        """Convert a parameter to the number, rounded and clipped."""
        if self.is_whole:
            return min(round(parameter), int(self.most))
        return min(float(f"{parameter:.{DIGITS}g}"), self.most)


@dataclass(frozen=True, slots=True)
class Space:
    """The search space over all numbers of one kind.

    Attributes:
        numbers: the tuned numbers.
        held: the numbers that stay constant, by name.
    """

    numbers: tuple[Number, ...]
    held: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.numbers:
            raise ValueError("nothing is left to tune")

    @property
    def start(self) -> dict[str, float]:
        """The starting parameters of the optimiser."""
        return {number.name: number.start for number in self.numbers}

    def tuned(self, parameters: Mapping[str, float]) -> dict[str, float]:
        """Convert parameters to the tuned numbers."""
        return {number.name: number.of(parameters[number.name]) for number in self.numbers}

    def all(self, parameters: Mapping[str, float]) -> dict[str, float]:
        """Convert parameters to all numbers, including those that stay constant."""
        return {**self.tuned(parameters), **self.held}

    def to_json(self) -> dict[str, Any]:
        """Return the identity of the space as JSON values, part of a study's identity."""
        return {
            "numbers": {number.name: [number.low, number.high] for number in self.numbers},
            "held": dict(self.held),
        }


def space_of_weights(start: Weights, fixed: Mapping[str, float], reach: float = REACH) -> Space:
    """Return the search space of the evaluation weights.

    Args:
        start: the starting weights.
        fixed: the weights that stay constant, by name.
        reach: the range of each weight (:class:`Number`), more than 1.

    Raises:
        ValueError: a fixed weight is unknown or out of range, or nothing is left to tune.
    """
    Weights.of({name: _whole(number) for name, number in fixed.items()})
    numbers = tuple(
        Number(name, number or START_OF_ZERO, reach, LARGEST, is_whole=True)
        for name, number in start.items()
        if name not in fixed
    )
    return Space(numbers, {name: int(number) for name, number in fixed.items()})


def space_of_constants(start: Settings, fixed: Mapping[str, float], reach: float = REACH) -> Space:
    """Return the search space of the search constants. Switches and zeros stay constant.

    Args:
        start: the starting constants.
        fixed: the constants that stay constant, by name.
        reach: the range of each constant (:class:`Number`), more than 1.

    Raises:
        ValueError: a fixed constant is unknown or out of range, or nothing is left to tune.
    """
    held = {name: getattr(data.changed(fixed), name) for name in fixed}
    numbers = []
    for name, number in start.items():
        if name in held:
            continue
        if _is_switch(name) or number == 0:
            held[name] = number
        else:
            most = 1.0 if name in SHARES else data.LARGEST
            numbers.append(Number(name, number, reach, most, is_whole=False))
    return Space(tuple(numbers), held)


def _is_switch(name: str) -> bool:
    return Settings.cells[name].type.startswith("i")


def _whole(number: float) -> float:
    """Convert a whole number to ``int``; return any other number unchanged, so that it is refused."""
    return int(number) if float(number).is_integer() else number
