"""The kinds of value that a table can hold; each checks a value and describes the expected one.

Fields check plain values as parsed from TOML or JSON. ``complete`` requires every required key: the
shipped tables must be complete, an overlay may hold any part of them.
"""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .problems import Report, short_repr


def is_number(value: object) -> bool:
    """Check whether a value is an integer; ``true`` and ``false`` are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def join_key(key: str, name: object) -> str:
    """Return the dotted key of ``name`` inside ``key``."""
    return f"{key}.{name}" if key else str(name)


class Field(ABC):
    """One kind of value."""

    wants: str
    """The expected value, for messages: ``a whole number from 0 to 99``."""

    @abstractmethod
    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        """Report the errors of ``value`` at ``key``."""


class Number(Field):
    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.wants = f"a whole number from {low} to {high}"

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        if not (isinstance(value, int) and is_number(value) and self.low <= value <= self.high):
            report.wrong(key, value, self.wants)


class Flag(Field):
    wants = "true or false"

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        if not isinstance(value, bool):
            report.wrong(key, value, self.wants)


class Text(Field):
    """A displayed name: one line, printable, not empty."""

    wants = "a text of 1 to 80 printable characters"

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        if not isinstance(value, str) or not 1 <= len(value) <= 80 or not value.strip():
            report.wrong(key, value, self.wants)
        elif any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} for char in value):
            report.wrong(key, ascii(value), self.wants)


class Choice(Field):
    def __init__(self, *values: str) -> None:
        self.values = values
        self.wants = " or ".join(f'"{value}"' for value in values)

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        if not isinstance(value, str) or value not in self.values:
            report.wrong(key, value, self.wants)


class Sentence(Field):
    """A text that must match a pattern; messages show an example."""

    def __init__(self, patterns: Sequence[re.Pattern[str]], *examples: str) -> None:
        self.patterns = patterns
        self.wants = " or ".join(f'"{example}"' for example in examples)

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        if not isinstance(value, str) or not any(pattern.fullmatch(value) for pattern in self.patterns):
            report.wrong(key, value, self.wants)


class Same(Field):
    """A fixed value of the game's structure: an overlay may repeat it, not change it."""

    def __init__(self, value: object, why: str) -> None:
        self.value = value
        self.wants = f"{_words(value)} ({why})"

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        if not _equal(value, self.value):
            report.wrong(key, value, self.wants)


class Never(Field):
    """A key that this table cannot have, and why."""

    def __init__(self, why: str) -> None:
        self.wants = f"no such key: {why}"

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        report.wrong(key, value, self.wants)


@dataclass
class ListOf(Field):
    """A list of ``least`` to ``most`` items; an overlay replaces the entire list."""

    item: Field
    least: int
    most: int
    distinct: bool = False
    items: str = "values"

    def __post_init__(self) -> None:
        count = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        self.wants = f"a list of {count} {'different ' if self.distinct else ''}{self.items}"

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        if not isinstance(value, (list, tuple)) or not self.least <= len(value) <= self.most:
            report.wrong(key, value, self.wants)
            return
        for number, item in enumerate(value, start=1):
            self.item.check(item, join_key(key, number), report, complete=True)
        seen: list[object] = []
        for item in value if self.distinct else ():
            if any(_equal(item, other) for other in seen):
                report.wrong(key, value, self.wants)
                return
            seen.append(item)


class OneOrList(Field):
    """A list, or the other kind of value."""

    def __init__(self, other: Field, listed: Field) -> None:
        self.other, self.listed = other, listed
        self.wants = f"{other.wants}, or {listed.wants}"

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        if is_list(value):
            self.listed.check(value, key, report, complete)
        elif isinstance(value, Mapping) or is_number(value):
            self.other.check(value, key, report, complete)
        else:
            report.wrong(key, value, self.wants)


class Table(Field):
    """Named fields. Unknown names are refused; ``closed`` gives the reason if it is not obvious."""

    def __init__(
        self, fields: Mapping[str, Field], required: Sequence[str] = (), closed: str = "", wants: str = "a table"
    ) -> None:
        self.fields, self.required, self.closed, self.wants = dict(fields), tuple(required), closed, wants

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
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
                report.missing(join_key(key, name), self.fields[name].wants)


class Part(Field):
    """A field that may be partial even if the tables around it must be complete."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.wants = field.wants

    def check(self, value: object, key: str, report: Report, complete: bool) -> None:
        self.field.check(value, key, report, complete=False)


def _equal(value: object, other: object) -> bool:
    """Compare values as JSON: a list equals a tuple, ``true`` is not 1, 1.0 is not 1."""
    if is_list(other):
        assert isinstance(other, (list, tuple))
        if not isinstance(value, (list, tuple)) or len(value) != len(other):
            return False
        return all(_equal(left, right) for left, right in zip(value, other, strict=True))
    return type(value) is type(other) and value == other


def _words(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_words(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else repr(value)
