"""Floating-point numbers in nested values, as JSON stores them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def map_floats(value: Any, function: Callable[[float], float | None]) -> Any:
    """Return a nested value with a function of each of its floating-point numbers, and with lists for tuples."""
    if isinstance(value, float):
        return function(value)
    if isinstance(value, dict):
        return {name: map_floats(part, function) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [map_floats(part, function) for part in value]
    return value
