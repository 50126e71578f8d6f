"""The mark of a rule: a function that runs as it stands and can be compiled as it stands."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

Rule = TypeVar("Rule", bound=Callable[..., Any])

RULES: list[FunctionType] = []
"""Every marked function, in order of definition; :mod:`edokko.rules.compiled` makes their twins."""


def rule(function: Rule) -> Rule:
    """Mark a function as part of the engine. The function itself is returned unchanged."""
    RULES.append(cast(FunctionType, function))
    return function
