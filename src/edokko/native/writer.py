"""The lines and the variables of one C function while it is written."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING

from edokko.native.kinds import Int, Kind, Number, Real, Value, Whole, signature_of
from edokko.native.trees import own_loops, refuse, tree_of

if TYPE_CHECKING:
    from edokko.native.program import Program

SETTLED = 3
"""After so many passes a local variable whose bounds still grow is taken for unbounded."""
INDENT = "    "


class Writer:
    """What the parts of a translation share: the program, the rule, the lines written and the kinds of its variables.

    program: the C file that it belongs to.
    function: the rule.
    arguments: the kinds of its arguments.
    name: the name of the C function.
    """

    def __init__(self, program: Program, function: FunctionType, arguments: Sequence[Kind], name: str) -> None:
        self.program = program
        self.function = function
        self.name = name
        self.tree = tree_of(function)
        names = [argument.arg for argument in self.tree.args.args]
        self.parameters = dict(zip(names, arguments, strict=True))
        self.result = signature_of(function)[1]
        self.locals: dict[str, Kind] = {}
        self.own_loops = own_loops(function)
        self._passes = 0
        self._declared: dict[str, Kind] = {}
        self._begin()

    def _begin(self) -> None:
        """Begin a pass: forget the lines, and keep what is known of the local variables."""
        self._lines: list[str] = []
        self._depth = 1
        self._counts: dict[str, int] = {}
        self._temporaries: dict[str, Kind | str] = {}
        self._loops: dict[str, Kind] = {}
        self._used: set[str] = set()

    def _refuse(self, node: ast.AST, why: str) -> Exception:
        return refuse(self.function, node, why)

    def _write(self, line: str) -> None:
        self._lines.append(INDENT * self._depth + line)

    def _new_name(self, stem: str) -> str:
        """Return a name that no variable of the rule has."""
        taken = self.parameters.keys() | self.locals.keys() | self._loops.keys()
        while True:
            number = self._counts[stem] = self._counts.get(stem, 0) + 1
            if f"{stem}{number}" not in taken:
                return f"{stem}{number}"

    def _keep(self, value: Value) -> Value:
        """Write a value to a temporary variable and return that."""
        name = self._new_name("value")
        self._temporaries[name] = value.kind
        self._write(f"{name} = {value.text};")
        return Value(name, value.kind)

    def _kind_of(self, name: str) -> Kind | None:
        return self._loops.get(name) or self.locals.get(name) or self.parameters.get(name)

    def _bind(self, node: ast.AST, name: str, kind: Kind) -> None:
        """Give a local variable the kind of one more value."""
        if name in self.parameters:
            old = self.parameters[name]
            if old != kind and not (isinstance(old, Int) and isinstance(kind, Whole)):
                raise self._refuse(node, f"the parameter {name} changes its type")
            return
        declared = self._declared.get(name)
        if declared is not None and isinstance(kind, Number):
            self.locals[name] = declared
        else:
            self.locals[name] = self._joined(node, name, self.locals.get(name), kind)
        self._used.add(name)

    def _joined(self, node: ast.AST, name: str, old: Kind | None, new: Kind) -> Kind:
        if old is None or old == new:
            return new
        if isinstance(old, Whole) and isinstance(new, Whole):
            low, high = min(old.low, new.low), max(old.high, new.high)
            if (low, high) != (old.low, old.high) and self._passes > SETTLED:
                return Int()
            return Int(low, high)
        if isinstance(old, Number) and isinstance(new, Number):
            return Real()
        raise self._refuse(node, f"{name} has two types: {old} and {new}")

    def _tried(self, write: Callable[[], object]) -> int:
        """Write something on trial; return how many lines it took."""
        lines, temporaries, counts = list(self._lines), dict(self._temporaries), dict(self._counts)
        write()
        taken = len(self._lines) - len(lines)
        self._lines, self._temporaries, self._counts = lines, temporaries, counts
        return taken
