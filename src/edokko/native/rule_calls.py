"""The translation of calls: of rules, of groups, and of the few functions of Python that a rule may use."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from math import sqrt
from types import FunctionType
from typing import Any

from edokko.native.expressions import Expressions
from edokko.native.kinds import (
    HIGHEST,
    Array,
    Bool,
    Constants,
    Group,
    Int,
    Kind,
    Nothing,
    Number,
    Real,
    Whole,
    members_of,
    signature_of,
    type_name,
)
from edokko.native.trees import acts_in, is_rule, tree_of
from edokko.native.values import ATOM, COMPARISON, UNARY, Value, cast
from edokko.rules import events
from edokko.rules.engine import bits, entry

BUILT_IN = frozenset(("abs", "bool", "float", "int", "len", "max", "min"))
"""The functions of Python that a rule may call, besides ``sqrt`` of ``math``."""


class Calls(Expressions):
    """A writer that translates expressions with calls."""

    def _call(self, node: ast.Call) -> Value:
        if not isinstance(node.func, ast.Name):
            raise self._refuse(node, "a rule calls functions by their names")
        name = node.func.id
        target = self.function.__globals__.get(name)
        if target is events.emit:
            return self._emit(node)
        if target is bits.first_of:
            [value] = self._in_order(node.args)
            return Value(f"lowest_bit({value.text})", Int(0, 63))
        if target is entry.copy_game:
            return self._copy(node)
        if target is entry.store_game:
            games, place, state = self._in_order(node.args)
            if not isinstance(games.kind, Array):
                raise self._refuse(node, "a state is stored in an array of games")
            index = self._index(place, node.args[1], f"{games.text}.n0")
            return Value(f"COPY(&{games.text}.p[{index}], {state.text})", Nothing())
        if is_rule(target):
            return self._call_rule(node, target)
        if isinstance(target, type) and issubclass(target, tuple) and hasattr(target, "_fields"):
            return self._group(node, target)
        return self._builtin(node, name, target)

    def _emit(self, node: ast.Call) -> Value:
        """Translate the report of an event, which compiles to nothing without ``EDOKKO_EVENTS``."""
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            if acts_in(argument, self.function):
                raise self._refuse(node, "an event is reported without a call that writes")
        names = ("state", "kind", "seat", "subject", "room", "amount", "reason", "detail")
        given = dict(zip(names, node.args, strict=False)) | {word.arg: word.value for word in node.keywords if word.arg}
        defaults = {"amount": "0"}
        values = [
            self._expression(given[name]).text if name in given else defaults.get(name, "-1") for name in names[1:]
        ]
        return Value(f"report({', '.join(values)})", Nothing())

    def _copy(self, node: ast.Call) -> Value:
        games, source, target = self._in_order(node.args)
        assert isinstance(games.kind, Array)
        read = self._index(source, node.args[1], f"{games.text}.n0")
        write = self._index(target, node.args[2], f"{games.text}.n0")
        return Value(f"COPY(&{games.text}.p[{write}], &{games.text}.p[{read}])", Nothing())

    def _call_rule(self, node: ast.Call, rule: FunctionType) -> Value:
        kinds, _ = signature_of(rule)
        names = list(kinds)
        given: dict[str, ast.expr] = dict(zip(names, node.args, strict=False))
        given |= {word.arg: word.value for word in node.keywords if word.arg}
        defaults = tree_of(rule).args.defaults
        for name, default in zip(names[len(names) - len(defaults) :], defaults, strict=True):
            given.setdefault(name, default)
        if set(given) != set(names):
            raise self._refuse(node, "the arguments do not match the rule's parameters")
        values = dict(zip(given, self._in_order(list(given.values())), strict=True))
        arguments = [self._argument(node, name, kinds[name], values[name]) for name in names]
        translation = self.program.translation(rule, tuple(kind for kind, _ in arguments))
        text = ", ".join(text for _, text in arguments)
        return Value(f"{translation.name}({text})", translation.result)

    def _argument(self, node: ast.AST, name: str, wanted: Kind, value: Value) -> tuple[Kind, str]:
        """Return the kind that a parameter has in this call, and the text of the argument."""
        match wanted, value.kind:
            case (Int() | Bool(), Int() | Bool()) | (Real(), Int() | Bool() | Real()):
                return wanted, value.text
            case Array(), Array() if wanted.dimensions == value.kind.dimensions:
                is_record = not isinstance(wanted.element, str) or not isinstance(value.kind.element, str)
                if not is_record or wanted.element == value.kind.element:
                    return value.kind, value.text
            case _ if wanted == value.kind:
                return wanted, value.text
        raise self._refuse(node, f"{name} takes {wanted}, not {value.kind}")

    def _group(self, node: ast.Call, cls: type[tuple[Any, ...]]) -> Value:
        members = members_of(cls)
        given = dict(zip(members, node.args, strict=False)) | {
            word.arg: word.value for word in node.keywords if word.arg
        }
        if list(given) != list(members):
            raise self._refuse(node, "the members are given in their order")
        texts = []
        for (name, kind), value in zip(members.items(), self._in_order(list(given.values())), strict=True):
            if isinstance(kind, Array) and kind != value.kind:
                raise self._refuse(node, f"the member {name} is {kind}, not {value.kind}")
            texts.append(f"*{value.within(UNARY)}" if isinstance(kind, Group) else value.text)
        self.program.use(Group(cls))
        return Value(f"&VALUE({type_name(cls)}){{{', '.join(texts)}}}", Group(cls), UNARY)

    def _builtin(self, node: ast.Call, name: str, target: object) -> Value:
        if not (target is sqrt or (target is None and name in BUILT_IN)) or node.keywords:
            raise self._refuse(node, "this function is neither a rule nor a function of the subset")
        values = self._in_order(node.args)
        match name, values:
            case "len", [value]:
                if isinstance(value.kind, Array):
                    if "{" in value.text:
                        value = self._keep(value)
                    return Value(f"{value.within(ATOM)}.n0", Int(0, HIGHEST))
                if isinstance(value.kind, Constants):
                    size = len(value.kind.values)
                    return Value(str(size), Int(size, size))
            case (("min" | "max"), [_, _, *_]) if all(isinstance(value.kind, Number) for value in values):
                return self._extreme(name, values)
            case "abs", [Value(kind=Real())]:
                return Value(f"abs_real({values[0].text})", Real())
            case "abs", [Value(kind=Int() | Bool())]:
                return Value(f"abs_int({values[0].text})", Int(0, HIGHEST))
            case "int", [Value(kind=Bool())]:
                return values[0]
            case "int", [Value(kind=Int())]:
                return values[0]
            case "int", [Value(kind=Real()) as value]:
                return cast(value, "int64_t", Int())
            case "bool", [Value(kind=Int() | Bool()) as value]:
                return Value(self._as_flag(value), Bool(), value.level if isinstance(value.kind, Bool) else COMPARISON)
            case "float", [Value(kind=Int() | Bool()) as value]:
                return cast(value, "double", Real())
            case _, [value] if target is sqrt and isinstance(value.kind, Number):
                return Value(f"square_root({value.text})", Real())
        raise self._refuse(node, "this function does not take these arguments")

    def _extreme(self, name: str, values: Sequence[Value]) -> Value:
        is_real = any(isinstance(value.kind, Real) for value in values)
        text = values[0].text
        for value in values[1:]:
            text = f"{name}_{'real' if is_real else 'int'}({text}, {value.text})"
        if is_real:
            return Value(text, Real())
        pick = min if name == "min" else max
        kinds = [value.kind for value in values if isinstance(value.kind, Whole)]
        return Value(text, Int(pick(kind.low for kind in kinds), pick(kind.high for kind in kinds)))
