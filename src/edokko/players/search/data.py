"""The numbers that the search is shipped with, read once from the files beside this one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from edokko.players.search.settings import Settings

LARGEST = 100_000
"""A bound on every constant."""


@cache
def settings() -> Settings:
    """The shipped constants. They are shared: take :func:`changed` to change any."""
    found = Settings()
    for name, number in _read("settings.toml").items():
        setattr(found, name, number)
    return found


def constants() -> tuple[str, ...]:
    """Their names."""
    return tuple(Settings.cells)


def changed(numbers: Mapping[str, float]) -> Settings:
    """The shipped constants with some of them changed.

    Raises:
        ValueError: there is no constant of that name, or the number is impossible.
    """
    found = settings().copy()
    for name, number in numbers.items():
        if name not in Settings.cells:
            raise ValueError(f"there is no constant {name!r} of the search; constants: {', '.join(constants())}")
        is_whole = Settings.cells[name].type.startswith("i")
        if not 0 <= number <= LARGEST or (is_whole and number != int(number)):
            kind = "whole number" if is_whole else "number"
            raise ValueError(f"{name}: {number!r} is not a {kind} from 0 to {LARGEST}")
        setattr(found, name, int(number) if is_whole else number)
    return found


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("edokko.players.search").joinpath(name).read_text(encoding="utf-8"))
