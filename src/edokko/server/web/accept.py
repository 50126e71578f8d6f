"""Parsing of the request headers whose entries have weights: ``Accept-Encoding`` and ``Accept-Language``."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 500
"""Characters of a header that are parsed."""


def weights_in(header: str) -> list[tuple[str, float]]:
    """Return the entries of a header in lower case, each with its weight; 0 for an invalid one."""
    entries = ([part.strip() for part in entry.lower().split(";")] for entry in header.split(","))
    return [(name, _weight(parameters)) for name, *parameters in entries if name]


def _weight(parameters: Iterable[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                weight = float(value)
            except ValueError:
                return 0.0
            return weight if 0 <= weight <= 1 else 0.0
    return 1.0
