"""The translation of one rule to a C function: one pass over its statements, repeated until its types settle."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial

from edokko.native.expressions import INDENT, Expressions, reads_in_indices
from edokko.native.kinds import (
    ARITHMETIC,
    HIGHEST,
    LOWEST,
    SUM,
    UNARY,
    Array,
    Constants,
    Group,
    Int,
    Kind,
    Nothing,
    Number,
    Pair,
    Real,
    Record,
    Value,
    Whole,
    c_name,
    c_type,
    declare,
    kind_of_annotation,
    members_of,
    type_name,
)
from edokko.native.trees import acts_in, assigned_in, comment_of

MOST_PASSES = 12


class Translation(Expressions):
    """One rule as a C function, for one combination of types of its arguments."""

    def translate(self) -> None:
        """Translate the body until the types of its local variables settle."""
        while self._passes < MOST_PASSES:
            before = dict(self.locals)
            self._passes += 1
            self._begin()
            self._block(self.tree.body)
            if self.locals == before:
                return
        raise self._refuse(self.tree, "the types of its local variables do not settle")

    @property
    def head(self) -> str:
        """The declaration of the function."""
        parameters = ", ".join(declare(kind, c_name(name)) for name, kind in self.parameters.items())
        return f"static {declare(self.result, self.name)}({parameters or 'void'})"

    @property
    def text(self) -> str:
        """The definition of the function, with a comment that names the rule."""
        variables = {c_name(name): kind for name, kind in self.locals.items() if name in self._used}
        lines = [f"/* {comment_of(self.function)} */", f"{self.head} {{"]
        lines += [f"{INDENT}{declare(kind, name)};" for name, kind in variables.items()]
        lines += [
            f"{INDENT}{kind} {name};" if isinstance(kind, str) else f"{INDENT}{declare(kind, name)};"
            for name, kind in self._temporaries.items()
        ]
        lines += [f"{INDENT}(void){c_name(name)};" for name in self.parameters if name not in self._used]
        return "\n".join([*lines, *self._lines, "}", ""])

    # --- statements

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self._statement(statement)

    def _inner(self, body: Sequence[ast.stmt]) -> None:
        self._depth += 1
        self._block(body)
        self._depth -= 1

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call()):
                if text := self._expression(node.value).text:
                    self._write(f"{text};")
            case ast.Assign(targets=[target]):
                self._assign(target, node.value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as given):
                self._declare(node, name)
                self._assign(node.target, given)
            case ast.AugAssign():
                self._change(node)
            case ast.Return(value=None):
                self._write("return;")
            case ast.Return():
                assert node.value is not None
                self._write(f"return {self._returned(node.value)};")
            case ast.If():
                self._if(node)
            case ast.While(orelse=[]):
                self._while(node)
            case ast.For(orelse=[], target=ast.Name()):
                self._for(node)
            case ast.Break():
                self._write("break;")
            case ast.Continue():
                self._write("continue;")
            case _:
                raise self._refuse(node, "this statement is not part of the subset")

    def _declare(self, node: ast.AnnAssign, name: str) -> None:
        """Take the width of a local variable from its annotation."""
        # Python does not evaluate the annotation of a local variable: this one is a name of the module.
        kind = kind_of_annotation(eval(ast.unparse(node.annotation), self.function.__globals__))
        if not isinstance(kind, Number):
            raise self._refuse(node, "a local variable is annotated as a number")
        self._declared[name] = kind

    def _returned(self, node: ast.expr) -> str:
        if isinstance(self.result, Pair):
            if not isinstance(node, ast.Tuple) or len(node.elts) != len(self.result.items):
                raise self._refuse(node, "a rule returns its tuple as it is written in the annotation")
            self.program.use(self.result)
            items = ", ".join(value.text for value in self._in_order(node.elts))
            return f"VALUE({self.result.name}){{{items}}}"
        value = self._expression(node)
        if not isinstance(value.kind, Number) or isinstance(self.result, Nothing):
            raise self._refuse(node, "a rule returns a number or a tuple of numbers")
        if isinstance(value.kind, Real) and not isinstance(self.result, Real):
            raise self._refuse(node, "the annotation promises a whole number")
        return value.text

    def _if(self, node: ast.If, is_else: bool = False) -> None:
        """Write an ``if`` statement; ``is_else``: it follows ``else`` on the same line."""
        condition = self._condition(node.test)
        opening = f"if ({condition}) {{"
        if is_else:
            self._lines[-1] += f" {opening}"
        else:
            self._write(opening)
        self._inner(node.body)
        if not node.orelse:
            self._write("}")
            return
        self._write("} else")
        match node.orelse:
            case [ast.If() as other] if not self._tried(partial(self._truth, other.test)):
                self._if(other, is_else=True)
            case _:
                self._lines[-1] += " {"
                self._inner(node.orelse)
                self._write("}")

    def _while(self, node: ast.While) -> None:
        if self._tried(partial(self._truth, node.test)):
            self._write("for (;;) {")
            self._depth += 1
            condition = self._condition(node.test)
            self._write(f"if (!({condition})) break;")
            self._depth -= 1
        else:
            self._write(f"while ({self._condition(node.test)}) {{")
        self._inner(node.body)
        self._write("}")

    def _for(self, node: ast.For) -> None:
        assert isinstance(node.target, ast.Name)
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]):
                self._count(node, node.target.id, arguments)
            case ast.Tuple(elts=items):
                self._visit_tuple(node, node.target.id, items)
            case _:
                self._visit_array(node, node.target.id)

    def _count(self, node: ast.For, name: str, arguments: Sequence[ast.expr]) -> None:
        """Write a loop over ``range``."""
        values = self._in_order(arguments)
        start = values[0] if len(values) > 1 else Value("0", Int(0, 0))
        stop = values[min(1, len(values) - 1)]
        step = 1
        if len(values) == 3:
            step = self._constant_step(arguments[2], values[2])
        if not all(isinstance(value.kind, Whole) for value in values):
            raise self._refuse(node.iter, "the bounds of a range are whole numbers")
        assert isinstance(start.kind, Whole)
        assert isinstance(stop.kind, Whole)
        low, high = (start.kind.low, stop.kind.high - 1) if step > 0 else (stop.kind.low + 1, start.kind.high)
        kind = Int(max(min(low, high), LOWEST), min(max(low, high), HIGHEST))

        is_own = name in self.own_loops
        counter = c_name(name) if is_own else self._new_name("count")
        last = arguments[min(1, len(values) - 1)]
        is_fixed = isinstance(last, ast.Constant) or (
            isinstance(last, ast.Name) and last.id not in assigned_in(node.body)
        )
        head = f"int64_t {counter} = {start.text}"
        if is_fixed:
            limit = stop.within(SUM)
        else:
            limit = self._new_name("end")
            head += f", {limit} = {stop.text}"
        sign = "<" if step > 0 else ">"
        change = {1: f"{counter}++", -1: f"{counter}--"}.get(step) or f"{counter} += {step}"
        self._write(f"for ({head}; {counter} {sign} {limit}; {change}) {{")
        self._body_of(node, name, kind, None if is_own else counter)

    def _body_of(self, node: ast.For, name: str, kind: Kind, item: str | None) -> None:
        """Write the body of a loop and its end; ``item``: what to assign to the loop variable first, if anything."""
        self._depth += 1
        if item is None:
            outer = self._loops.get(name)
            self._loops[name] = kind
            self._block(node.body)
            del self._loops[name]
            if outer is not None:
                self._loops[name] = outer
        else:
            if name != "_":
                self._bind(node, name, kind)
                self._write(f"{c_name(name)} = {item};")
            self._block(node.body)
        self._depth -= 1
        self._write("}")

    def _constant_step(self, node: ast.expr, value: Value) -> int:
        if not isinstance(value.kind, Int) or value.kind.low != value.kind.high or value.kind.low == 0:
            raise self._refuse(node, "the step of a range is a constant")
        return value.kind.low

    def _visit_tuple(self, node: ast.For, name: str, items: Sequence[ast.expr]) -> None:
        """Write a loop over the values of a tuple in the source."""
        values = self._in_order(items)
        kind: Kind | None = None
        for value in values:
            if not isinstance(value.kind, Number | Array):
                raise self._refuse(node.iter, "only numbers and arrays are visited")
            kind = self._joined(node, name, kind, value.kind)
        assert kind is not None
        row, place = self._new_name("items"), self._new_name("place")
        self._write(f"const {c_type(kind)} {row}[] = {{{', '.join(value.text for value in values)}}};")
        self._write(f"for (int {place} = 0; {place} < {len(values)}; {place}++) {{")
        self._body_of(node, name, kind, f"{row}[{place}]")

    def _visit_array(self, node: ast.For, name: str) -> None:
        """Write a loop over an array of one dimension, or over a constant tuple of a module."""
        value = self._expression(node.iter)
        place = self._new_name("place")
        if isinstance(value.kind, Constants):
            self._write(f"for (int {place} = 0; {place} < {len(value.kind.values)}; {place}++) {{")
            self._body_of(node, name, value.kind.item, f"{value.text}[{place}]")
            return
        if not isinstance(value.kind, Array) or value.kind.dimensions != 1:
            raise self._refuse(node.iter, "a loop visits a range, a tuple, or an array of one dimension")
        array = self._keep(value).text
        self._write(f"for (int64_t {place} = 0; {place} < {array}.n0; {place}++) {{")
        item = f"{array}.p[{place}]"
        self._body_of(node, name, value.kind.item, f"&{item}" if isinstance(value.kind.item, Record) else item)

    # --- assignments

    def _assign(self, target: ast.expr, node: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            self._unpack(target, node)
            return
        if isinstance(target, ast.Name):
            self._store_local(target, self._expression(node))
            return
        # Python evaluates the value before the indices of the target.
        value = self._expression(node)
        if acts_in(node, self.function) and reads_in_indices(target, self.function):
            value = self._keep(value)
        self._store(target, value)

    def _unpack(self, target: ast.Tuple, node: ast.expr) -> None:
        if isinstance(node, ast.Tuple):
            if len(node.elts) != len(target.elts):
                raise self._refuse(target, "both sides have the same number of values")
            values = self._in_order(node.elts)
            names = {name.id for name in ast.walk(target) if isinstance(name, ast.Name)}
            read = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
            if names & read or not all(isinstance(item, ast.Name) for item in target.elts):
                values = [self._keep(value) for value in values]
            for item, value in zip(target.elts, values, strict=True):
                self._store(item, value)
            return
        value = self._expression(node)
        if isinstance(value.kind, Group) and len(members_of(value.kind.cls)) == len(target.elts):
            for item, (name, kind) in zip(target.elts, members_of(value.kind.cls).items(), strict=True):
                if not (isinstance(item, ast.Name) and item.id == "_"):
                    self._store(item, self._member_of(value, name, kind))
            return
        if not isinstance(value.kind, Pair) or len(value.kind.items) != len(target.elts):
            raise self._refuse(target, "only a tuple is unpacked")
        pair = self._keep(value).text
        for place, (item, kind) in enumerate(zip(target.elts, value.kind.items, strict=True)):
            if not (isinstance(item, ast.Name) and item.id == "_"):
                self._store(item, Value(f"{pair}.m{place}", kind))

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self._store_local(target, value)
            return
        place = self._place(target)
        if isinstance(place.kind, Record) and place.kind == value.kind:
            raise self._refuse(target, "a record is copied by copy_game, or field by field")
        if not isinstance(place.kind, Number) or not isinstance(value.kind, Number):
            raise self._refuse(target, f"{value.kind} cannot be stored in {place.kind}")
        if isinstance(value.kind, Real) and not isinstance(place.kind, Real):
            raise self._refuse(target, "a whole number is stored here")
        self._write(f"{place.text} = {value.text};")

    def _store_local(self, target: ast.Name, value: Value) -> None:
        if isinstance(value.kind, Constants | Nothing):
            raise self._refuse(target, "a local variable holds a number, a record, an array or a group")
        if isinstance(value.kind, Group) and value.is_new:
            # The structure must live as long as the function, not only as long as this block.
            name = self._new_name(f"{target.id}_")
            self._temporaries[name] = type_name(value.kind.cls)
            self._write(f"{name} = {value.text[1:]};")
            value = Value(f"&{name}", value.kind, UNARY)
        self._bind(target, target.id, value.kind)
        self._write(f"{c_name(target.id)} = {value.text};")

    def _change(self, node: ast.AugAssign) -> None:
        """Write ``target += value`` and its like."""
        if acts_in(node.target, self.function):
            raise self._refuse(node, "a call in the target of an assignment; name its result first")
        place = self._expression(as_load(node.target))
        old = place
        if acts_in(node.value, self.function) and not isinstance(node.target, ast.Name):
            old = self._keep(place)  # Python reads the target first.
        right = self._expression(node.value)
        value = self._binary(node, node.op, old, right)
        if isinstance(node.target, ast.Name):
            self._bind(node, node.target.id, value.kind)
        elif isinstance(value.kind, Real) and not isinstance(place.kind, Real):
            raise self._refuse(node, "a whole number is stored here")
        operator, _ = ARITHMETIC.get(type(node.op), ("", 0))
        if old is not place or not operator:
            self._write(f"{place.text} = {value.text};")
        elif operator in "+-" and right.text == "1":
            self._write(f"{place.text}{operator * 2};")
        else:
            self._write(f"{place.text} {operator}= {right.text};")


def as_load(node: ast.expr) -> ast.expr:
    """Return the expression that reads a target of an assignment."""
    return ast.copy_location(ast.parse(ast.unparse(node), mode="eval").body, node)
