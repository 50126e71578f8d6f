"""What is wrong with a file of components: collected, worded alike and raised together."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable, Sequence

MOST_PROBLEMS = 50
"""Problems beyond this many are counted, not listed: one broken file cannot fill a screen or a log."""


class ComponentsError(ValueError):
    """The components cannot be used; ``problems`` says why, a line each: file, key, what was found, what is right."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(self.problems)


class _Found(reprlib.Repr):
    """Short words for a value of any depth and size."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 60
        self.maxlist = self.maxdict = self.maxtuple = 4
        self.maxlevel = 3

    def repr_int(self, x: int, level: int) -> str:
        # Writing out a number of thousands of digits is slow, and Python refuses it.
        return repr(x) if abs(x) < 10**15 else f"a whole number of {x.bit_length()} bits"


_found = _Found()


def found(value: object) -> str:
    """A value as it appears in a message."""
    return _found.repr(value)


def shown_key(key: str) -> str:
    """A dotted key as it appears in a message: on one line and not longer than one."""
    key = key.encode("unicode_escape").decode("ascii") if not key.isprintable() else key
    return key if len(key) <= 120 else key[:117] + "..."


def closest(word: str, known: Iterable[str]) -> str:
    """Words for the known name nearest to a mistyped one, or nothing."""
    if len(word) > 60:
        return ""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f'; did you mean "{near[0]}"?' if near else ""


class Report:
    """The problems found so far in one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[str] = []
        self.unlisted = 0

    def wrong(self, key: str, value: object, wants: str) -> None:
        """A value that cannot be: ``wants`` says what would be right."""
        if self._has_room():
            self._add(key, f"found {found(value)}, expected {wants}")

    def missing(self, key: str, wants: str) -> None:
        """A value that must be there."""
        if self._has_room():
            self._add(key, f"missing, expected {wants}")

    def unknown(self, key: str, name: str, known: Iterable[str], closed: str) -> None:
        """A key that means nothing here; ``closed`` says why no other can be added, where that is not plain."""
        if self._has_room():
            reason = f" ({closed})" if closed else ""
            self._add(key, f"unknown key{reason}{closest(name, known)}")

    def problem(self, key: str, sentence: str) -> None:
        """Anything else, in a sentence."""
        if self._has_room():
            self._add(key, sentence)

    def raise_if_any(self) -> None:
        """Raise everything reported so far.

        Raises:
            ComponentsError: if there is any problem.
        """
        if not self.problems:
            return
        more = [f"{self.file}: and {self.unlisted} more problems"] if self.unlisted else []
        raise ComponentsError(self.problems + more)

    def _has_room(self) -> bool:
        if len(self.problems) < MOST_PROBLEMS:
            return True
        self.unlisted += 1
        return False

    def _add(self, key: str, sentence: str) -> None:
        # What is wrong with the whole file has no key.
        where = f"{self.file}: {shown_key(key)}" if key else self.file
        self.problems.append(f"{where}: {sentence}")
