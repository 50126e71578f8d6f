"""The constants of the search; the shipped ones are read once from ``settings.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from edokko.rules.engine.fields import Cells, Fields, fields

Number = Annotated[float, Cells("f8")]
Count = Annotated[int, Cells("i8")]


@fields
class Settings(Fields):
    """The constants of a search."""

    exploration: Number
    """The exploration constant of PUCT: the weight of the prior against the value."""
    prior_temperature: Number
    """The temperature of the prior: a move that is better by so many hundredths of an IKI is e times as likely."""
    prior_uniform: Number
    """The share of the prior that is uniform over all moves."""
    first_play: Number
    """The first-play urgency reduction: an unvisited child counts as its parent's value less this, in utility."""
    playout: Count
    """The length of the playout from a new leaf, in months: 1 plays to the beginning of the next month."""
    lines: Count
    """The number of visits from which a node in the hire phase gets priors from complete lines of its turn; 0 turns
    priors from lines off. Nodes in later phases have few lines, so they get them at once, and so does the root."""
    win_share: Number
    """The share of the win chance in the utility; the rest is the margin."""


PRIORS = ("prior_temperature", "lines")
"""The constants of priors from evaluations, which a policy network replaces."""
LARGEST = 100_000
"""The upper bound of every constant."""


@cache
def settings() -> Settings:
    """Return the shipped constants. They are shared: use :func:`changed` for a modified copy."""
    return changed(read(__package__, "settings.toml"), Settings())


def changed(numbers: Mapping[str, float], base: Settings | None = None) -> Settings:
    """Return a copy of constants with some of them changed.

    Args:
        numbers: the new values by name.
        base: the constants; ``None`` for the shipped ones.

    Raises:
        ValueError: a name is unknown, or a number is out of range.
    """
    copy = (base or settings()).copy()
    for name, number in numbers.items():
        if name not in Settings.cells:
            raise ValueError(f"there is no constant {name!r} of the search; constants: {', '.join(Settings.cells)}")
        is_whole = Settings.cells[name].type.startswith("i")
        if not 0 <= number <= LARGEST or (is_whole and number != int(number)):
            kind = "whole number" if is_whole else "number"
            raise ValueError(f"{name}: {number!r} is not a {kind} from 0 to {LARGEST}")
        setattr(copy, name, int(number) if is_whole else number)
    return copy


def read(package: str, name: str) -> dict[str, Any]:
    """Read a file of constants by their names."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
