"""The error of a rule that has no translation."""

from __future__ import annotations

import ast
from types import FunctionType


class NotTranslatable(Exception):
    """A construct outside the subset of Python that rules are written in (docs/build/writing-rules.md)."""


def refuse(function: FunctionType, node: ast.AST, why: str) -> NotTranslatable:
    """Return the error that names a rule, its file, the line and the construct."""
    code = function.__code__
    line = code.co_firstlineno + getattr(node, "lineno", 1) - 1
    source = ast.unparse(node).splitlines()[0]
    return NotTranslatable(f"{code.co_filename}:{line}: {function.__qualname__}: {source!r}: {why}")
