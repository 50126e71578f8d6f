"""One C file: the translations of entry points and of all rules that they call, with the types that they need."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from importlib.resources import files
from types import FunctionType
from typing import Any, cast

from edokko.native.kinds import (
    Array,
    Constants,
    Declarations,
    Group,
    Kind,
    Nothing,
    Pair,
    Real,
    Record,
    Whole,
    c_name,
    declare,
    element_type,
    members_of,
    number_text,
    signature_of,
    type_name,
)
from edokko.native.libraries import IN_A_ROW, PREFIX
from edokko.native.translate import Translation
from edokko.native.trees import comment_of, refuse, tree_of


class Program(Declarations):
    """The C file of some entry points.

    Args:
        entry_points: rules that callers outside C call; their annotations name the widths of arrays.
        is_checked: whether every index is checked, and a wrong one ends the call with an error.
    """

    def __init__(self, entry_points: Iterable[Callable[..., Any]], *, is_checked: bool = False) -> None:
        super().__init__(is_checked)
        self._translations: dict[tuple[FunctionType, tuple[Kind, ...]], Translation] = {}
        self._order: list[Translation] = []
        self._names: dict[str, int] = {}
        self.entry_points = cast(list[FunctionType], list(entry_points))
        self._entries = [self._entry(function) for function in self.entry_points]

    def _entry(self, function: FunctionType) -> Translation:
        parameters, result = signature_of(function)
        if isinstance(result, Pair):
            raise refuse(function, tree_of(function), "an entry point returns a number or nothing")
        return self.translation(function, tuple(parameters.values()))

    # --- what translations ask for

    def translation(self, function: FunctionType, kinds: tuple[Kind, ...]) -> Translation:
        """Return the C function of a rule for the kinds of its arguments."""
        key = function, kinds
        if key not in self._translations:
            name = self._name(function)
            self._translations[key] = Translation(self, function, kinds, name)
            self._translations[key].translate()
            self._order.append(self._translations[key])
        return self._translations[key]

    def _name(self, function: FunctionType) -> str:
        number = self._names[function.__name__] = self._names.get(function.__name__, 0) + 1
        return function.__name__ if number == 1 else f"{function.__name__}_{number}"

    def called(self, function: FunctionType, kinds: tuple[Kind, ...]) -> tuple[str, Kind]:
        translation = self.translation(function, kinds)
        return translation.name, translation.result

    # --- the text

    def source(self) -> str:
        """Return the C file."""
        self._use_all()
        here = files("edokko.native")
        parts = [here.joinpath("prelude.h").read_text(encoding="utf-8")]
        if self.is_checked:
            parts.append(here.joinpath("checks.h").read_text(encoding="utf-8"))
        parts.append(here.joinpath("events.h").read_text(encoding="utf-8"))
        parts.append("\n".join(f"#define {name} {text}" for name, (text, _) in self._constants.items()))
        parts.append("\n".join(_table(table) for table in self._tables.values()))
        parts += self._types.values()
        parts.append("\n".join(f"{translation.head};" for translation in self._order))
        parts += [translation.text for translation in self._order]
        parts += [
            self._export(function, entry) for function, entry in zip(self.entry_points, self._entries, strict=True)
        ]
        if self.is_checked:
            parts.append(texts("place", self._places))
        return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"

    def header(self, more: str) -> str:
        """Return the header of the C file: the types and the entry points, and what the caller adds."""
        self._use_all()
        parts = ["#ifndef EDOKKO_H\n#define EDOKKO_H\n\n#include <stdint.h>", *self._types.values(), more]
        for function, entry in zip(self.entry_points, self._entries, strict=True):
            parts.append(f"/* {comment_of(function)} */\n{self._interface(function, entry)[0]};")
        return "\n\n".join(parts) + "\n\n#endif\n"

    def _use_all(self) -> None:
        for translation in self._order:
            for kind in (*translation.parameters.values(), *translation.locals.values(), translation.result):
                self.use(kind)

    def _interface(self, function: FunctionType, translation: Translation) -> tuple[str, str]:
        """Return the head of the function that callers outside C call, and what it passes on.

        An array is a pointer and its sizes.
        """
        parameters, arguments = [], []
        for python_name, kind in translation.parameters.items():
            name = c_name(python_name)
            if isinstance(kind, Array):
                sizes = [f"{name}_n{number}" for number in range(kind.dimensions)]
                parameters += [f"{element_type(kind.element)} *{name}", *(f"int64_t {size}" for size in sizes)]
                arguments.append(f"VALUE({kind.name}){{{', '.join([name, *sizes])}}}")
            else:
                parameters.append(f"int64_t {name}" if isinstance(kind, Whole) else declare(kind, name))
                arguments.append(name)
        result = {Nothing: "void", Real: "double"}.get(type(translation.result), "int64_t")
        return f"{result} {PREFIX}{function.__name__}({', '.join(parameters)})", ", ".join(arguments)

    def _export(self, function: FunctionType, translation: Translation) -> str:
        """Return the functions that callers outside C call: one with parameters, one with its arguments in a row."""
        head, arguments = self._interface(function, translation)
        place, given = 0, []
        for kind in translation.parameters.values():
            text, place = _from_row(kind, place)
            given.append(f"&VALUE({type_name(kind.cls)}){text}" if isinstance(kind, Group) else text)
        row_head = f"{head.partition(' ')[0]} {PREFIX}{IN_A_ROW}{function.__name__}(const Argument *row)"
        row = f"{self._body(translation, ', '.join(given))}"
        if not given:
            row = f"(void)row;\n    {row}"
        return (
            f"EDOKKO_API {head} {{\n    {self._body(translation, arguments)}\n}}\n\n"
            f"#if !defined(__CUDACC__)\nEDOKKO_API {row_head} {{\n    {row}\n}}\n#endif"
        )

    def _body(self, translation: Translation, arguments: str) -> str:
        is_void = isinstance(translation.result, Nothing)
        body = f"{'' if is_void else 'return '}{translation.name}({arguments});"
        if self.is_checked:
            body = f"if (setjmp(edokko_return)) {'return;' if is_void else 'return 0;'}\n    {body}"
        return body


def _from_row(kind: Kind, place: int) -> tuple[str, int]:
    """Return the C text that reads an argument from the cells of a row from a place on, and the place after it."""
    match kind:
        case Array():
            sizes = [f"row[{place + 1 + number}].number" for number in range(kind.dimensions)]
            return f"VALUE({kind.name}){{{', '.join([f'row[{place}].pointer', *sizes])}}}", place + 1 + kind.dimensions
        case Group():
            texts = []
            for member in members_of(kind.cls).values():
                text, place = _from_row(member, place)
                texts.append(text)
            return f"{{{', '.join(texts)}}}", place
        case Record():
            return f"row[{place}].pointer", place + 1
        case Real():
            return f"row[{place}].real", place + 1
    return f"row[{place}].number", place + 1


def texts(name: str, values: Iterable[str]) -> str:
    """Return the C function of a library that returns one of some texts by its number, and nothing behind the last."""
    quoted = "".join(f"    {json.dumps(value)},\n" for value in values)
    return (
        f"static const char *const {name}s[] = {{\n{quoted}    0,\n}};\n\n"
        f"EDOKKO_API const char *{PREFIX}{name}(int64_t number) {{\n    return {name}s[number];\n}}"
    )


def _table(table: Constants) -> str:
    numbers = ", ".join(map(number_text, table.values))
    return f"static const {element_type(table.element)} {table.name}[{len(table.values)}] = {{{numbers}}};"
