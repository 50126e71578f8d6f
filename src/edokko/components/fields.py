"""The kinds of value that a table can hold; each checks a value and describes the expected one.

msgspec checks single values, and it stops at the first error. A table or a list checks each of its values alone, so
one report lists all errors. ``complete`` requires every required key: the shipped tables must be complete, an overlay
may hold any part of them.
"""

from __future__ import annotations

import dataclasses
import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import GenericAlias, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from edokko.texts import shown

from .problems import ProblemList, short_repr


def join_key(key: str, name: object) -> str:
    """Return the dotted key of ``name`` inside ``key``."""
    return f"{key}.{name}" if key else str(name)


class Field(ABC):
    """One kind of value."""

    wants: str
    """The expected value, for messages: ``a whole number from 0 to 99``."""

    @abstractmethod
    def check(self, value: object, key: str, report: ProblemList, complete: bool) -> None:
        """Report the errors of ``value`` at ``key``."""


class TomlLeaf(Field):
    """A single value of a type that msgspec knows."""

    def __init__(self, type_: Any, wants: str) -> None:
        self.type, self.wants = type_, wants

    def check(self, value: object, key: str, report: ProblemList, complete: bool) -> None:
        try:
            msgspec.convert(value, self.type)
        except msgspec.ValidationError:
            report.wrong(key, value, self.wants)


class Text(Field):
    """A displayed name: one line, printable, not empty."""

    wants = "a text of 1 to 80 printable characters"

    def check(self, value: object, key: str, report: ProblemList, complete: bool) -> None:
        if not isinstance(value, str) or not 1 <= len(value) <= 80 or not value.strip():
            report.wrong(key, value, self.wants)
        elif shown(value) != value:
            report.wrong(key, ascii(value), self.wants)


class Never(Field):
    """A key that this table cannot have, and why."""

    def __init__(self, why: str) -> None:
        self.wants = f"no such key: {why}"

    def check(self, value: object, key: str, report: ProblemList, complete: bool) -> None:
        report.wrong(key, value, self.wants)


class ListOf(Field):
    """A list of ``least`` to ``most`` items; an overlay replaces the entire list."""

    def __init__(self, item: Any, least: int, most: int, items: str, distinct: bool = False) -> None:
        self.item, self.least, self.most, self.distinct = as_field(item), least, most, distinct
        count = f"{least}" if least == most else f"{least} to {most}"
        self.wants = f"a list of {count} {'different ' if distinct else ''}{items}"

    def check(self, value: object, key: str, report: ProblemList, complete: bool) -> None:
        if not isinstance(value, (list, tuple)) or not self.least <= len(value) <= self.most:
            report.wrong(key, value, self.wants)
            return
        for number, item in enumerate(value, start=1):
            self.item.check(item, join_key(key, number), report, complete=True)
        if self.distinct and any(item in value[:number] for number, item in enumerate(value)):
            report.wrong(key, value, self.wants)


class OneOrList(Field):
    """One value, or a list, such as the square of a room or its two squares."""

    def __init__(self, other: Any, listed: Field) -> None:
        self.other, self.listed = as_field(other), listed
        self.wants = f"{self.other.wants}, or {listed.wants}"

    def check(self, value: object, key: str, report: ProblemList, complete: bool) -> None:
        if isinstance(value, (list, tuple)):
            self.listed.check(value, key, report, complete)
        elif isinstance(value, (Mapping, int)) and not isinstance(value, bool):
            self.other.check(value, key, report, complete)
        else:
            report.wrong(key, value, self.wants)


class TomlTable(Field):
    """Named fields. Unknown names are refused; ``closed`` gives the reason if it is not obvious."""

    def __init__(
        self, fields: Mapping[str, Any], required: Sequence[str] = (), closed: str = "", wants: str = "a table"
    ) -> None:
        self.fields = {name: as_field(field) for name, field in fields.items()}
        self.required, self.closed, self.wants = tuple(required), closed, wants

    def check(self, value: object, key: str, report: ProblemList, complete: bool) -> None:
        if not isinstance(value, Mapping):
            report.wrong(key, value, self.wants)
            return
        for name, item in value.items():
            if not isinstance(name, str):
                report.problem(key, f"found the key {short_repr(name)}, expected a text as key")
            elif name in self.fields:
                self.fields[name].check(item, join_key(key, name), report, complete)
            else:
                report.unknown(join_key(key, name), name, self.fields, self.closed)
        for name in self.required if complete else ():
            if name not in value:
                report.problem(join_key(key, name), f"missing, expected {self.fields[name].wants}")


class PartialField(Field):
    """A field that may be partial even if the tables around it must be complete."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.wants = field.wants

    def check(self, value: object, key: str, report: ProblemList, complete: bool) -> None:
        self.field.check(value, key, report, complete=False)


def choice(*values: str) -> Field:
    """Return the field of one of these texts."""
    return as_field(Literal[values])


def same(value: object, why: str) -> Field:
    """Return the field of a fixed value of the game's structure: an overlay may repeat it, not change it."""
    return TomlLeaf(_exactly(value), f"{_words(value)} ({why})")


def as_field(kind: Any) -> Field:
    """Return the field that checks values of a type.

    Args:
        kind: a field, or a type: with a field as its annotation, a dataclass, a number with its limits, a literal or
            ``bool``. ``None`` in a union is no value of a file.
    """
    if isinstance(kind, Field):
        return kind
    for annotation in getattr(kind, "__metadata__", ()):
        if isinstance(annotation, Field):
            return annotation
        if isinstance(annotation, msgspec.Meta):
            return TomlLeaf(kind, f"a whole number from {annotation.ge} to {annotation.le}")
    if get_origin(kind) in (Union, UnionType):
        return as_field(get_args(kind)[0])
    if get_origin(kind) is Literal:
        return TomlLeaf(kind, " or ".join(f'"{value}"' for value in get_args(kind)))
    return TomlLeaf(kind, "true or false") if kind is bool else table_of(kind)


def table_of(kind: Any, closed: str = "", /, **changes: Any) -> TomlTable:
    """Return the table with the fields of a dataclass.

    Args:
        kind: the dataclass; a field with a default is not required.
        closed: the reason why no key can be added, if it is not obvious.
        changes: other kinds of some fields, and more fields; ``None`` leaves a field out.
    """
    fields = _types_of(kind) | changes
    optional = {field.name for field in dataclasses.fields(kind) if field.default is not dataclasses.MISSING}
    fields = {name: field for name, field in fields.items() if field is not None}
    required = [name for name, field in fields.items() if name not in optional and not isinstance(field, Never)]
    return TomlTable(fields, required, closed)


@functools.cache
def _types_of(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _exactly(value: object) -> Any:
    """Return the type of one value; a list equals a tuple."""
    return GenericAlias(tuple, tuple(map(_exactly, value))) if isinstance(value, tuple) else Literal[value]


def _words(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_words(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else repr(value)
