"""The decorator ``rule``: it registers a function that runs as plain Python and can be compiled unchanged."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

Rule = TypeVar("Rule", bound=Callable[..., Any])

RULES: list[FunctionType] = []
"""Every decorated function, in order of definition; :mod:`edokko.rules.engine.compiled` creates their twins."""


def rule(function: Rule) -> Rule:
    """Register a function as part of the engine and return it unchanged."""
    RULES.append(cast(FunctionType, function))
    return function
