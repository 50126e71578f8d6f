"""The shipped constants of the search, read once from ``settings.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from edokko.players.search.settings import Settings

LARGEST = 100_000
"""The upper bound of every constant."""


@cache
def settings() -> Settings:
    """Return the shipped constants. They are shared: use :func:`changed` for a modified copy."""
    shipped = Settings()
    for name, number in read(__package__, "settings.toml").items():
        setattr(shipped, name, number)
    return shipped


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
