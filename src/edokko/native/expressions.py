"""The translation of expressions, also of calls: of rules, of groups, of the few functions that a rule may use.

Python evaluates operands from left to right, and C does not say. So an operand goes to a temporary variable if a later
one writes to memory. A rule that writes nothing needs no such care, and most rules do not.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from types import FunctionType
from typing import Any

from edokko.native.kinds import (
    AND,
    ARITHMETIC,
    ATOM,
    BITS,
    CHOICE,
    COMPARISON,
    COMPARISONS,
    HIGHEST,
    LOWEST,
    OR,
    SUM,
    TERM,
    UNARY,
    Array,
    Bool,
    Constants,
    Declarations,
    Group,
    Int,
    Kind,
    Nothing,
    Number,
    Real,
    Record,
    Value,
    Whole,
    bounds,
    c_name,
    cast,
    clamped,
    integer,
    kind_of_element,
    members_of,
    quotient,
    remainder,
    signature_of,
    type_name,
)
from edokko.native.trees import acts_in, is_rule, own_loops, reads_in, refuse, tree_of
from edokko.rules import events
from edokko.rules.engine import bits, entry

BUILT_IN = frozenset(("abs", "bool", "float", "int", "len", "max", "min"))
"""The functions of Python that a rule may call, besides ``sqrt`` of ``math``."""


SETTLED = 3
"""After so many passes a local variable whose bounds still grow is taken for unbounded."""
INDENT = "    "


class Expressions:
    """A writer that translates expressions: the lines and the variables of one C function while it is written.

    program: the C file that it belongs to.
    function: the rule.
    arguments: the kinds of its arguments.
    name: the name of the C function.
    """

    def __init__(self, program: Declarations, function: FunctionType, arguments: Sequence[Kind], name: str) -> None:
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

    # --- expressions

    def _condition(self, node: ast.expr) -> str:
        value = self._truth(node)
        return value.text

    def _truth(self, node: ast.expr) -> Value:
        """Translate a condition: a number counts as true if it is not 0."""
        match node:
            case ast.BoolOp():
                return self._logic(node, are_conditions=True)
            case ast.UnaryOp(op=ast.Not()):
                return Value(f"!{self._truth(node.operand).within(UNARY)}", Bool(), UNARY)
        value = self._expression(node)
        if not isinstance(value.kind, Whole):
            raise self._refuse(node, "a condition is a whole number or a comparison")
        return value

    def _in_order(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """Translate operands that Python evaluates from left to right."""
        acting = [acts_in(node, self.function) for node in nodes]
        reading = [reads_in(node, self.function) for node in nodes]
        values = []
        for place, node in enumerate(nodes):
            value = self._expression(node)
            is_overwritten = reading[place] and any(acting[place + 1 :])
            is_late = acting[place] and any(reading[place + 1 :])
            if isinstance(value.kind, Number):
                if is_overwritten or is_late:
                    value = self._keep(value)
            elif any(acting[place + 1 :]) and reads_in_indices(node, self.function):
                value = self._keep(value)
            values.append(value)
        return values

    def _expression(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant():
                return self._literal(node, node.value)
            case ast.Name():
                return self._name(node)
            case ast.Attribute() | ast.Subscript():
                return self._place(node)
            case ast.BinOp():
                left, right = self._in_order([node.left, node.right])
                return self._binary(node, node.op, left, right)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare():
                return self._compare(node)
            case ast.BoolOp():
                return self._logic(node)
            case ast.IfExp():
                return self._choice(node)
            case ast.Call():
                return self._call(node)
        raise self._refuse(node, "this expression is not part of the subset")

    def _literal(self, node: ast.AST, value: object) -> Value:
        if isinstance(value, bool):
            return Value(str(int(value)), Bool())
        if isinstance(value, int) and not LOWEST <= value <= HIGHEST:
            raise self._refuse(node, "a whole number fits into 64 bits")
        if isinstance(value, int):
            return Value(integer(value), Int(value, value), ATOM if value >= 0 else UNARY)
        if isinstance(value, float):
            return Value(repr(value), Real(), ATOM if value >= 0 else UNARY)
        raise self._refuse(node, "a constant is a number")

    def _name(self, node: ast.Name) -> Value:
        kind = self._kind_of(node.id)
        if kind is not None:
            self._used.add(node.id)
            return Value(c_name(node.id), kind)
        if node.id not in self.function.__globals__:
            raise self._refuse(node, "this name has no value here")
        value = self.function.__globals__[node.id]
        if isinstance(value, int | float):
            self._literal(node, value)
            return self.program.constant(node.id, value)
        if isinstance(value, tuple) and value and all(isinstance(item, int | float) for item in value):
            return self.program.constants(node.id, value)
        raise self._refuse(node, "a constant of a module is a number or a tuple of numbers")

    def _place(self, node: ast.expr) -> Value:
        """Translate a field, a member or an element, which may be stored to."""
        if isinstance(node, ast.Attribute):
            owner = self._expression(node.value)
            match owner.kind:
                case Record(cls) if node.attr in cls.cells:
                    return self._field(owner, cls, node.attr, [])
                case Group(cls) if node.attr in members_of(cls):
                    return self._member_of(owner, node.attr, members_of(cls)[node.attr])
            raise self._refuse(node, f"{owner.kind} has no such member")
        assert isinstance(node, ast.Subscript)
        indices: list[ast.expr] = []
        base: ast.expr = node
        while isinstance(base, ast.Subscript):
            indices.insert(0, base.slice)
            base = base.value
        if isinstance(base, ast.Attribute):
            owner = self._expression(base.value)
            if isinstance(owner.kind, Record):
                return self._field(owner, owner.kind.cls, base.attr, indices)
        return self._element(node, self._expression(base), indices)

    def _member_of(self, owner: Value, name: str, kind: Kind) -> Value:
        """Return a member of a group; a group within it is a pointer too."""
        text = f"{owner.pointed}{c_name(name)}"
        return Value(f"&{text}", kind, UNARY) if isinstance(kind, Group) else Value(text, kind)

    def _field(self, owner: Value, cls: Any, name: str, indices: Sequence[ast.expr]) -> Value:
        """Translate a field of a record, or a part of it: a number, a row or a grid."""
        self.program.use(Record(cls))
        cells = cls.cells[name]
        text = f"{owner.pointed}{c_name(name)}"
        for value, node, size in zip(self._in_order(indices), indices, cells.shape, strict=False):
            text += f"[{self._index(value, node, size)}]"
        sizes = cells.shape[len(indices) :]
        if not sizes:
            return Value(text, kind_of_element(cells.type))
        kind = Array(cells.type, len(sizes))
        self.program.use(kind)
        start = text if len(sizes) == 1 else f"&{text}{'[0]' * len(sizes)}"
        return Value(f"VALUE({kind.name}){{{', '.join([start, *map(str, sizes)])}}}", kind)

    def _index(self, value: Value, node: ast.expr, size: int | str) -> str:
        """Return the text of an index, with a check in a program that has checks."""
        if not isinstance(value.kind, Whole):
            raise self._refuse(node, "an index is a whole number")
        if not self.program.is_checked:
            return value.text
        if isinstance(size, int) and value.kind.low >= 0 and value.kind.high < size:
            return value.text
        code = self.function.__code__
        place = f"{code.co_filename}:{code.co_firstlineno + node.lineno - 1}"
        return f"checked({value.text}, {size}, {self.program.place(place)})"

    def _element(self, node: ast.AST, array: Value, indices: Sequence[ast.expr]) -> Value:
        """Translate an element of an array, or a row of it."""
        values = self._in_order(indices)
        if isinstance(array.kind, Constants):
            [value] = values
            return Value(f"{array.text}[{self._index(value, indices[0], len(array.kind.values))}]", array.kind.item)
        if not isinstance(array.kind, Array) or len(values) > array.kind.dimensions:
            raise self._refuse(node, f"{array.kind} has no such index")
        if not array.text.isidentifier() and not (array.level == ATOM and "{" not in array.text):
            array = self._keep(array)
        kind, name = array.kind, array.text
        assert isinstance(kind, Array)
        place = Value("0", Int())
        for number in range(kind.dimensions):
            if number:
                place = Value(f"{place.within(TERM)} * {name}.n{number}", Int(), TERM)
            if number < len(values):
                text = self._index(values[number], indices[number], f"{name}.n{number}")
                index = Value(text, Int(), ATOM if text.startswith("checked(") else values[number].level)
                place = Value(f"{place.text} + {index.within(TERM)}", Int(), SUM) if number else index
        left = kind.dimensions - len(values)
        if left == 0:
            item = f"{name}.p[{place.text}]"
            return Value(f"&{item}", kind.item, UNARY) if isinstance(kind.item, Record) else Value(item, kind.item)
        row = Array(kind.element, left)
        self.program.use(row)
        sizes = [f"{name}.n{inner}" for inner in range(len(values), kind.dimensions)]
        return Value(f"VALUE({row.name}){{{', '.join([f'{name}.p + {place.within(SUM)}', *sizes])}}}", row)

    def _binary(self, node: ast.AST, operator: ast.operator, left: Value, right: Value) -> Value:
        if isinstance(operator, ast.Div) and isinstance(left.kind, Number) and isinstance(right.kind, Number):
            a, b = (value if isinstance(value.kind, Real) else cast(value, "double", Real()) for value in (left, right))
            return Value(f"{a.within(TERM)} / {b.within(UNARY)}", Real(), TERM)
        if isinstance(left.kind, Whole) and isinstance(right.kind, Whole):
            match operator:
                case ast.FloorDiv() | ast.Mod() if is_power_of_two(right.kind):
                    return self._by_power_of_two(node, operator, left, right.kind.high)
                case ast.FloorDiv():
                    return Value(f"floor_div({left.text}, {right.text})", quotient(left.kind, right.kind))
                case ast.Mod():
                    return Value(f"floor_mod({left.text}, {right.text})", remainder(right.kind))
        if type(operator) not in ARITHMETIC:
            raise self._refuse(node, "this operator is not part of the subset")
        sign, level = ARITHMETIC[type(operator)]
        kind: Kind
        if isinstance(left.kind, Whole) and isinstance(right.kind, Whole):
            kind = bounds(operator, left.kind, right.kind)
            # Of a shift, C takes the width of the left operand alone.
            if not kind.is_narrow and left.kind.is_narrow and (right.kind.is_narrow or level == BITS):
                left = cast(left, "int64_t", kind)
        elif isinstance(left.kind, Number) and isinstance(right.kind, Number) and level != BITS:
            kind = Real()
        else:
            raise self._refuse(node, "this operator takes numbers, and one on bits whole numbers")
        inner, last = (UNARY, UNARY) if level == BITS else (level, TERM if level == SUM else UNARY)
        return Value(f"{left.within(inner)} {sign} {right.within(last)}", kind, level)

    def _by_power_of_two(self, node: ast.AST, operator: ast.operator, left: Value, divisor: int) -> Value:
        """Translate ``//`` and ``%`` to a shift and a mask, which round down as Python does."""
        if isinstance(operator, ast.FloorDiv):
            places = divisor.bit_length() - 1
            return self._binary(node, ast.RShift(), left, Value(str(places), Int(places, places)))
        return self._binary(node, ast.BitAnd(), left, Value(integer(divisor - 1), Int(divisor - 1, divisor - 1)))

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self._truth(node)
        value = self._expression(node.operand)
        if isinstance(node.operand, ast.Constant) and isinstance(node.op, ast.USub):
            return self._literal(node, -node.operand.value)  # type: ignore[operator]
        if isinstance(value.kind, Number) and isinstance(node.op, ast.UAdd):
            return value
        if isinstance(value.kind, Real) and isinstance(node.op, ast.USub):
            return Value(f"-{value.within(ATOM)}", Real(), UNARY)
        if not isinstance(value.kind, Whole):
            raise self._refuse(node, "this operator takes numbers, and one on bits whole numbers")
        if isinstance(node.op, ast.Invert):
            return Value(f"~{value.within(UNARY)}", clamped(-value.kind.high - 1, -value.kind.low - 1), UNARY)
        kind = clamped(-value.kind.high, -value.kind.low)
        if not kind.is_narrow and value.kind.is_narrow:
            value = cast(value, "int64_t", kind)
        return Value(f"-{value.within(ATOM)}", kind, UNARY)

    def _compare(self, node: ast.Compare) -> Value:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._member(node, isinstance(node.ops[0], ast.NotIn))
        operands = [node.left, *node.comparators]
        if len(operands) > 2 and any(isinstance(inner, ast.Call) for part in operands[1:] for inner in ast.walk(part)):
            raise self._refuse(node, "a call in a chain of comparisons; name its result first")
        values = self._in_order(operands)
        parts = []
        for operator, left, right in zip(node.ops, values, values[1:], strict=False):
            if type(operator) not in COMPARISONS:
                raise self._refuse(node, "this comparison is not part of the subset")
            if not isinstance(left.kind, Number) or not isinstance(right.kind, Number):
                raise self._refuse(node, "numbers are compared")
            parts.append(f"{left.within(SUM)} {COMPARISONS[type(operator)]} {right.within(SUM)}")
        return Value(" && ".join(parts), Bool(), COMPARISON if len(parts) == 1 else AND)

    def _member(self, node: ast.Compare, is_not: bool) -> Value:
        """Translate ``value in (a, b)``."""
        if not isinstance(node.comparators[0], ast.Tuple):
            raise self._refuse(node, "membership is tested in a tuple of the source")
        value, *items = self._in_order([node.left, *node.comparators[0].elts])
        if not (value.text.isidentifier() or value.text.isdigit()):
            value = self._keep(value)
        sign, glue = ("!=", " && ") if is_not else ("==", " || ")
        tests = glue.join(f"{value.text} {sign} {item.within(SUM)}" for item in items)
        return Value(tests, Bool(), AND if is_not else OR)

    def _logic(self, node: ast.BoolOp, are_conditions: bool = False) -> Value:
        """Translate ``and`` and ``or``, whose later operands are evaluated only if they are needed."""
        is_and = isinstance(node.op, ast.And)
        level, sign = (AND, "&&") if is_and else (OR, "||")
        result: Value | None = None
        for operand in node.values:
            if result is not None and self._tried(partial(self._truth, operand)):
                name = result.text if result.text in self._temporaries else self._keep(result).text
                self._write(f"if ({name if is_and else '!' + name}) {{")
                self._depth += 1
                value = self._operand(operand, are_conditions)
                self._write(f"{name} = {self._as_flag(value)};")
                self._depth -= 1
                self._write("}")
                result = Value(name, Bool())
                continue
            value = self._operand(operand, are_conditions)
            if result is None:
                result = Value(value.text, Bool(), value.level) if isinstance(value.kind, Bool) else value
                if not isinstance(value.kind, Bool):
                    result = Value(self._as_flag(value), Bool(), COMPARISON)
                continue
            left = result.text if result.level in (level, *range(COMPARISON + 1)) else f"({result.text})"
            result = Value(f"{left} {sign} {value.within(COMPARISON)}", Bool(), level)
        assert result is not None
        return result

    def _operand(self, node: ast.expr, is_condition: bool) -> Value:
        value = self._truth(node)
        if not is_condition and not isinstance(value.kind, Bool):
            raise self._refuse(node, "the operands of and and or are truth values where their result is kept")
        return value

    def _as_flag(self, value: Value) -> str:
        return value.text if isinstance(value.kind, Bool) else f"{value.within(SUM)} != 0"

    def _choice(self, node: ast.IfExp) -> Value:
        """Translate ``a if test else b``."""
        test = self._condition(node.test)
        if self._tried(partial(self._expression, node.body)) or self._tried(partial(self._expression, node.orelse)):
            raise self._refuse(node, "a call that writes within a choice; use an if statement")
        body, other = self._expression(node.body), self._expression(node.orelse)
        kind = self._joined(node, "the choice", body.kind, other.kind)
        return Value(f"{_in_choice(test)} ? {body.within(OR)} : {other.within(OR)}", kind, CHOICE)

    # --- calls

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
        name, result = self.program.called(rule, tuple(kind for kind, _ in arguments))
        text = ", ".join(text for _, text in arguments)
        return Value(f"{name}({text})", result)

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


def is_power_of_two(kind: Whole) -> bool:
    """Check whether a value is a constant power of 2."""
    return 0 < kind.low == kind.high and kind.low & (kind.low - 1) == 0


def reads_in_indices(target: ast.expr, function: FunctionType) -> bool:
    """Check whether the indices of a target read memory or call a rule."""
    return any(reads_in(inner.slice, function) for inner in ast.walk(target) if isinstance(inner, ast.Subscript))


def _in_choice(test: str) -> str:
    return f"({test})" if "&&" in test or "||" in test or "?" in test else test
