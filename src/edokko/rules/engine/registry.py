"""The decorators ``rule`` and ``entry_point``: they register functions that run as plain Python and translate to C."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

Rule = TypeVar("Rule", bound=Callable[..., Any])

RULES: list[FunctionType] = []
"""Every decorated function, in order of definition; :mod:`edokko.native` translates them."""


ENTRY_POINTS: list[FunctionType] = []
"""The rules that Python calls in the engine, in order of definition."""


def rule(function: Rule) -> Rule:
    """Register a function as part of the engine and return it unchanged."""
    RULES.append(cast(FunctionType, function))
    return function


def entry_point(function: Rule) -> Rule:
    """Register a rule that Python calls in the engine, and return it unchanged.

    Its annotations name the widths of the arrays that it takes (:data:`edokko.rules.engine.fields.Int8s` and its like);
    a list without a width holds 64 bits.
    """
    ENTRY_POINTS.append(cast(FunctionType, function))
    return rule(function)
