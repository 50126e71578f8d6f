"""The source of rules as syntax trees, and what must be known of a rule before it is translated."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from types import FunctionType
from typing import TypeGuard

from edokko.rules import events
from edokko.rules.engine import entry
from edokko.rules.engine.registry import RULES

ACTING = (events.emit, entry.copy_game, entry.store_game)
"""Functions that are no rules, that the translator knows, and that write."""


@cache
def tree_of(function: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a rule."""
    [tree] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(tree, ast.FunctionDef)
    return tree


def is_rule(function: object) -> TypeGuard[FunctionType]:
    """Check whether an object is a rule."""
    return isinstance(function, FunctionType) and function in _rules(len(RULES))


@cache
def _rules(count: int) -> frozenset[FunctionType]:
    """Return the rules defined so far; their number keeps the cache fresh."""
    return frozenset(RULES[:count])


@cache
def acts(function: FunctionType) -> bool:
    """Check whether a rule writes to memory, itself or by a rule that it calls."""
    return _acts(function, set())


def _acts(function: FunctionType, visited: set[FunctionType]) -> bool:
    if function in visited:
        return False
    visited.add(function)
    for node in ast.walk(tree_of(function)):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            return True
    return any(
        called in ACTING or (is_rule(called) and _acts(called, visited))
        for called in called_by(tree_of(function), function)
    )


def called_by(node: ast.AST, function: FunctionType) -> Iterator[object]:
    """Yield the functions that a part of a rule calls by a name of its module."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name):
            yield function.__globals__.get(inner.func.id)


def acts_in(node: ast.AST, function: FunctionType) -> bool:
    """Check whether a part of a rule calls something that writes to memory."""
    return any(called in ACTING or (is_rule(called) and acts(called)) for called in called_by(node, function))


def reads_in(node: ast.AST, function: FunctionType) -> bool:
    """Check whether a part of a rule reads memory that another part might write."""
    return any(isinstance(inner, (ast.Attribute, ast.Subscript)) for inner in ast.walk(node)) or any(
        is_rule(called) for called in called_by(node, function)
    )


def own_loops(function: FunctionType) -> frozenset[str]:
    """Return the loop variables that no statement outside their loops reads and no other statement assigns.

    C declares them in the ``for`` statement.
    """
    tree = tree_of(function)
    loads: dict[str, int] = {}
    stores: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            counts = loads if isinstance(node.ctx, ast.Load) else stores
            counts[node.id] = counts.get(node.id, 0) + 1
    parameters = {argument.arg for argument in tree.args.args}
    inside: dict[str, int] = {}
    loops: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            name = node.target.id
            loops[name] = loops.get(name, 0) + 1
            inside[name] = inside.get(name, 0) + sum(
                isinstance(inner, ast.Name) and inner.id == name and isinstance(inner.ctx, ast.Load)
                for statement in node.body
                for inner in ast.walk(statement)
            )
    return frozenset(
        name
        for name, count in loops.items()
        if name not in parameters and stores[name] == count and inside[name] == loads.get(name, 0)
    )


def assigned_in(body: list[ast.stmt]) -> set[str]:
    """Return the local variables that some statements assign."""
    return {
        node.id
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def comment_of(function: FunctionType) -> str:
    """Return what stands above a rule's C function: the first line of its docstring and the rules it cites."""
    text = inspect.getdoc(function) or ""
    first = text.partition("\n")[0]
    cited = [number for number in re.findall(r"RULES \d+(?:\.\d+)?|\bH\d+\b", text) if number not in first]
    return " ".join([first, *(f"({number})" for number in dict.fromkeys(cited))]).replace("*/", "* /")


class NotTranslatable(Exception):
    """A construct outside the subset of Python that rules are written in (docs/build/writing-rules.md)."""


def refuse(function: FunctionType, node: ast.AST, why: str) -> NotTranslatable:
    """Return the error that names a rule, its file, the line and the construct."""
    code = function.__code__
    line = code.co_firstlineno + getattr(node, "lineno", 1) - 1
    source = ast.unparse(node).splitlines()[0]
    return NotTranslatable(f"{code.co_filename}:{line}: {function.__qualname__}: {source!r}: {why}")
